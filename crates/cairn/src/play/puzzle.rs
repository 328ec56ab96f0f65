//! Puzzles in line mode.

use cairn_engine::puzzle;
use cairn_engine::puzzle::{PuzzleSession, Verdict};
use cairn_rules::PuzzleInfo;
use cairn_texts::{Texts, folded};

use super::input::Input;
use crate::failure::Failure;
use crate::printer::Printer;
use crate::stderr::errln;
use crate::stdout;

/// The puzzle with this id, or the first one.
pub(crate) fn find_puzzle(id: Option<&str>) -> Result<&'static PuzzleInfo, Failure> {
    let Some(id) = id else {
        let first = puzzle::all().into_iter().next();
        return first.ok_or_else(|| Failure::Failed("there is no puzzle".to_owned()));
    };
    puzzle::find(id).ok_or_else(|| {
        let known: Vec<&str> = puzzle::all().iter().map(|puzzle| puzzle.id).collect();
        let near = Texts::default().near(id, known.iter().copied());
        let (id, known) = (id.escape_debug(), known.join(", "));
        Failure::Request(format!("unknown puzzle `{id}`{near}; the puzzles are {known}"))
    })
}

/// Plays a puzzle.
pub(crate) fn puzzle(printer: Printer, info: &'static PuzzleInfo) -> Result<(), Failure> {
    play(printer, info, &mut Input::new(printer))
}

/// Prints a numbered list of puzzles.
pub(super) fn list(printer: Printer, puzzles: &[&PuzzleInfo]) -> Result<(), Failure> {
    let mut out = stdout::text();
    for (number, puzzle) in (1..).zip(puzzles) {
        let title = printer.texts().puzzle_title(puzzle.id, puzzle.title);
        writeln!(out, "  {number}  {title} ({})", puzzle.id)?;
    }
    Ok(())
}

/// Plays the puzzle with this number or id; the first one if the answer is empty.
pub(super) fn choose(printer: Printer, answer: &str, input: &mut Input) -> Result<(), Failure> {
    let puzzles = puzzle::all();
    let number = if answer.is_empty() { Some(1) } else { answer.parse::<usize>().ok() };
    let numbered = number.and_then(|number| puzzles.get(number.checked_sub(1)?).copied());
    if let Some(info) = numbered.or_else(|| puzzle::find(answer)) {
        return play(printer, info, input);
    }
    let texts = printer.texts();
    let near = texts.near(answer, puzzles.iter().map(|puzzle| puzzle.id));
    errln!("{}", texts.tell("attempt.unknown", &[("word", &answer.escape_debug()), ("near", &near)]));
    Ok(())
}

fn play(printer: Printer, info: &'static PuzzleInfo, input: &mut Input) -> Result<(), Failure> {
    let texts = printer.texts();
    let mut puzzle = PuzzleSession::open(info).map_err(|error| Failure::Failed(error.to_string()))?;
    let (title, task) = (texts.puzzle_title(info.id, info.title), texts.puzzle_task(info.id, info.task));
    print_line(&format!("{}: {title}\n{task}", info.id))?;
    print_board(printer, &puzzle)?;
    printer.note(texts.say("attempt.help"));
    loop {
        let Some(line) = input.prompt(&format!("{}> ", texts.say("attempt.prompt")))? else { return Ok(()) };
        let word = folded(&line);
        let is = |english: &str| word == english || word == folded(texts.command(english));
        if word.is_empty() {
        } else if is("quit") || word == "q" || word == "exit" {
            return Ok(());
        } else if is("help") || word == "?" {
            print_line(texts.say("attempt.help"))?;
        } else if is("board") {
            print_board(printer, &puzzle)?;
        } else if is("moves") {
            print_line(&puzzle.session().legal_moves().join(" "))?;
        } else if is("reset") {
            puzzle.reset();
            print_board(printer, &puzzle)?;
        } else if is("solution") {
            print_line(&texts.tell("attempt.solution", &[("moves", &puzzle.solution().join(" "))]))?;
        } else if attempt(printer, &mut puzzle, &line)? {
            return Ok(());
        }
    }
}

/// Attempts a move; whether it solves the puzzle.
fn attempt(printer: Printer, puzzle: &mut PuzzleSession, line: &str) -> Result<bool, Failure> {
    let texts = printer.texts();
    match puzzle.attempt(line) {
        Err(error) => {
            errln!("{}.", texts.move_error_among(&error, &puzzle.session().legal_moves()));
        }
        Ok(Verdict::Wrong { why }) => {
            let why = texts.refusal(&why);
            print_line(&texts.tell("attempt.wrong", &[("why", &why), ("n", &puzzle.attempts())]))?;
        }
        Ok(Verdict::Right { reply }) => {
            print_line(&match reply {
                Some(reply) => texts.tell("attempt.right_reply", &[("reply", &reply)]),
                None => texts.say("attempt.right").to_owned(),
            })?;
            print_board(printer, puzzle)?;
        }
        Ok(Verdict::Solved) => {
            print_board(printer, puzzle)?;
            print_line(&texts.tell("attempt.solved", &[("n", &puzzle.attempts())]))?;
            return Ok(true);
        }
    }
    Ok(false)
}

fn print_line(text: &str) -> Result<(), Failure> {
    Ok(writeln!(stdout::text(), "{text}")?)
}

fn print_board(printer: Printer, puzzle: &PuzzleSession) -> Result<(), Failure> {
    Ok(stdout::text().draw(&printer.draw(&puzzle.session().scene()))?)
}
