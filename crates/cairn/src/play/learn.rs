//! Lessons in line mode: each step prints its text and its board and reads the user's attempts.

use cairn_coach::lesson::{Feedback, Lesson};
use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, Message, games};
use cairn_session::open;
use cairn_table::{PartialTurn, TableSetup};
use cairn_texts::folded;

use super::menu;
use super::random_seed;
use super::setup::unless_left;
use super::steps::{choices_text, read_turn, with_steps};
use super::table::LineTable;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::output::errln;
use crate::printer::{BoardPrinter, Printer};
use crate::user_data::UserData;

/// Returns the game with this id; the error lists the games that have lessons.
pub(crate) fn find_game(id: &str) -> Result<&'static GameInfo, Failure> {
    let taught = || games::ALL.iter().filter(|info| info.engine.has_lesson());
    taught().find(|info| info.id.eq_ignore_ascii_case(id)).copied().ok_or_else(|| {
        let known: Vec<&str> = taught().map(|info| info.id).collect();
        let problem = Message::new("no lesson for `{game}`{near}; there are lessons for {known}")
            .with("game", id.escape_debug())
            .did_you_mean("near", cairn_texts::nearest(id, known.iter().copied()))
            .with("known", known.join(", "));
        Failure::request(problem)
    })
}

/// Teaches a game; asks for one if none was chosen.
pub(crate) fn learn(
    printer: Printer,
    user_data: &UserData,
    game: Option<&'static GameInfo>,
) -> Result<(), Failure> {
    let mut input = Input::new(printer);
    user_data.begin(printer);
    let game = match game {
        Some(game) => game,
        None => match unless_left(menu::ask_lesson(printer, &mut input))? {
            Some(game) => game,
            None => return Ok(()),
        },
    };
    teach(printer, user_data, game, &mut input)
}

/// Goes through the lesson of a game, and then offers a first game against the weakest level.
pub(super) fn teach(
    printer: Printer,
    user_data: &UserData,
    game: &'static GameInfo,
    input: &mut Input,
) -> Result<(), Failure> {
    if !completes_lesson(printer, game, input)? || !wants_first_game(printer, input)? {
        return Ok(());
    }
    let session = open(game.id, None).map_err(Failure::request)?;
    let level = "level1".parse().map_err(Failure::request)?;
    let setup = TableSetup::new(session, vec![PlayerSpec::Human, level], random_seed());
    LineTable::new(printer, user_data, setup, input.stop_flag()).run(input)
}

/// Goes through the lesson of a game; `false` if the user leaves it.
fn completes_lesson(printer: Printer, game: &'static GameInfo, input: &mut Input) -> Result<bool, Failure> {
    let texts = printer.texts();
    let lesson = Lesson::open(game, printer.language().word());
    let mut lesson = lesson.map_err(|error| Failure::failed(error.message()))?;
    printer.note(texts.text("lesson.help"));
    let mut board = BoardPrinter::default();
    print_step(printer, &lesson, &mut board)?;
    let mut turn = PartialTurn::default();
    loop {
        let key = if lesson.is_search() { "lesson.prompt_find" } else { "lesson.prompt_move" };
        let prompt = with_steps(texts.text(key).to_owned(), &turn, lesson.session(), texts);
        let Some(line) = input.prompt(&format!("{prompt}> "))? else { return Ok(false) };
        let word = folded(&line);
        let is = |english: &str| word == english || word == folded(texts.command(english));
        let mut goes_on = false;
        if word.is_empty() {
        } else if is("quit") || word == "q" || word == "exit" {
            return Ok(false);
        } else if is("help") || word == "?" {
            print_line(texts.text("lesson.help"))?;
            print_line(&texts.forms(game))?;
        } else if is("board") {
            output::text().draw(&board.draw_whole(printer, &lesson.scene()))?;
        } else if is("again") || is("reset") {
            turn.reset();
            print_step(printer, &lesson, &mut board)?;
        } else if is("moves") {
            print_line(&lesson.session().legal_moves().join(" "))?;
        } else if is("solution") {
            print_line(&texts.solution(&lesson.solution(), lesson.is_search()))?;
        } else if is("choices") && !lesson.is_search() {
            print_line(&choices_text(&turn, lesson.session(), texts))?;
        } else if is("undo") && turn.back() {
            printer.note(&choices_text(&turn, lesson.session(), texts));
        } else if is("back") {
            turn.reset();
            if !lesson.back() {
                errln!("{}", texts.text("lesson.first_step"));
            }
            print_step(printer, &lesson, &mut board)?;
        } else if is("skip") {
            goes_on = true;
        } else if lesson.is_search() {
            goes_on = attempt(printer, &mut lesson, &line, &mut board)?;
        } else if let Some(mv) = read_turn(printer, &mut turn, lesson.session(), &line) {
            goes_on = attempt(printer, &mut lesson, &mv, &mut board)?;
        }
        if goes_on {
            turn.reset();
        }
        if goes_on && !lesson.advance() {
            print_line(&texts.format("lesson.end", &[("game", &game.name)]))?;
            return Ok(true);
        }
        if goes_on {
            print_step(printer, &lesson, &mut board)?;
        }
    }
}

/// Attempts the typed line; returns whether the step is done.
fn attempt(
    printer: Printer,
    lesson: &mut Lesson,
    line: &str,
    board: &mut BoardPrinter,
) -> Result<bool, Failure> {
    let texts = printer.texts();
    match lesson.attempt(line) {
        Feedback::Done(said) => {
            output::text().draw(&board.draw(printer, &lesson.scene()))?;
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

/// Asks whether to play a first game; no if the input ends.
fn wants_first_game(printer: Printer, input: &mut Input) -> Result<bool, Failure> {
    let texts = printer.texts();
    loop {
        let Some(answer) = input.prompt(&format!("{}> ", texts.text("lesson.first_game")))? else {
            return Ok(false);
        };
        match input.yes_or_no(if answer.is_empty() { "yes" } else { &answer }) {
            Some(is_wanted) => return Ok(is_wanted),
            None => errln!("{}", texts.format("line.no_answer", &[("word", &answer.escape_debug())])),
        }
    }
}

fn print_step(printer: Printer, lesson: &Lesson, board: &mut BoardPrinter) -> Result<(), Failure> {
    let step = lesson.step();
    let head = format!("\n{} {}/{}: {}", lesson.game().name, lesson.number(), lesson.len(), step.title);
    print_line(&head)?;
    print_line(&Printer::wrap(step.text, 0))?;
    output::text().draw(&board.draw_whole(printer, &lesson.scene()))?;
    if let Some(prompt) = PartialTurn::default().prompt(lesson.session()).filter(|_| !lesson.is_search()) {
        printer.note(&Printer::wrap(&format!("{}.", printer.texts().message(&prompt)), 0));
    }
    Ok(())
}

fn print_line(text: &str) -> Result<(), Failure> {
    Ok(writeln!(output::text(), "{text}")?)
}
