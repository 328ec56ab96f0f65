//! The menu in line mode: asks for a game, its options and players, and plays it.

use cairn_coach::rating::check_ratable;
use cairn_rules::{GameInfo, games};
use cairn_session::{Session, open};
use cairn_table::TableSetup;

use super::autosave::GameSave;
use super::input::Input;
use super::puzzle::Solver;
use super::setup::{Answer, ask, choose_options, choose_players, choose_rated, print_help, report_open};
use super::table::LineTable;
use super::{PlayRequest, fill_seats, learn, random_seed, saved, unfinished, usual_opponent};
use crate::cli::format_rules;
use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::UserData;

/// Shows the menu until the user quits.
pub(crate) fn menu(printer: Printer, user_data: &UserData) -> Result<(), Failure> {
    let (mut input, texts) = (Input::new(printer), printer.texts());
    user_data.begin(printer);
    let title = texts.format("menu.title", &[("version", &env!("CARGO_PKG_VERSION"))]);
    writeln!(output::text(), "{title}")?;
    unfinished::offer(printer, user_data, &mut input)?;
    if user_data.is_first_start() {
        writeln!(output::text(), "{}", texts.text("menu.first_start"))?;
    }
    loop {
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
            match ask(printer, &mut input, texts.text("menu.choose"))? {
                Answer::Given(answer) if !answer.is_empty() => break answer,
                Answer::Given(_) | Answer::Back => errln!("{}", texts.text("menu.what_to_type")),
                Answer::Quit => return Ok(()),
            }
        };
        match answer.to_lowercase().as_str() {
            "l" => {
                let Some(game) = ask_lesson(printer, &mut input)? else { return Ok(()) };
                learn::teach(printer, user_data, game, &mut input)?;
            }
            "p" => {
                let mut solver = Solver::new(printer, user_data);
                solver.list()?;
                match ask(printer, &mut input, texts.text("menu.which_puzzle"))? {
                    Answer::Given(answer) => solver.menu(&answer, &mut input)?,
                    Answer::Back => {}
                    Answer::Quit => return Ok(()),
                }
            }
            "t" => Solver::new(printer, user_data).menu("today", &mut input)?,
            "s" => saved::browse(printer, user_data, &mut input)?,
            "r" => match ask(printer, &mut input, texts.text("menu.which_rules"))? {
                Answer::Given(answer) => {
                    if let Some(info) = read_game(printer, &answer).map(|chosen| chosen.info()) {
                        let rules = info.rules_in(printer.language().word());
                        output::text().draw(&format_rules(rules, printer))?;
                    }
                }
                Answer::Back => {}
                Answer::Quit => return Ok(()),
            },
            _ => {
                let Some(chosen) = read_game(printer, &answer) else { continue };
                match set_up(printer, user_data, chosen, &PlayRequest::default(), &mut input)? {
                    Answer::Given(setup) => {
                        let save = GameSave::new(user_data);
                        LineTable::new(printer, setup, save, input.stop_flag()).run(&mut input)?;
                    }
                    Answer::Back => {}
                    Answer::Quit => return Ok(()),
                }
            }
        }
    }
}

/// A game that was chosen, without options or with them.
enum Chosen {
    Game(&'static GameInfo),
    Session(Box<dyn Session>),
}

impl Chosen {
    fn info(&self) -> &'static GameInfo {
        match self {
            Self::Game(info) => info,
            Self::Session(session) => session.info(),
        }
    }
}

/// The game that an answer names by its number, its name or a spec; prints an error if there is none.
fn read_game(printer: Printer, answer: &str) -> Option<Chosen> {
    if let Some(info) = find(answer) {
        return Some(Chosen::Game(info));
    }
    open(answer, None).map(Chosen::Session).map_err(|error| report_open(printer, &error)).ok()
}

/// The games that can be learnt.
fn lessons() -> impl Iterator<Item = &'static GameInfo> {
    games::ALL.iter().copied().filter(|info| info.engine.has_lesson())
}

/// Asks for a game that has a lesson; `None` if the user quits.
pub(super) fn ask_lesson(printer: Printer, input: &mut Input) -> Result<Option<&'static GameInfo>, Failure> {
    print_games(printer, lessons())?;
    loop {
        match ask(printer, input, printer.texts().text("menu.which_game"))? {
            Answer::Given(answer) if answer.is_empty() => print_games(printer, lessons())?,
            Answer::Given(answer) => {
                let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                if let Some(info) = number.and_then(|index| lessons().nth(index)) {
                    return Ok(Some(info));
                }
                if let Some(chosen) = read_game(printer, &answer).filter(|_| number.is_none()) {
                    return Ok(Some(chosen.info()));
                }
            }
            Answer::Back => {}
            Answer::Quit => return Ok(None),
        }
    }
}

/// Asks for a game and for whatever the request leaves open; `None` if the user quits.
pub(super) fn choose_game(
    printer: Printer,
    user_data: &UserData,
    request: &PlayRequest,
    input: &mut Input,
) -> Result<Option<TableSetup>, Failure> {
    let game = user_data.settings().game;
    let usual = if game.is_empty() { games::ALL[0].id } else { &game };
    let question = format!("{} [{usual}]", printer.texts().text("menu.which_game"));
    print_games(printer, games::ALL.iter().copied())?;
    loop {
        let chosen = match ask(printer, input, &question)? {
            Answer::Given(answer) => read_game(printer, if answer.is_empty() { usual } else { &answer }),
            Answer::Back => None,
            Answer::Quit => return Ok(None),
        };
        let Some(chosen) = chosen else { continue };
        match set_up(printer, user_data, chosen, request, input)? {
            Answer::Given(setup) => return Ok(Some(setup)),
            Answer::Back => print_games(printer, games::ALL.iter().copied())?,
            Answer::Quit => return Ok(None),
        }
    }
}

/// Asks for the options of a game and its players, as far as they are not given.
fn set_up(
    printer: Printer,
    user_data: &UserData,
    chosen: Chosen,
    request: &PlayRequest,
    input: &mut Input,
) -> Result<Answer<TableSetup>, Failure> {
    let seed = request.seed.unwrap_or_else(random_seed);
    let info = chosen.info();
    let mut given = match chosen {
        Chosen::Game(_) => None,
        Chosen::Session(session) => Some(session),
    };
    print_help(printer);
    loop {
        let session = match given
            .take()
            .map_or_else(|| choose_options(printer, info, input), |given| Ok(Answer::Given(given)))?
        {
            Answer::Given(session) => session,
            Answer::Back => return Ok(Answer::Back),
            Answer::Quit => return Ok(Answer::Quit),
        };
        if request.players.iter().any(Option::is_some) {
            let players = fill_seats(&*session, request.players.clone(), user_data)?;
            return Ok(Answer::Given(TableSetup::new(session, players, seed)));
        }
        loop {
            let players = match choose_players(printer, &*session, &usual_opponent(user_data)?, input)? {
                Answer::Given(players) => players,
                Answer::Back => break,
                Answer::Quit => return Ok(Answer::Quit),
            };
            if check_ratable(&*session, &players).is_err() {
                return Ok(Answer::Given(TableSetup::new(session, players, seed)));
            }
            match choose_rated(printer, input)? {
                Answer::Given(rated) => {
                    return Ok(Answer::Given(TableSetup::new(session, players, seed).with_rating(rated)));
                }
                Answer::Back => {}
                Answer::Quit => return Ok(Answer::Quit),
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

/// A game by its number in the menu or its name.
fn find(answer: &str) -> Option<&'static GameInfo> {
    let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_name = || games::ALL.iter().find(|info| info.id.eq_ignore_ascii_case(answer));
    number.and_then(|index| games::ALL.get(index)).or_else(by_name).copied()
}
