//! `cairn play`: the players of a game, and its place.

use std::path::PathBuf;
#[cfg(feature = "online")]
use std::time::Duration;

use cairn_engine::bots::PlayerSpec;
#[cfg(feature = "online")]
use cairn_rules::Message;
use cairn_session::open;
#[cfg(feature = "online")]
use cairn_table::TimeControl;
use clap::Args;
use clap::builder::TypedValueParser;

use super::text;
use crate::failure::Failure;
#[cfg(feature = "online")]
use crate::online::{self, Address, OnlineRequest};
use crate::play::{PlayRequest, ResumeRequest};
use crate::printer::Printer;
#[cfg(feature = "online")]
use crate::usage::BadArgument;
use crate::user_data::UserData;
use crate::{files, play, screen};

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// The game with its options; if omitted, a menu opens
    #[arg(value_name = "GAME", value_parser = text())]
    game: Option<String>,
    #[command(flatten)]
    seats: SeatArgs,
    /// Start from this position string instead of the usual start
    #[arg(long, value_name = "P", value_parser = text(), requires = "game")]
    position: Option<String>,
    /// Play for your rating, against a level [default: the one that suits you]
    #[arg(long, requires = "game", conflicts_with_all = ["position", "load", "resume"])]
    rated: bool,
    /// Continue the last game in a file of records
    #[arg(long, value_name = "F", conflicts_with_all = ["game", "position"])]
    load: Option<PathBuf>,
    /// Continue the most recent unfinished game, or the most recent one of GAME
    #[arg(long, conflicts_with_all = ["position", "load", "seed"])]
    resume: bool,
    /// Line mode: print boards and read one move per line [default: only without a terminal]
    #[arg(long)]
    plain: bool,
    /// Random seed for the bots: the same seed gives the same game [default: a random one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[cfg(feature = "online")]
    #[command(flatten)]
    online: OnlineArgs,
}

/// The players.
#[derive(Debug, Args)]
struct SeatArgs {
    /// Who plays first: human, random (or easy), greedy (or hard), level1 to level8, perfect,
    /// ab:depth=6, ab:nodes=50000, ab:time=100ms, mcts:playouts=1000 or ugi:PATH [default: human]
    #[arg(long, value_name = "WHO", value_parser = player_spec())]
    first: Option<PlayerSpec>,
    /// Who plays second [default: the setting `opponent`, level3 unless you change it]
    #[arg(long, value_name = "WHO", value_parser = player_spec())]
    second: Option<PlayerSpec>,
    /// Who plays third, in games with that many players [default: as for second]
    #[arg(long, value_name = "WHO", value_parser = player_spec())]
    third: Option<PlayerSpec>,
    /// Who plays fourth, in games with that many players [default: as for second]
    #[arg(long, value_name = "WHO", value_parser = player_spec())]
    fourth: Option<PlayerSpec>,
}

/// A game on a server.
#[cfg(feature = "online")]
#[derive(Debug, Args)]
struct OnlineArgs {
    /// Play on a server: the address of a server creates GAME there, with all seats that --first, --second and so
    /// on do not assign open to others; the address of a game joins it
    #[arg(long, value_name = "URL", value_parser = address(), conflicts_with_all = ["rated", "load", "resume"])]
    online: Option<Address>,
    /// Clocks of a new game on a server: 5m (for all moves), 5m+3s (plus 3 s per move), 60s/move, 3d (per move)
    /// or none
    #[arg(long, value_name = "TIME", value_parser = clock(), requires = "online")]
    clock: Option<TimeControl>,
    /// List a new game on the server, so that anyone can find and watch it
    #[arg(long, requires = "online")]
    public: bool,
    /// Your name, shown to the other players on a server
    #[arg(long, value_name = "NAME", value_parser = text(), requires = "online")]
    name: Option<String>,
}

/// Parses a player.
fn player_spec() -> impl TypedValueParser<Value = PlayerSpec> {
    text().try_map(|text| text.parse::<PlayerSpec>())
}

/// Parses the address of a server or of a game on it.
#[cfg(feature = "online")]
fn address() -> impl TypedValueParser<Value = Address> {
    text().try_map(|text| text.parse::<Address>())
}

/// Parses the clocks of a game on a server, which count whole seconds.
#[cfg(feature = "online")]
fn clock() -> impl TypedValueParser<Value = TimeControl> {
    text().try_map(|text| {
        let control = text.parse::<TimeControl>().map_err(|error| BadArgument(error.message()))?;
        let is_whole = |time: Duration| time.subsec_nanos() == 0;
        match control {
            TimeControl::Fischer { initial, increment } if !(is_whole(initial) && is_whole(increment)) => {
                Err(whole_seconds(&text))
            }
            TimeControl::PerMove(time) if !is_whole(time) => Err(whole_seconds(&text)),
            control => Ok(control),
        }
    })
}

/// Creates the error for clocks with fractions of seconds.
#[cfg(feature = "online")]
fn whole_seconds(text: &str) -> BadArgument {
    BadArgument(Message::new("`{word}`: the clocks of servers count whole seconds").with("word", text))
}

/// Runs the command.
pub(super) fn run(printer: Printer, user_data: &UserData, args: PlayArgs) -> Result<(), Failure> {
    let PlayArgs { game, seats, position, rated, load, resume, plain, seed, .. } = args;
    let players = [seats.first, seats.second, seats.third, seats.fourth];
    let is_full_screen = !plain && screen::is_available(printer);
    #[cfg(feature = "online")]
    if let OnlineArgs { online: Some(address), clock, public: is_public, name } = args.online {
        let session =
            game.map(|game| open(&game, position.as_deref()).map_err(Failure::request)).transpose()?;
        let request =
            OnlineRequest { address, session, players, seed, clock, is_public, name, is_full_screen };
        return online::start(printer, user_data, request);
    }
    if resume {
        let game = game.map(|game| open(&game, None).map_err(Failure::request)).transpose()?;
        let request = ResumeRequest { game: game.map(|session| session.spec()), players };
        return if is_full_screen {
            screen::resume(printer, user_data, request)
        } else {
            play::resume(printer, user_data, &request)
        };
    }
    let session = match (&game, &load) {
        (Some(game), _) => Some(open(game, position.as_deref()).map_err(Failure::request)?),
        (None, Some(file)) => files::read_games(file, None)?.pop(),
        (None, None) => None,
    };
    let play = if is_full_screen { screen::play } else { play::start };
    play(printer, user_data, PlayRequest { session, players, seed, rated })
}
