//! Opens the full screen where a terminal can show it.

use std::env;
use std::io::{self, IsTerminal};

use cairn_session::Session;
use cairn_session::players::Sitter;
use cairn_tui::theme::{Depth, Environment, Mode};
use cairn_tui::{Opening, Start};

use crate::date;
use crate::failure::Failure;
use crate::look::Look;
use crate::play::{any_seed, fill_seats, usual};
use crate::shelf::Shelf;

/// Whether there is a terminal, and one that can do more than print lines.
pub(crate) fn is_there(look: Look) -> bool {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let can_move =
        cfg!(windows) || env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb");
    is_terminal && can_move && !look.is_in_words()
}

/// Plays a game; the menu asks for it if there is none.
pub(crate) fn play(
    look: Look,
    shelf: &Shelf,
    session: Option<Box<dyn Session>>,
    named: [Option<Sitter>; 4],
    seed: Option<u64>,
) -> Result<(), Failure> {
    let seed = seed.unwrap_or_else(any_seed);
    let (opening, sitters) = match session {
        Some(session) => {
            let sitters = fill_seats(&*session, named, usual)?;
            (Opening::Game(session, sitters, seed), Default::default())
        }
        None => (Opening::Menu, named),
    };
    run(look, shelf, opening, sitters, seed)
}

/// Goes on with the game that was left last, with those who were named in their seats.
pub(crate) fn resume(look: Look, shelf: &Shelf, named: [Option<Sitter>; 4]) -> Result<(), Failure> {
    run(look, shelf, Opening::Unfinished, named, any_seed())
}

/// Runs the full-screen app from this opening.
pub(crate) fn open(look: Look, shelf: &Shelf, opening: Opening) -> Result<(), Failure> {
    run(look, shelf, opening, Default::default(), any_seed())
}

fn run(
    look: Look,
    shelf: &Shelf,
    opening: Opening,
    sitters: [Option<Sitter>; 4],
    seed: u64,
) -> Result<(), Failure> {
    let [colorterm, term, no_color, colorfgbg] =
        ["COLORTERM", "TERM", "NO_COLOR", "COLORFGBG"].map(|name| env::var(name).ok());
    let environment = Environment {
        colorterm: colorterm.as_deref(),
        term: term.as_deref(),
        no_color: no_color.as_deref().filter(|_| !look.insists_on_color()),
        colorfgbg: colorfgbg.as_deref(),
    };
    let depth = if look.color() { Depth::detect(&environment) } else { Depth::None };
    let start = Start {
        opening,
        home: shelf.home().cloned(),
        settings: shelf.settings(),
        language: look.language(),
        ascii: look.is_ascii(),
        depth,
        mode: Mode::detect(&environment),
        sitters,
        today: date::today(),
        seed,
        remarks: shelf.remarks(look.texts()),
    };
    Ok(cairn_tui::run(start)?)
}
