//! The menu in line mode: which game, with which options, who plays; then it is played.

use std::io::{self, Write};

use cairn_rules::{GameInfo, Player, games};
use cairn_session::players::Sitter;
use cairn_session::{Session, open};

use super::command::{Line, Verb};
use super::input::Input;
use super::kept::Kept;
use super::table::Table;
use super::{any_seed, offer, riddle, usual};
use crate::cli::{laid_out, option_line};
use crate::failure::Failure;
use crate::look::Look;
use crate::shelf::Shelf;

/// Lets people choose until they have had enough.
pub(crate) fn menu(look: Look, shelf: &Shelf) -> Result<(), Failure> {
    let (mut input, texts) = (Input::new(look), look.texts());
    shelf.report(look);
    let title = texts.tell("menu.title", &[("version", &env!("CARGO_PKG_VERSION"))]);
    writeln!(io::stdout().lock(), "{title}")?;
    offer::offer(look, shelf, &mut input)?;
    loop {
        print_games(look)?;
        let more = ["menu.puzzles", "menu.rules", "menu.quit"].map(|key| texts.say(key));
        writeln!(io::stdout().lock(), "  p  {}\n  r  {}\n  q  {}", more[0], more[1], more[2])?;
        let Some(answer) = ask(look, &mut input, texts.say("menu.choose"))? else { return Ok(()) };
        match answer.to_lowercase().as_str() {
            "p" => {
                riddle::list(look, &cairn_session::puzzle::all())?;
                let Some(answer) = ask(look, &mut input, texts.say("menu.which_puzzle"))? else {
                    return Ok(());
                };
                riddle::choose(look, &answer, &mut input)?;
            }
            "r" => {
                let Some(answer) = ask(look, &mut input, texts.say("menu.which_rules"))? else {
                    return Ok(());
                };
                match find(&answer) {
                    Some(info) => {
                        let rules = info.rules_in(look.language().word());
                        write!(io::stdout().lock(), "{}", laid_out(rules, look))?;
                    }
                    None => unknown(look, &answer),
                }
            }
            "" => {}
            _ => match find(&answer) {
                Some(info) => {
                    let Some(session) = choose_options(look, info, &mut input)? else { return Ok(()) };
                    let Some(sitters) = choose_players(look, &*session, &mut input)? else { return Ok(()) };
                    let kept = Kept::new(shelf, None);
                    Table::new(look, session, sitters, any_seed(), kept, input.hurry())?.run(&mut input)?;
                }
                None => unknown(look, &answer),
            },
        }
    }
}

fn unknown(look: Look, answer: &str) {
    eprintln!("{}", look.texts().tell("menu.unknown", &[("word", &answer.escape_debug())]));
}

/// Asks something; `None` at the end of input, and if somebody has had enough.
fn ask(look: Look, input: &mut Input, question: &str) -> Result<Option<String>, Failure> {
    let answer = input.ask(&format!("{question}> "))?;
    let is_wanted = |answer: &String| !matches!(Line::parse(answer, look.texts()), Line::Do(Verb::Quit, _));
    Ok(answer.filter(is_wanted))
}

/// Asks for a game and its options; `None` if nobody wants one.
pub(super) fn choose_game(look: Look, input: &mut Input) -> Result<Option<Box<dyn Session>>, Failure> {
    print_games(look)?;
    loop {
        let Some(answer) = ask(look, input, look.texts().say("menu.which_game"))? else { return Ok(None) };
        if let Some(info) = find(&answer) {
            return choose_options(look, info, input);
        }
        match open(&answer, None) {
            Ok(session) => return Ok(Some(session)),
            Err(error) => eprintln!("{error}."),
        }
    }
}

fn print_games(look: Look) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (number, info) in (1..).zip(games::ALL) {
        let summary = look.texts().summary(info.id);
        writeln!(out, "{}", Look::fill(&format!("  {number}  {:<7} {summary}", info.name), 13))?;
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
    look: Look,
    info: &GameInfo,
    input: &mut Input,
) -> Result<Option<Box<dyn Session>>, Failure> {
    let texts = look.texts();
    let mut out = io::stdout().lock();
    for spec in info.options {
        let (line, help) = (option_line(spec, texts), texts.option_help(info.id, spec.name));
        writeln!(out, "{}", Look::fill(&format!("  {line}: {help}"), 4))?;
    }
    drop(out);
    loop {
        let Some(answer) = ask(look, input, texts.say("menu.options"))? else { return Ok(None) };
        let options = if answer.is_empty() { "official" } else { &answer };
        match open(&format!("{}:{options}", info.id), None) {
            Ok(session) => return Ok(Some(session)),
            Err(error) => eprintln!("{error}."),
        }
    }
}

fn choose_players(
    look: Look,
    session: &dyn Session,
    input: &mut Input,
) -> Result<Option<Vec<Sitter>>, Failure> {
    let texts = look.texts();
    let mut sitters = Vec::new();
    for player in Player::seats(session.seats()) {
        let usual = usual(player.index());
        let name = texts.seat(session.info().seats[player.index()].name);
        let question = texts.tell("menu.who", &[("player", &name), ("usual", &usual)]);
        sitters.push(loop {
            let Some(answer) = ask(look, input, &question)? else { return Ok(None) };
            let word = if answer.is_empty() { usual.to_owned() } else { answer };
            match word.parse() {
                Ok(sitter) => break sitter,
                Err(error) => eprintln!("{error}."),
            }
        });
    }
    Ok(Some(sitters))
}
