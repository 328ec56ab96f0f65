//! A puzzle in line mode.

use std::io::{self, Write};

use cairn_rules::PuzzleInfo;
use cairn_session::puzzle::{self, PuzzleSession, Verdict};
use cairn_texts::folded;

use super::input::Input;
use crate::failure::Failure;
use crate::look::Look;

/// The puzzle with this name, or the first one.
pub(crate) fn find_puzzle(id: Option<&str>) -> Result<&'static PuzzleInfo, Failure> {
    let Some(id) = id else {
        let first = puzzle::all().into_iter().next();
        return first.ok_or_else(|| Failure::Failed("there is no puzzle".to_owned()));
    };
    puzzle::find(id).ok_or_else(|| {
        let known: Vec<&str> = puzzle::all().iter().map(|puzzle| puzzle.id).collect();
        let (id, known) = (id.escape_debug(), known.join(", "));
        Failure::Request(format!("unknown puzzle `{id}`; the puzzles are {known}"))
    })
}

/// Plays a puzzle.
pub(crate) fn puzzle(look: Look, info: &'static PuzzleInfo) -> Result<(), Failure> {
    play(look, info, &mut Input::new(look))
}

/// Prints puzzles with their numbers.
pub(super) fn list(look: Look, puzzles: &[&PuzzleInfo]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (number, puzzle) in (1..).zip(puzzles) {
        let title = look.texts().puzzle_title(puzzle.id, puzzle.title);
        writeln!(out, "  {number}  {title} ({})", puzzle.id)?;
    }
    Ok(())
}

/// Plays the puzzle with a number of the list or a name; the first one if nothing is said.
pub(super) fn choose(look: Look, answer: &str, input: &mut Input) -> Result<(), Failure> {
    let puzzles = puzzle::all();
    let number = if answer.is_empty() { Some(1) } else { answer.parse::<usize>().ok() };
    let numbered = number.and_then(|number| puzzles.get(number.checked_sub(1)?).copied());
    if let Some(info) = numbered.or_else(|| puzzle::find(answer)) {
        return play(look, info, input);
    }
    eprintln!("{}", look.texts().tell("riddle.unknown", &[("word", &answer.escape_debug())]));
    Ok(())
}

fn play(look: Look, info: &'static PuzzleInfo, input: &mut Input) -> Result<(), Failure> {
    let texts = look.texts();
    let mut riddle = PuzzleSession::open(info).map_err(|error| Failure::Failed(error.to_string()))?;
    let (title, task) = (texts.puzzle_title(info.id, info.title), texts.puzzle_task(info.id, info.task));
    say(&format!("{}: {title}\n{task}", info.id))?;
    board(look, &riddle)?;
    look.note(texts.say("riddle.help"));
    loop {
        let Some(line) = input.ask(&format!("{}> ", texts.say("riddle.prompt")))? else { return Ok(()) };
        let word = folded(&line);
        let is = |english: &str| word == english || word == folded(texts.command(english));
        if word.is_empty() {
        } else if is("quit") || word == "q" || word == "exit" {
            return Ok(());
        } else if is("help") || word == "?" {
            say(texts.say("riddle.help"))?;
        } else if is("board") {
            board(look, &riddle)?;
        } else if is("moves") {
            say(&riddle.session().legal_moves().join(" "))?;
        } else if is("reset") {
            riddle.reset();
            board(look, &riddle)?;
        } else if is("solution") {
            say(&texts.tell("riddle.solution", &[("moves", &riddle.solution().join(" "))]))?;
        } else if attempt(look, &mut riddle, &line)? {
            return Ok(());
        }
    }
}

/// Tries a move; whether that solves the puzzle.
fn attempt(look: Look, riddle: &mut PuzzleSession, line: &str) -> Result<bool, Failure> {
    let texts = look.texts();
    match riddle.attempt(line) {
        Err(error) => eprintln!("{}.", texts.move_error(&error)),
        Ok(Verdict::Wrong { why }) => {
            let why = texts.refusal(&why);
            say(&texts.tell("riddle.wrong", &[("why", &why), ("n", &riddle.attempts())]))?;
        }
        Ok(Verdict::Right { reply }) => {
            say(&match reply {
                Some(reply) => texts.tell("riddle.right_reply", &[("reply", &reply)]),
                None => texts.say("riddle.right").to_owned(),
            })?;
            board(look, riddle)?;
        }
        Ok(Verdict::Solved) => {
            board(look, riddle)?;
            say(&texts.tell("riddle.solved", &[("n", &riddle.attempts())]))?;
            return Ok(true);
        }
    }
    Ok(false)
}

fn say(text: &str) -> Result<(), Failure> {
    Ok(writeln!(io::stdout().lock(), "{text}")?)
}

fn board(look: Look, riddle: &PuzzleSession) -> Result<(), Failure> {
    Ok(write!(io::stdout().lock(), "{}", look.draw(&riddle.session().scene()))?)
}
