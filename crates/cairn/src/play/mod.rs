//! Line mode: boards are printed, moves and commands are typed, one a line.
//!
//! What a program may want to read goes to standard output; prompts and remarks go to standard
//! error.

mod advice;
mod command;
mod input;
mod menu;
mod riddle;
mod seat;
mod table;

use std::hash::{BuildHasher, RandomState};

use cairn_session::{Bot, SeedBot, Session, Who};

pub(crate) use menu::menu;
pub(crate) use riddle::puzzle;

use crate::failure::Failure;
use crate::look::Look;
use input::Input;
use table::Table;

/// Who plays a seat that nobody was named for.
const USUAL_BOT: Who = Who::Bot(Bot::Seed(SeedBot::Greedy));

/// Plays a game; asks for it if there is none.
pub(crate) fn start(
    look: Look,
    session: Option<Box<dyn Session>>,
    seats: [Option<Who>; 4],
    seed: Option<u64>,
) -> Result<(), Failure> {
    let mut input = Input::new(look);
    let Some(session) = session.map_or_else(|| menu::choose_game(&mut input), |session| Ok(Some(session)))?
    else {
        return Ok(());
    };
    let seats = fill_seats(&*session, seats)?;
    Table::new(look, session, seats, seed.unwrap_or_else(any_seed)).run(&mut input)
}

/// Everybody who was not named: a human first, bots after.
fn fill_seats(session: &dyn Session, named: [Option<Who>; 4]) -> Result<Vec<Who>, Failure> {
    let seats = session.seats();
    if let Some(extra) = (seats..named.len()).find(|&seat| named[seat].is_some()) {
        let option = cairn_rules::Player::ALL[extra].name();
        return Err(Failure::Request(format!("--{option}: {} is for {seats} players", session.word())));
    }
    let usual = |seat| if seat == 0 { Who::Human } else { USUAL_BOT };
    Ok(named.into_iter().take(seats).enumerate().map(|(seat, who)| who.unwrap_or(usual(seat))).collect())
}

/// A seed that nobody chose.
fn any_seed() -> u64 {
    // Short enough to be typed again.
    RandomState::new().hash_one(0) >> 44
}
