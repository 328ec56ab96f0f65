//! Line mode: boards are printed, moves and commands are typed, one a line.
//!
//! What a program may want to read goes to standard output; prompts and remarks go to standard
//! error.

mod autosave;
mod command;
mod input;
mod menu;
mod obey;
mod offer;
mod puzzle;
mod table;

use std::hash::{BuildHasher, RandomState};

use cairn_engine::bots::PlayerSpec;
use cairn_session::Session;

pub(crate) use menu::menu;
pub(crate) use offer::resume;
pub(crate) use puzzle::{find_puzzle, puzzle};

use crate::failure::Failure;
use crate::printer::Printer;
use crate::user_data::UserData;
use autosave::GameSave;
use input::Input;
use table::{LineTable, Seating};

/// What `cairn play` was asked to play.
pub(crate) struct PlayRequest {
    /// The game, unless it is still to be chosen.
    pub(crate) session: Option<Box<dyn Session>>,
    /// The players that were named, by seat.
    pub(crate) named: [Option<PlayerSpec>; 4],
    /// The seed of the bots, unless any will do.
    pub(crate) seed: Option<u64>,
}

/// Plays a game; asks for it if there is none. On a terminal, unfinished games are offered first.
pub(crate) fn start(printer: Printer, user_data: &UserData, request: PlayRequest) -> Result<(), Failure> {
    let PlayRequest { session, named, seed } = request;
    let mut input = Input::new(printer);
    user_data.report(printer);
    let is_asked = session.is_none() && input.is_terminal();
    if is_asked && offer::offer(printer, user_data, &mut input)? {
        return Ok(());
    }
    let chosen =
        session.map_or_else(|| menu::choose_game(printer, &mut input), |session| Ok(Some(session)))?;
    let Some(session) = chosen else { return Ok(()) };
    let players = fill_seats(&*session, named, usual)?;
    let seed = seed.unwrap_or_else(any_seed);
    let seating = Seating { session, players, seed };
    let save = GameSave::new(user_data, None);
    LineTable::new(printer, seating, save, input.stop_flag()).run(&mut input)
}

/// Those who were named, and `other` by their words where nobody was.
pub(crate) fn fill_seats<'a>(
    session: &dyn Session,
    named: [Option<PlayerSpec>; 4],
    other: impl Fn(usize) -> &'a str,
) -> Result<Vec<PlayerSpec>, Failure> {
    let seats = session.seats();
    if let Some(extra) = (seats..named.len()).find(|&seat| named[seat].is_some()) {
        let option = cairn_rules::Player::ALL[extra].name();
        return Err(Failure::Request(format!("--{option}: {} is for {seats} players", session.spec())));
    }
    let mut player_specs = Vec::new();
    for (seat, player_spec) in named.into_iter().take(seats).enumerate() {
        player_specs.push(match player_spec {
            Some(player_spec) => player_spec,
            None => other(seat).parse().map_err(Failure::request)?,
        });
    }
    Ok(player_specs)
}

/// Who plays a seat that nobody was named for: a person first, bots after.
pub(crate) const fn usual(seat: usize) -> &'static str {
    if seat == 0 { "human" } else { "greedy" }
}

/// A seed that nobody chose.
pub(crate) fn any_seed() -> u64 {
    // Short enough to be typed again.
    RandomState::new().hash_one(0) >> 44
}
