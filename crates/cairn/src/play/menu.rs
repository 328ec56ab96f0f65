//! The menu in line mode: asks for a game, its options and players, and plays it.

use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, Player, Preset, games};
use cairn_session::{OpenError, Session, open};

use super::autosave::GameSave;
use super::command::{Command, Verb};
use super::input::Input;
use super::table::{LineTable, Seating};
use super::{default_player, learn, puzzle, random_seed, saved, unfinished};
use crate::cli::{format_rules, option_line};
use crate::failure::Failure;
use crate::printer::Printer;
use crate::stderr::errln;
use crate::stdout;
use crate::user_data::UserData;

/// Shows the menu until the user quits.
pub(crate) fn menu(printer: Printer, user_data: &UserData) -> Result<(), Failure> {
    let (mut input, texts) = (Input::new(printer), printer.texts());
    user_data.begin(printer);
    let title = texts.tell("menu.title", &[("version", &env!("CARGO_PKG_VERSION"))]);
    writeln!(stdout::text(), "{title}")?;
    unfinished::offer(printer, user_data, &mut input)?;
    if user_data.is_first_start() {
        writeln!(stdout::text(), "{}", texts.say("menu.first_start"))?;
    }
    loop {
        print_games(printer)?;
        for (letter, key) in
            [("l", "menu.learn"), ("p", "menu.puzzles"), ("s", "menu.saved"), ("r", "menu.rules"), ("q", "menu.quit")]
        {
            writeln!(stdout::text(), "  {letter}  {}", texts.say(key))?;
        }
        let Some(answer) = ask(printer, &mut input, texts.say("menu.choose"))? else { return Ok(()) };
        match answer.to_lowercase().as_str() {
            "l" => {
                let Some(game) = ask_game(printer, &mut input)? else { return Ok(()) };
                learn::teach(printer, user_data, game, &mut input)?;
            }
            "p" => {
                puzzle::list(printer, &cairn_engine::puzzle::all())?;
                let Some(answer) = ask(printer, &mut input, texts.say("menu.which_puzzle"))? else {
                    return Ok(());
                };
                puzzle::choose(printer, &answer, &mut input)?;
            }
            "s" => saved::browse(printer, user_data, &mut input)?,
            "r" => {
                let Some(answer) = ask(printer, &mut input, texts.say("menu.which_rules"))? else {
                    return Ok(());
                };
                match find(&answer) {
                    Some(info) => {
                        let rules = info.rules_in(printer.language().word());
                        stdout::text().draw(&format_rules(rules, printer))?;
                    }
                    None => report_unknown(printer, &answer),
                }
            }
            "" => {}
            _ => match find(&answer) {
                Some(info) => {
                    let Some(session) = choose_options(printer, info, &mut input)? else { return Ok(()) };
                    let Some(players) = choose_players(printer, &*session, &mut input)? else {
                        return Ok(());
                    };
                    let seating = Seating { session, players, seed: random_seed() };
                    let save = GameSave::new(user_data);
                    LineTable::new(printer, seating, save, input.stop_flag()).run(&mut input)?;
                }
                None => report_unknown(printer, &answer),
            },
        }
    }
}

fn report_unknown(printer: Printer, answer: &str) {
    errln!("{}", printer.texts().tell("menu.unknown", &[("word", &answer.escape_debug())]));
}

fn report_open(printer: Printer, error: &OpenError) {
    match error {
        OpenError::Spec(error) => errln!("{}.", printer.texts().spec_error(error)),
        OpenError::Position(error) => errln!("{error}."),
    }
}

/// Asks a question; `None` at the end of input and for `quit`.
fn ask(printer: Printer, input: &mut Input, question: &str) -> Result<Option<String>, Failure> {
    let answer = input.prompt(&format!("{question}> "))?;
    let is_quit =
        |answer: &str| matches!(Command::parse(answer, printer.texts()), Command::Run(Verb::Quit, _));
    Ok(answer.filter(|answer| !is_quit(answer)))
}

/// Asks for a game without options; `None` if the user quits.
pub(super) fn ask_game(printer: Printer, input: &mut Input) -> Result<Option<&'static GameInfo>, Failure> {
    print_games(printer)?;
    loop {
        let Some(answer) = ask(printer, input, printer.texts().say("menu.which_game"))? else {
            return Ok(None);
        };
        match find(&answer) {
            Some(info) => return Ok(Some(info)),
            None => report_unknown(printer, &answer),
        }
    }
}

/// Asks for a game and its options; `None` if the user quits.
pub(super) fn choose_game(printer: Printer, input: &mut Input) -> Result<Option<Box<dyn Session>>, Failure> {
    print_games(printer)?;
    loop {
        let Some(answer) = ask(printer, input, printer.texts().say("menu.which_game"))? else {
            return Ok(None);
        };
        if let Some(info) = find(&answer) {
            return choose_options(printer, info, input);
        }
        match open(&answer, None) {
            Ok(session) => return Ok(Some(session)),
            Err(error) => report_open(printer, &error),
        }
    }
}

fn print_games(printer: Printer) -> Result<(), Failure> {
    let mut out = stdout::text();
    for (number, info) in (1..).zip(games::ALL) {
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

fn choose_options(
    printer: Printer,
    info: &GameInfo,
    input: &mut Input,
) -> Result<Option<Box<dyn Session>>, Failure> {
    let texts = printer.texts();
    let mut out = stdout::text();
    for spec in info.options {
        let (line, help) = (option_line(spec, texts), texts.option_help(info, spec));
        writeln!(out, "{}", Printer::wrap(&format!("  {line}: {help}"), 4))?;
    }
    drop(out);
    loop {
        let Some(answer) = ask(printer, input, texts.say("menu.options"))? else { return Ok(None) };
        let options = if answer.is_empty() { Preset::STANDARD.name } else { &answer };
        match open(&format!("{}:{options}", info.id), None) {
            Ok(session) => return Ok(Some(session)),
            Err(error) => report_open(printer, &error),
        }
    }
}

fn choose_players(
    printer: Printer,
    session: &dyn Session,
    input: &mut Input,
) -> Result<Option<Vec<PlayerSpec>>, Failure> {
    let texts = printer.texts();
    let mut player_specs = Vec::new();
    for player in Player::seats(session.seats()) {
        let default = default_player(player.index());
        let name = texts.seat(session.info().seats[player.index()].name);
        let question = texts.tell("menu.who", &[("player", &name), ("usual", &default)]);
        player_specs.push(loop {
            let Some(answer) = ask(printer, input, &question)? else { return Ok(None) };
            let text = if answer.is_empty() { default } else { &answer };
            match text.parse() {
                Ok(player_spec) => break player_spec,
                Err(error) => errln!("{error}."),
            }
        });
    }
    Ok(Some(player_specs))
}
