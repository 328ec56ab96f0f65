//! Unfinished games: offers them at the start, or resumes them by `--resume`.

use std::time::UNIX_EPOCH;

use cairn_coach::puzzle::Day;
use cairn_coach::rating::is_still_rated;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::Player;
use cairn_session::SEAT_TAGS;
use cairn_storage::{Autosaver, SavedGame, StorageError};
use cairn_table::{TableSetup, resumed_players};
use cairn_texts::{Argument, folded};

use super::check_seats;
use super::table::LineTable;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::{UserData, report_passed_over};

/// Resumes the most recent unfinished game, or that of a game with its options; `players` replace the saved ones.
pub(crate) fn resume(
    printer: Printer,
    user_data: &UserData,
    game: Option<&str>,
    players: &[Option<PlayerSpec>; 4],
) -> Result<(), Failure> {
    user_data.begin(printer);
    let texts = printer.texts();
    let unfinished = user_data.unfinished().map_err(|error| Failure::failed(error.tell(texts)))?;
    let most_recent = unfinished.open_most_recent(game);
    most_recent.passed_over.iter().for_each(|error| report_passed_over(printer, error));
    let is_in_play = unfinished.in_play > 0
        || most_recent.passed_over.iter().any(|error| matches!(error, StorageError::InPlay));
    let none = || {
        Failure::failed(match game {
            Some(game) if !is_in_play => texts.format("line.none_of_game", &[("game", &game)]),
            _ if is_in_play => texts.text("line.all_in_play").to_owned(),
            _ => texts.text("line.nothing_unfinished").to_owned(),
        })
    };
    resume_game(printer, user_data, most_recent.game.ok_or_else(none)?, players, &mut Input::new(printer))
}

/// Offers the unfinished games one by one, most recent first; returns whether one was played or the input ended.
pub(super) fn offer(printer: Printer, user_data: &UserData, input: &mut Input) -> Result<bool, Failure> {
    let texts = printer.texts();
    let games = match user_data.unfinished() {
        Ok(unfinished) => unfinished.games,
        Err(error) => {
            errln!("{}.", error.tell(texts));
            Vec::new()
        }
    };
    for game in games {
        let unfinished = match game.open() {
            Ok(unfinished) => unfinished,
            Err(error) => {
                report_passed_over(printer, &error);
                continue;
            }
        };
        let day = unfinished.saved.duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs() / 86_400);
        let plies = unfinished.session.ply() as u64;
        let game = unfinished.session.spec();
        let seats: Vec<String> = unfinished.seats.iter().map(|who| texts.who(who)).collect();
        printer.note(&texts.plural(
            "line.unfinished",
            plies,
            &[("game", &game), ("seats", &seats.join(", ")), ("date", &Day::after_epoch(day))],
        ));
        let forget = texts.text("line.forget");
        let question = texts.format("line.go_on", &[("forget", &forget)]);
        loop {
            let Some(answer) = input.prompt(&format!("{question}> "))? else { return Ok(true) };
            if answer.eq_ignore_ascii_case("forget") || folded(&answer) == folded(forget) {
                if let Err(error) = unfinished.slot.delete() {
                    errln!("{}.", error.tell(texts));
                }
                break;
            }
            match input.yes_or_no(if answer.is_empty() { "yes" } else { &answer }) {
                Some(true) => {
                    resume_game(printer, user_data, unfinished, &Default::default(), input)?;
                    return Ok(true);
                }
                Some(false) => break,
                None => errln!("{}", texts.format("line.no_answer", &[("word", &answer.escape_debug())])),
            }
        }
    }
    Ok(false)
}

/// Resumes a game with its saved players, except where the `named` ones replace them.
fn resume_game(
    printer: Printer,
    user_data: &UserData,
    unfinished: SavedGame,
    named: &[Option<PlayerSpec>; 4],
    input: &mut Input,
) -> Result<(), Failure> {
    let SavedGame { mut session, seats, seed, slot, .. } = unfinished;
    check_seats(&*session, named)?;
    let path = slot.path();
    let (players, programs) = resumed_players(&seats, named).map_err(|error| {
        Failure::failed(format!("{}: {}", path.display(), printer.texts().message(&error.message())))
    })?;
    let rated = is_still_rated(&*session, &seats, &players).map_err(Failure::request)?;
    for (player, player_spec) in Player::ALL.into_iter().zip(&players) {
        let seat = player.index();
        if programs.contains(&player) {
            let texts = printer.texts();
            let name = texts.seat(session.info().seats[seat].name);
            let who = format!("--{} ugi:PATH", player.name());
            let arguments: [Argument; 3] = [("player", &name), ("program", &seats[seat]), ("who", &who)];
            errln!("{}", texts.format("line.program_not_started", &arguments));
        } else if named[seat].is_none() {
            continue;
        }
        // The tags of seats can always be set.
        let _ = session.set_tag(SEAT_TAGS[seat], &player_spec.to_string());
    }
    let autosaver = Autosaver::resumed(slot, &*session);
    let setup = TableSetup::new(session, players, seed).with_rating(rated);
    let mut table = LineTable::new(printer, user_data, setup, input.stop_flag());
    table.autosaver = autosaver;
    table.run(input)
}
