//! The menu in line mode: which game, with which options, who plays; then it is played.

use std::io::{self, Write};

use cairn_rules::{GameInfo, Player, games};
use cairn_session::{Session, Who, open, puzzle};

use super::input::Input;
use super::table::Table;
use super::{USUAL_BOT, any_seed, riddle};
use crate::cli::laid_out;
use crate::failure::Failure;
use crate::look::Look;

/// Lets people choose until they have had enough.
pub(crate) fn menu(look: Look) -> Result<(), Failure> {
    let mut input = Input::new(look);
    writeln!(io::stdout().lock(), "Cairn {}: five stacking games", env!("CARGO_PKG_VERSION"))?;
    loop {
        print_games()?;
        writeln!(io::stdout().lock(), "  p  puzzles\n  r  rules\n  q  quit")?;
        let Some(answer) = input.ask("Choose> ")? else { return Ok(()) };
        match answer.to_lowercase().as_str() {
            "q" | "quit" | "exit" => return Ok(()),
            "p" | "puzzle" | "puzzles" => choose_puzzle(look, &mut input)?,
            "r" | "rules" => {
                let Some(answer) = input.ask("Rules of which game> ")? else { return Ok(()) };
                match find(&answer) {
                    Some(info) => write!(io::stdout().lock(), "{}", laid_out(info.rules, look))?,
                    None => eprintln!("`{}` is no game.", answer.escape_debug()),
                }
            }
            "" => {}
            _ => match find(&answer) {
                Some(info) => {
                    let Some(session) = choose_options(info, &mut input)? else { return Ok(()) };
                    let Some(seats) = choose_players(&*session, &mut input)? else { return Ok(()) };
                    Table::new(look, session, seats, any_seed()).run(&mut input)?;
                }
                None => eprintln!("`{}` is not in the menu.", answer.escape_debug()),
            },
        }
    }
}

/// Asks for a game and its options; `None` at the end of input.
pub(super) fn choose_game(input: &mut Input) -> Result<Option<Box<dyn Session>>, Failure> {
    print_games()?;
    loop {
        let Some(answer) = input.ask("Which game> ")? else { return Ok(None) };
        if matches!(answer.as_str(), "q" | "quit" | "exit") {
            return Ok(None);
        }
        if let Some(info) = find(&answer) {
            return choose_options(info, input);
        }
        match open(&answer, None) {
            Ok(session) => return Ok(Some(session)),
            Err(error) => eprintln!("{error}."),
        }
    }
}

fn print_games() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (number, info) in (1..).zip(games::ALL) {
        writeln!(out, "{}", Look::fill(&format!("  {number}  {:<7} {}", info.name, info.summary), 13))?;
    }
    Ok(())
}

/// A game by its number in the menu or its name.
fn find(answer: &str) -> Option<&'static GameInfo> {
    let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_name = || games::ALL.iter().find(|info| info.id.eq_ignore_ascii_case(answer));
    number.and_then(|index| games::ALL.get(index)).or_else(by_name).copied()
}

fn choose_options(info: &GameInfo, input: &mut Input) -> Result<Option<Box<dyn Session>>, Failure> {
    let mut out = io::stdout().lock();
    for spec in info.options {
        let (allowed, default) = (spec.allowed(), spec.print(spec.default));
        let line = format!("  {}={allowed} (default {default}): {}", spec.name, spec.help);
        writeln!(out, "{}", Look::fill(&line, 4))?;
    }
    drop(out);
    loop {
        let Some(answer) = input.ask("Options, such as those above joined by commas [official]> ")? else {
            return Ok(None);
        };
        let options = if answer.is_empty() { "official" } else { &answer };
        match open(&format!("{}:{options}", info.id), None) {
            Ok(session) => return Ok(Some(session)),
            Err(error) => eprintln!("{error}."),
        }
    }
}

fn choose_players(session: &dyn Session, input: &mut Input) -> Result<Option<Vec<Who>>, Failure> {
    let mut seats = Vec::new();
    for player in Player::seats(session.seats()) {
        let usual = if player == Player::FIRST { Who::Human } else { USUAL_BOT };
        let name = session.info().seats[player.index()].name;
        let who = loop {
            let Some(answer) =
                input.ask(&format!("{name}: human, level1 to level8, greedy, .. [{usual}]> "))?
            else {
                return Ok(None);
            };
            if answer.is_empty() {
                break usual;
            }
            match answer.to_lowercase().parse() {
                Ok(who) => break who,
                Err(error) => eprintln!("{error}."),
            }
        };
        seats.push(who);
    }
    Ok(Some(seats))
}

fn choose_puzzle(look: Look, input: &mut Input) -> Result<(), Failure> {
    let puzzles = puzzle::all();
    for (number, puzzle) in (1..).zip(&puzzles) {
        writeln!(io::stdout().lock(), "  {number}  {} ({})", puzzle.title, puzzle.id)?;
    }
    let Some(answer) = input.ask("Which puzzle> ")? else { return Ok(()) };
    let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let chosen = number.and_then(|index| puzzles.get(index).copied()).or_else(|| puzzle::find(&answer));
    let Some(info) = chosen else {
        eprintln!("`{}` is no puzzle.", answer.escape_debug());
        return Ok(());
    };
    riddle::play(look, info, input)
}
