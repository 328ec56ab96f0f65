//! Games that were left: offered at the start, or gone on with at once.

use std::time::UNIX_EPOCH;

use cairn_home::Unfinished;
use cairn_session::players::Sitter;
use cairn_texts::folded;

use super::fill_seats;
use super::input::Input;
use super::kept::Kept;
use super::table::{SEAT_TAGS, Table};
use crate::date;
use crate::failure::Failure;
use crate::look::Look;
use crate::shelf::Shelf;

/// Goes on with the game that was left last; whoever is named takes a seat.
pub(crate) fn resume(look: Look, shelf: &Shelf, named: [Option<Sitter>; 4]) -> Result<(), Failure> {
    shelf.report(look);
    let found = shelf.unfinished(look).games.into_iter().next();
    let none = || Failure::Failed(look.texts().say("line.nothing_unfinished").to_owned());
    go_on(look, shelf, found.ok_or_else(none)?, named, &mut Input::new(look))
}

/// Offers the games that were left, one after the other, the last one first, and plays what is wanted.
pub(super) fn offer(look: Look, shelf: &Shelf, input: &mut Input) -> Result<bool, Failure> {
    let texts = look.texts();
    for unfinished in shelf.unfinished(look).games {
        let day = unfinished.saved.duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs() / 86_400);
        let plies = unfinished.session.history().len() as u64;
        let game = unfinished.session.word();
        let seats: Vec<String> = unfinished.seats.iter().map(|who| texts.who(who)).collect();
        look.note(&texts.plural(
            "line.unfinished",
            plies,
            &[("game", &game), ("seats", &seats.join(", ")), ("date", &date::of_day(day))],
        ));
        let forget = texts.say("line.forget");
        let question = texts.tell("line.go_on", &[("forget", &forget)]);
        loop {
            let Some(answer) = input.ask(&format!("{question}> "))? else { return Ok(true) };
            if answer.eq_ignore_ascii_case("forget") || folded(&answer) == folded(forget) {
                if let Err(error) = unfinished.keeper.forget() {
                    shelf.complain(look, &error);
                }
                break;
            }
            match input.yes_or_no(if answer.is_empty() { "yes" } else { &answer }) {
                Some(true) => {
                    go_on(look, shelf, unfinished, Default::default(), input)?;
                    return Ok(true);
                }
                Some(false) => break,
                None => eprintln!("{}", texts.tell("line.no_answer", &[("word", &answer.escape_debug())])),
            }
        }
    }
    Ok(false)
}

/// Plays on, with those who played unless others are named.
fn go_on(
    look: Look,
    shelf: &Shelf,
    unfinished: Unfinished,
    named: [Option<Sitter>; 4],
    input: &mut Input,
) -> Result<(), Failure> {
    let Unfinished { mut session, seats, seed, keeper, .. } = unfinished;
    for (tag, sitter) in SEAT_TAGS.into_iter().zip(&named) {
        if let Some(sitter) = sitter {
            session.set_tag(tag, &sitter.to_string());
        }
    }
    let sitters = fill_seats(&*session, named, |seat| &seats[seat])?;
    let kept = Kept::new(shelf, Some(keeper));
    Table::new(look, session, sitters, seed, kept, input.hurry())?.run(input)
}
