//! Line mode: boards are printed, moves and commands are typed, one a line.
//!
//! What a program may want to read goes to standard output; prompts and remarks go to standard
//! error.

mod advice;
mod after;
mod agree;
mod command;
mod input;
mod kept;
mod menu;
mod obey;
mod offer;
mod riddle;
mod seat;
mod table;

use std::hash::{BuildHasher, RandomState};

use cairn_session::Session;
use cairn_session::players::Sitter;

pub(crate) use menu::menu;
pub(crate) use offer::resume;
pub(crate) use riddle::{find_puzzle, puzzle};

use crate::failure::Failure;
use crate::look::Look;
use crate::shelf::Shelf;
use input::Input;
use kept::Kept;
use table::Table;

/// Plays a game; asks for it if there is none. Who comes to a terminal without naming a game is offered
/// those that were left.
pub(crate) fn start(
    look: Look,
    shelf: &Shelf,
    session: Option<Box<dyn Session>>,
    named: [Option<Sitter>; 4],
    seed: Option<u64>,
) -> Result<(), Failure> {
    let mut input = Input::new(look);
    shelf.report(look);
    let is_asked = session.is_none() && input.is_terminal();
    if is_asked && offer::offer(look, shelf, &mut input)? {
        return Ok(());
    }
    let chosen = session.map_or_else(|| menu::choose_game(look, &mut input), |session| Ok(Some(session)))?;
    let Some(session) = chosen else { return Ok(()) };
    let sitters = fill_seats(&*session, named, usual)?;
    let seed = seed.unwrap_or_else(any_seed);
    Table::new(look, session, sitters, seed, Kept::new(shelf, None), input.hurry())?.run(&mut input)
}

/// Those who were named, and `other` by their words where nobody was.
pub(crate) fn fill_seats<'a>(
    session: &dyn Session,
    named: [Option<Sitter>; 4],
    other: impl Fn(usize) -> &'a str,
) -> Result<Vec<Sitter>, Failure> {
    let seats = session.seats();
    if let Some(extra) = (seats..named.len()).find(|&seat| named[seat].is_some()) {
        let option = cairn_rules::Player::ALL[extra].name();
        return Err(Failure::Request(format!("--{option}: {} is for {seats} players", session.word())));
    }
    let mut sitters = Vec::new();
    for (seat, sitter) in named.into_iter().take(seats).enumerate() {
        sitters.push(match sitter {
            Some(sitter) => sitter,
            None => other(seat).parse().map_err(Failure::request)?,
        });
    }
    Ok(sitters)
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
