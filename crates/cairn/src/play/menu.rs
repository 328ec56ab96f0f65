//! The menu in line mode: asks for a game, its options and players, and plays it.

use cairn_coach::rating::check_ratable;
use cairn_rules::{GameInfo, games};
use cairn_session::{Session, open};
use cairn_table::TableSetup;

use super::puzzle::Solver;
use super::setup::{
    Asked, Unanswered, ask, choose_options, choose_players, choose_rated, open_with, print_help, report_open,
};
use super::table::LineTable;
use super::unfinished::{self, Offered};
use super::{PlayRequest, fill_seats, learn, random_seed, saved, usual_opponent};
use crate::cli::format_rules;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::UserData;

/// A game that the user has chosen, with its options if specified.
type Chosen = (&'static GameInfo, Option<Box<dyn Session>>);

/// Shows the menu until the user quits.
pub(crate) fn menu(printer: Printer, user_data: &UserData) -> Result<(), Failure> {
    let texts = printer.texts();
    user_data.begin(printer);
    let title = texts.format("menu.title", &[("version", &env!("CARGO_PKG_VERSION"))]);
    writeln!(output::text(), "{title}")?;
    let mut input = match unfinished::offer(printer, user_data, Input::new(printer))? {
        Offered::Nothing(input) | Offered::Played(input) => input,
        Offered::End => return Ok(()),
    };
    if user_data.is_first_start() {
        writeln!(output::text(), "{}", texts.text("menu.first_start"))?;
    }
    loop {
        match choose_entry(printer, user_data, &mut input) {
            Ok(()) | Err(Unanswered::Back) => {}
            Err(Unanswered::Quit) => return Ok(()),
            Err(Unanswered::Failed(failure)) => return Err(failure),
        }
    }
}

/// Shows the menu and runs the user's choice.
fn choose_entry(printer: Printer, user_data: &UserData, input: &mut Input) -> Asked<()> {
    let texts = printer.texts();
    print_games(printer, games::ALL.iter().copied())?;
    let learn = lessons().next().map(|_| ("l", "menu.learn"));
    for (letter, key) in learn.into_iter().chain([
        ("p", "menu.puzzles"),
        ("t", "puzzles.today"),
        ("s", "menu.saved"),
        ("r", "menu.rules"),
        ("q", "menu.quit"),
    ]) {
        writeln!(output::text(), "  {letter}  {}", texts.text(key))?;
    }
    let answer = loop {
        match ask(printer, input, texts.text("menu.choose")) {
            Ok(answer) if !answer.is_empty() => break answer,
            Ok(_) | Err(Unanswered::Back) => errln!("{}", texts.text("menu.what_to_type")),
            Err(other) => return Err(other),
        }
    };
    match answer.to_lowercase().as_str() {
        "l" => learn::teach(printer, user_data, ask_lesson(printer, input)?, input)?,
        "p" => {
            let mut solver = Solver::new(printer, user_data);
            solver.list()?;
            let answer = ask(printer, input, texts.text("menu.which_puzzle"))?;
            solver.menu(&answer, input)?;
        }
        "t" => Solver::new(printer, user_data).menu("today", input)?,
        "s" => saved::browse(printer, user_data, input)?,
        "r" => {
            let answer = ask(printer, input, texts.text("menu.which_rules"))?;
            if let Some((info, _)) = read_game(printer, &answer) {
                let rules = info.rules_in(printer.language().word());
                output::text().draw(&format_rules(rules, printer))?;
            }
        }
        _ => {
            let Some(chosen) = read_game(printer, &answer) else { return Ok(()) };
            let setup = set_up(printer, user_data, chosen, &PlayRequest::default(), input)?;
            LineTable::new(printer, user_data, setup, input.stop_flag()).run(input)?;
        }
    }
    Ok(())
}

/// Returns the game that an answer names by its number, its name or a spec; prints an error if there is none.
fn read_game(printer: Printer, answer: &str) -> Option<Chosen> {
    if let Some(info) = find(answer) {
        return Some((info, None));
    }
    let (name, options) = answer.split_once(':').unwrap_or((answer, ""));
    let opened =
        find(name).map_or_else(|| open(answer, None), |info| open_with(info, options, printer.texts()));
    match opened {
        Ok(session) => Some((session.info(), Some(session))),
        Err(error) => {
            report_open(printer, &error);
            None
        }
    }
}

/// Lists the games with lessons.
fn lessons() -> impl Iterator<Item = &'static GameInfo> {
    games::ALL.iter().copied().filter(|info| info.engine.has_lesson())
}

/// Asks for a game that has a lesson.
pub(super) fn ask_lesson(printer: Printer, input: &mut Input) -> Asked<&'static GameInfo> {
    print_games(printer, lessons())?;
    loop {
        let answer = match ask(printer, input, printer.texts().text("menu.which_game")) {
            Err(Unanswered::Back) => continue,
            answer => answer?,
        };
        if answer.is_empty() {
            print_games(printer, lessons())?;
            continue;
        }
        let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(info) = number.and_then(|index| lessons().nth(index)) {
            return Ok(info);
        }
        if let Some((info, _)) = read_game(printer, &answer).filter(|_| number.is_none()) {
            return Ok(info);
        }
    }
}

/// Asks for a game and for everything else that the request lacks.
pub(super) fn choose_game(
    printer: Printer,
    user_data: &UserData,
    request: &PlayRequest,
    input: &mut Input,
) -> Asked<TableSetup> {
    let game = &user_data.settings.game;
    let usual = if game.is_empty() { games::ALL[0].id } else { game };
    let question = format!("{} [{usual}]", printer.texts().text("menu.which_game"));
    print_games(printer, games::ALL.iter().copied())?;
    loop {
        let answer = match ask(printer, input, &question) {
            Err(Unanswered::Back) => continue,
            answer => answer?,
        };
        let chosen = read_game(printer, if answer.is_empty() { usual } else { &answer });
        let Some(chosen) = chosen else { continue };
        match set_up(printer, user_data, chosen, request, input) {
            Err(Unanswered::Back) => print_games(printer, games::ALL.iter().copied())?,
            setup => return setup,
        }
    }
}

/// Asks for the options of a game and its players, unless the request specifies them.
fn set_up(
    printer: Printer,
    user_data: &UserData,
    (info, mut given): Chosen,
    request: &PlayRequest,
    input: &mut Input,
) -> Asked<TableSetup> {
    let seed = request.seed.unwrap_or_else(random_seed);
    print_help(printer);
    loop {
        let session = match given.take() {
            Some(session) => session,
            None => choose_options(printer, info, input)?,
        };
        if request.players.iter().any(Option::is_some) {
            let players = fill_seats(&*session, request.players.clone(), user_data)?;
            return Ok(TableSetup::new(session, players, seed));
        }
        loop {
            let players = match choose_players(printer, &*session, &usual_opponent(user_data)?, input) {
                Err(Unanswered::Back) => break,
                players => players?,
            };
            if check_ratable(&*session, &players).is_err() {
                return Ok(TableSetup::new(session, players, seed));
            }
            match choose_rated(printer, input) {
                Err(Unanswered::Back) => {}
                rated => return Ok(TableSetup::new(session, players, seed).with_rating(rated?)),
            }
        }
    }
}

fn print_games(printer: Printer, games: impl Iterator<Item = &'static GameInfo>) -> Result<(), Failure> {
    let mut out = output::text();
    for (number, info) in (1..).zip(games) {
        let summary = printer.texts().summary(info);
        writeln!(out, "{}", Printer::wrap(&format!("  {number}  {:<7} {summary}", info.name), 13))?;
    }
    Ok(())
}

/// Returns a game by its number in the menu or its name.
fn find(answer: &str) -> Option<&'static GameInfo> {
    let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_name = || games::ALL.iter().find(|info| info.id.eq_ignore_ascii_case(answer));
    number.and_then(|index| games::ALL.get(index)).or_else(by_name).copied()
}
