//! Line mode: boards are printed, moves and commands are typed, one per line.
//!
//! Output for programs goes to standard output, prompts and remarks to standard error.

mod autosave;
mod command;
mod execute;
mod input;
mod learn;
mod menu;
mod puzzle;
mod saved;
mod steps;
mod table;
mod unfinished;

use std::hash::{BuildHasher, RandomState};

use cairn_engine::bots::PlayerSpec;
use cairn_session::Session;

pub(crate) use learn::{find_game, learn};
pub(crate) use menu::menu;
pub(crate) use puzzle::{find_puzzle, puzzle};
pub(crate) use saved::delete_saved;
pub(crate) use unfinished::resume;

use crate::failure::Failure;
use crate::printer::Printer;
use crate::user_data::UserData;
use autosave::GameSave;
use input::Input;
use table::{LineTable, Seating};

/// The arguments of `cairn play`, parsed.
pub(crate) struct PlayRequest {
    /// The game; if `None`, the user chooses.
    pub(crate) session: Option<Box<dyn Session>>,
    /// The players given on the command line, by seat.
    pub(crate) players: [Option<PlayerSpec>; 4],
    /// The seed of the bots; random if `None`.
    pub(crate) seed: Option<u64>,
}

/// Plays a game. If none was chosen, asks for one; on a terminal, unfinished games are offered first.
pub(crate) fn start(printer: Printer, user_data: &UserData, request: PlayRequest) -> Result<(), Failure> {
    let PlayRequest { session, players, seed } = request;
    let mut input = Input::new(printer);
    user_data.begin(printer);
    if session.is_none() && input.is_terminal() && unfinished::offer(printer, user_data, &mut input)? {
        return Ok(());
    }
    let chosen =
        session.map_or_else(|| menu::choose_game(printer, &mut input), |session| Ok(Some(session)))?;
    let Some(session) = chosen else { return Ok(()) };
    let players = fill_seats(&*session, players, default_player)?;
    let seed = seed.unwrap_or_else(random_seed);
    let seating = Seating { session, players, seed };
    let save = GameSave::new(user_data);
    LineTable::new(printer, seating, save, input.stop_flag()).run(&mut input)
}

/// Checks that every player has a seat.
fn check_seats(session: &dyn Session, players: &[Option<PlayerSpec>; 4]) -> Result<(), Failure> {
    let seats = session.seats();
    match (seats..players.len()).find(|&seat| players[seat].is_some()) {
        Some(extra) => {
            let option = cairn_rules::Player::ALL[extra].name();
            Err(Failure::Request(format!("--{option}: {} is for {seats} players", session.spec())))
        }
        None => Ok(()),
    }
}

/// A player for every seat: the given ones, and `default` for the others.
pub(crate) fn fill_seats<'a>(
    session: &dyn Session,
    players: [Option<PlayerSpec>; 4],
    default: impl Fn(usize) -> &'a str,
) -> Result<Vec<PlayerSpec>, Failure> {
    check_seats(session, &players)?;
    let mut player_specs = Vec::new();
    for (seat, player_spec) in players.into_iter().take(session.seats()).enumerate() {
        player_specs.push(match player_spec {
            Some(player_spec) => player_spec,
            None => default(seat).parse().map_err(Failure::request)?,
        });
    }
    Ok(player_specs)
}

/// The default player of a seat: a human in the first, bots in the others.
pub(crate) const fn default_player(seat: usize) -> &'static str {
    if seat == 0 { "human" } else { "greedy" }
}

/// A random seed, short enough to be typed.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0) >> 44
}
