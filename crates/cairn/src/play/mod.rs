//! Line mode: prints boards, and reads moves and commands, one per line.
//!
//! Output for programs goes to standard output, prompts and remarks to standard error.

pub(crate) mod command;
mod execute;
pub(crate) mod game_loop;
mod learn;
mod menu;
mod puzzle;
mod rated;
mod report;
mod saved;
mod setup;
mod steps;
pub(crate) mod table;
mod unfinished;

use std::hash::{BuildHasher, RandomState};

use cairn_engine::bots::{BotSpec, PlayerSpec};
use cairn_rules::Message;
use cairn_session::Session;
use cairn_table::TableSetup;

pub(crate) use learn::{find_game, learn};
pub(crate) use menu::menu;
pub(crate) use puzzle::{find_puzzle, puzzle};
pub(crate) use rated::rated_players;
pub(crate) use saved::delete_saved;
pub(crate) use unfinished::resume;

use crate::failure::Failure;
use crate::input::Input;
use crate::printer::Printer;
use crate::user_data::UserData;
use setup::unless_left;
use table::LineTable;
use unfinished::Offered;

/// The arguments of `cairn play`, parsed.
#[derive(Default)]
pub(crate) struct PlayRequest {
    /// The game; if `None`, the user chooses.
    pub(crate) session: Option<Box<dyn Session>>,
    /// The players given on the command line, by seat.
    pub(crate) players: [Option<PlayerSpec>; 4],
    /// The seed of the bots; random if `None`.
    pub(crate) seed: Option<u64>,
    /// Whether the game counts for the user's rating.
    pub(crate) rated: bool,
}

/// The arguments of `cairn play --resume`, parsed.
pub(crate) struct ResumeRequest {
    /// The game with its options; if `None`, any game.
    pub(crate) game: Option<String>,
    /// The players given on the command line, by seat; they replace the saved ones.
    pub(crate) players: [Option<PlayerSpec>; 4],
}

impl PlayRequest {
    /// Returns the table with its players, if the game is given.
    fn setup(self, printer: Printer, user_data: &UserData) -> Result<Option<TableSetup>, Failure> {
        let Self { session, players, seed, rated } = self;
        let Some(session) = session else { return Ok(None) };
        let players = if rated {
            rated_players(printer, user_data, &*session, players)?
        } else {
            fill_seats(&*session, players, user_data)?
        };
        let seed = seed.unwrap_or_else(random_seed);
        Ok(Some(TableSetup::new(session, players, seed).with_rating(rated)))
    }
}

/// Plays a game. Asks for one if none was chosen; on a terminal, offers unfinished games first.
pub(crate) fn start(printer: Printer, user_data: &UserData, request: PlayRequest) -> Result<(), Failure> {
    let mut input = Input::new(printer);
    user_data.begin(printer);
    if request.session.is_none() && input.is_terminal() {
        match unfinished::offer(printer, user_data, input)? {
            Offered::Nothing(rest) => input = rest,
            Offered::Played(_) | Offered::End => return Ok(()),
        }
    }
    let setup = if request.session.is_some() {
        request.setup(printer, user_data)?
    } else {
        unless_left(menu::choose_game(printer, user_data, &request, &mut input))?
    };
    let Some(setup) = setup else { return Ok(()) };
    LineTable::new(printer, user_data, setup, input.stop_flag()).run(&mut input)
}

/// Checks that every player has a seat.
pub(crate) fn check_seats(session: &dyn Session, players: &[Option<PlayerSpec>; 4]) -> Result<(), Failure> {
    let seats = session.seats();
    match (seats..players.len()).find(|&seat| players[seat].is_some()) {
        Some(extra) => {
            let option = cairn_rules::Player::ALL[extra].name();
            let problem = Message::new("--{option}: {game} is for {seats} players");
            let problem = problem.with("option", option).with("game", session.spec());
            Err(Failure::request(problem.with("seats", seats)))
        }
        None => Ok(()),
    }
}

/// Returns a player for every seat: the given ones, else a person in the first and the default opponent in the others.
pub(crate) fn fill_seats(
    session: &dyn Session,
    players: [Option<PlayerSpec>; 4],
    user_data: &UserData,
) -> Result<Vec<PlayerSpec>, Failure> {
    check_seats(session, &players)?;
    let opponent = usual_opponent(user_data)?;
    let usual = |seat| if seat == 0 { PlayerSpec::Human } else { PlayerSpec::Bot(opponent.clone()) };
    let seats = players.into_iter().take(session.seats()).enumerate();
    Ok(seats.map(|(seat, player_spec)| player_spec.unwrap_or_else(|| usual(seat))).collect())
}

/// Returns the opponent of the settings.
pub(crate) fn usual_opponent(user_data: &UserData) -> Result<BotSpec, Failure> {
    BotSpec::from_file(&user_data.settings.opponent).map_err(Failure::request)
}

/// Generates a random seed, short enough to type.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0) >> 44
}
