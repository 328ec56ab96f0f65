//! A puzzle in line mode.

use std::io::{self, Write};

use cairn_rules::PuzzleInfo;
use cairn_session::puzzle::{self, PuzzleSession, Verdict};

use super::input::Input;
use crate::failure::Failure;
use crate::look::Look;

const HELP: &str = "Type a move, or: moves, board, solution, reset, help, quit.";

/// Plays the puzzle with this name, or the first one.
pub(crate) fn puzzle(look: Look, id: Option<&str>) -> Result<(), Failure> {
    let info = match id {
        Some(id) => puzzle::find(id).ok_or_else(|| {
            let known: Vec<&str> = puzzle::all().iter().map(|puzzle| puzzle.id).collect();
            Failure::Request(format!(
                "unknown puzzle `{}`; the puzzles are {}",
                id.escape_debug(),
                known.join(", ")
            ))
        })?,
        None => puzzle::all()
            .into_iter()
            .next()
            .ok_or_else(|| Failure::Failed("there is no puzzle".to_owned()))?,
    };
    play(look, info, &mut Input::new(look))
}

pub(super) fn play(look: Look, info: &'static PuzzleInfo, input: &mut Input) -> Result<(), Failure> {
    let mut riddle = PuzzleSession::open(info).map_err(|error| Failure::Failed(error.to_string()))?;
    writeln!(io::stdout().lock(), "{}: {}\n{}", info.id, info.title, info.task)?;
    board(look, &riddle)?;
    look.note(HELP);
    loop {
        let Some(line) = input.ask("Your move> ")? else { return Ok(()) };
        match line.to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            "help" | "?" => writeln!(io::stdout().lock(), "{HELP}")?,
            "board" => board(look, &riddle)?,
            "moves" => writeln!(io::stdout().lock(), "{}", riddle.session().legal_moves().join(" "))?,
            "reset" => {
                riddle.reset();
                board(look, &riddle)?;
            }
            "solution" => writeln!(io::stdout().lock(), "solution: {}", riddle.solution().join(" "))?,
            _ => match riddle.attempt(&line) {
                Err(error) => eprintln!("{error}."),
                Ok(Verdict::Wrong { why }) => {
                    writeln!(io::stdout().lock(), "wrong: {why} (attempt {})", riddle.attempts())?;
                }
                Ok(Verdict::Right { reply }) => {
                    let mut out = io::stdout().lock();
                    match reply {
                        Some(reply) => writeln!(out, "right: the reply is {reply}")?,
                        None => writeln!(out, "right: go on")?,
                    }
                    drop(out);
                    board(look, &riddle)?;
                }
                Ok(Verdict::Solved) => {
                    board(look, &riddle)?;
                    writeln!(io::stdout().lock(), "solved, attempts: {}", riddle.attempts())?;
                    return Ok(());
                }
            },
        }
    }
}

fn board(look: Look, riddle: &PuzzleSession) -> Result<(), Failure> {
    Ok(write!(io::stdout().lock(), "{}", look.draw(&riddle.session().scene()))?)
}
