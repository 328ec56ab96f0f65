//! Lessons in line mode: each step prints its text and its board and reads the user's attempts.

use cairn_coach::lesson::{Feedback, Lesson};
use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, games};
use cairn_session::open;
use cairn_table::TableSetup;
use cairn_texts::{Texts, folded};

use super::autosave::GameSave;
use super::input::Input;
use super::menu;
use super::random_seed;
use super::table::LineTable;
use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::UserData;

/// The game with this id; the error lists the games that have lessons.
pub(crate) fn find_game(id: &str) -> Result<&'static GameInfo, Failure> {
    let taught = || games::ALL.iter().filter(|info| info.engine.has_lesson());
    taught().find(|info| info.id.eq_ignore_ascii_case(id)).copied().ok_or_else(|| {
        let known: Vec<&str> = taught().map(|info| info.id).collect();
        let near = Texts::default().near(id, known.iter().copied());
        let (id, known) = (id.escape_debug(), known.join(", "));
        Failure::Request(format!("no lesson for `{id}`{near}; there are lessons for {known}"))
    })
}

/// Teaches a game; if none was chosen, asks for one.
pub(crate) fn learn(
    printer: Printer,
    user_data: &UserData,
    game: Option<&'static GameInfo>,
) -> Result<(), Failure> {
    let mut input = Input::new(printer);
    user_data.begin(printer);
    let game = match game {
        Some(game) => game,
        None => match menu::ask_lesson(printer, &mut input)? {
            Some(game) => game,
            None => return Ok(()),
        },
    };
    teach(printer, user_data, game, &mut input)
}

/// Goes through the lesson of a game, and then offers a first game.
pub(super) fn teach(
    printer: Printer,
    user_data: &UserData,
    game: &'static GameInfo,
    input: &mut Input,
) -> Result<(), Failure> {
    let texts = printer.texts();
    let lesson = Lesson::open(game, printer.language().word());
    let mut lesson = lesson.map_err(|error| Failure::Failed(error.to_string()))?;
    printer.note(texts.text("lesson.help"));
    print_step(printer, &lesson)?;
    loop {
        let key = if lesson.is_search() { "lesson.prompt_find" } else { "lesson.prompt_move" };
        let Some(line) = input.prompt(&format!("{}> ", texts.text(key)))? else { return Ok(()) };
        let word = folded(&line);
        let is = |english: &str| word == english || word == folded(texts.command(english));
        let mut goes_on = false;
        if word.is_empty() {
        } else if is("quit") || word == "q" || word == "exit" {
            return Ok(());
        } else if is("help") || word == "?" {
            print_line(texts.text("lesson.help"))?;
        } else if is("board") {
            print_board(printer, &lesson)?;
        } else if is("moves") {
            print_line(&lesson.session().legal_moves().join(" "))?;
        } else if is("solution") {
            let moves = short_list(&lesson.solution());
            print_line(&texts.format("attempt.solution", &[("moves", &moves)]))?;
        } else if is("back") {
            if !lesson.back() {
                errln!("{}", texts.text("lesson.first_step"));
            }
            print_step(printer, &lesson)?;
        } else if is("skip") {
            goes_on = true;
        } else {
            goes_on = attempt(printer, &mut lesson, &line)?;
        }
        if goes_on && !lesson.advance() {
            print_line(&texts.format("lesson.end", &[("game", &game.name)]))?;
            return first_game(printer, user_data, game, input);
        }
        if goes_on {
            print_step(printer, &lesson)?;
        }
    }
}

/// Tries the typed line; returns whether the step is done.
fn attempt(printer: Printer, lesson: &mut Lesson, line: &str) -> Result<bool, Failure> {
    let texts = printer.texts();
    match lesson.attempt(line) {
        Feedback::Done(said) => {
            print_board(printer, lesson)?;
            print_line(&Printer::wrap(&texts.format("lesson.right", &[("said", &said)]), 0))?;
            return Ok(true);
        }
        Feedback::Missed(said) => {
            let said = said.unwrap_or(texts.text("lesson.missed"));
            print_line(&Printer::wrap(&texts.format("lesson.wrong", &[("said", &said)]), 0))?;
        }
        Feedback::Found { left } => print_line(&texts.plural("lesson.found", left as u64, &[]))?,
        Feedback::Illegal(error) => {
            errln!("{}.", texts.move_error_among(&error, &lesson.session().legal_moves()));
        }
        Feedback::NoSuchSquare(word) => {
            errln!("{}", texts.format("lesson.no_square", &[("word", &word.escape_debug())]));
        }
    }
    Ok(false)
}

/// Offers a first game against the weakest level.
fn first_game(
    printer: Printer,
    user_data: &UserData,
    game: &'static GameInfo,
    input: &mut Input,
) -> Result<(), Failure> {
    let texts = printer.texts();
    loop {
        let Some(answer) = input.prompt(&format!("{}> ", texts.text("lesson.first_game")))? else {
            return Ok(());
        };
        match input.yes_or_no(if answer.is_empty() { "yes" } else { &answer }) {
            Some(true) => break,
            Some(false) => return Ok(()),
            None => errln!("{}", texts.format("line.no_answer", &[("word", &answer.escape_debug())])),
        }
    }
    let session = open(game.id, None).map_err(Failure::request)?;
    let level = "level1".parse().map_err(Failure::request)?;
    let setup = TableSetup::new(session, vec![PlayerSpec::Human, level], random_seed());
    LineTable::new(printer, setup, GameSave::new(user_data), input.stop_flag()).run(input)
}

fn print_step(printer: Printer, lesson: &Lesson) -> Result<(), Failure> {
    let step = lesson.step();
    let head = format!("\n{} {}/{}: {}", lesson.game().name, lesson.number(), lesson.len(), step.title);
    print_line(&head)?;
    print_line(&Printer::wrap(step.text, 0))?;
    print_board(printer, lesson)
}

/// The first few of many moves.
fn short_list(moves: &[String]) -> String {
    const MAX_LISTED_MOVES: usize = 12;
    let more = if moves.len() > MAX_LISTED_MOVES { " ..." } else { "" };
    moves[..moves.len().min(MAX_LISTED_MOVES)].join(" ") + more
}

fn print_line(text: &str) -> Result<(), Failure> {
    Ok(writeln!(output::text(), "{text}")?)
}

fn print_board(printer: Printer, lesson: &Lesson) -> Result<(), Failure> {
    Ok(output::text().draw(&printer.draw(&lesson.scene()))?)
}
