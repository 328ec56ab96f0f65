//! Unfinished games: offers them at the start, or resumes them by `--resume`.

use std::time::{SystemTime, UNIX_EPOCH};

use cairn_coach::puzzle::Day;
use cairn_coach::rating::is_still_rated;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::Player;
use cairn_session::SEAT_TAGS;
use cairn_storage::{Autosaver, OnlineSave, SavedGame, StorageError, Unfinished, UnfinishedGame};
use cairn_table::{TableSetup, resumed_players};
use cairn_texts::{Argument, Texts, folded};

use super::table::LineTable;
use super::{ResumeRequest, check_seats};
use crate::failure::Failure;
use crate::input::Input;
#[cfg(feature = "online")]
use crate::online::resume as resume_online;
use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::{UserData, report_passed_over};

/// Resumes the most recent unfinished game, or that of a game.
pub(crate) fn resume(printer: Printer, user_data: &UserData, request: &ResumeRequest) -> Result<(), Failure> {
    user_data.begin(printer);
    let (game, players) = (request.game.as_deref(), &request.players);
    let texts = printer.texts();
    let unfinished = user_data.unfinished(printer).map_err(|error| Failure::failed(error.tell(texts)))?;
    let most_recent = unfinished.open_most_recent(game);
    most_recent.passed_over.iter().for_each(|error| report_passed_over(printer, error));
    // On a server the seats are taken.
    let online = unfinished.most_recent_online(game, most_recent.game.as_ref());
    if let Some(online) = online.filter(|_| players.iter().all(Option::is_none)) {
        match (resume_online(printer, user_data, online.address()), &most_recent.game) {
            (Err(Failure::Failed(problem)), Some(_)) => errln!("{}.", problem.tell(texts)),
            (result, _) => return result,
        }
    }
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

/// Without networking, no game on a server is listed.
#[cfg(not(feature = "online"))]
fn resume_online(_: Printer, _: &UserData, _: &str) -> Result<(), Failure> {
    Ok(())
}

/// What the user answers to the offer of a game.
enum Answer {
    Continue,
    Next,
    Forget,
    /// There is no more input.
    End,
}

/// What came of the offer of unfinished games.
pub(super) enum Offered {
    /// The user wants none of them.
    Nothing(Input),
    /// One was played.
    Played(Input),
    /// The input has ended, or belonged to a game on a server.
    End,
}

/// Offers the unfinished games one by one, most recent first.
pub(super) fn offer(printer: Printer, user_data: &UserData, mut input: Input) -> Result<Offered, Failure> {
    let texts = printer.texts();
    let games = match user_data.unfinished(printer) {
        Ok(unfinished) => unfinished.merged(),
        Err(error) => {
            errln!("{}.", error.tell(texts));
            Vec::new()
        }
    };
    for game in games {
        let offered = match game {
            Unfinished::Local(game) => offer_local(printer, user_data, &game, input)?,
            // Lines in a pipe that were read already would be lost.
            Unfinished::Online(game) if input.is_terminal() => {
                offer_online(printer, user_data, &game, input)?
            }
            Unfinished::Online(_) => continue,
        };
        match offered {
            Offered::Nothing(next) => input = next,
            offered => return Ok(offered),
        }
    }
    Ok(Offered::Nothing(input))
}

fn offer_local(
    printer: Printer,
    user_data: &UserData,
    game: &UnfinishedGame,
    mut input: Input,
) -> Result<Offered, Failure> {
    let texts = printer.texts();
    let unfinished = match game.open() {
        Ok(unfinished) => unfinished,
        Err(error) => {
            report_passed_over(printer, &error);
            return Ok(Offered::Nothing(input));
        }
    };
    let seats: Vec<String> = unfinished.seats.iter().map(|who| texts.who(who)).collect();
    let arguments: [Argument; 3] = [
        ("game", &unfinished.session.spec()),
        ("seats", &seats.join(", ")),
        ("date", &day(unfinished.saved)),
    ];
    printer.note(&texts.plural("line.unfinished", unfinished.session.ply() as u64, &arguments));
    match ask(texts, &mut input)? {
        Answer::Continue => {
            resume_game(printer, user_data, unfinished, &Default::default(), &mut input)?;
            return Ok(Offered::Played(input));
        }
        Answer::Forget => report(unfinished.slot.delete(), texts),
        Answer::Next => {}
        Answer::End => return Ok(Offered::End),
    }
    Ok(Offered::Nothing(input))
}

fn offer_online(
    printer: Printer,
    user_data: &UserData,
    game: &OnlineSave,
    mut input: Input,
) -> Result<Offered, Failure> {
    let texts = printer.texts();
    let Some(session) = game.session() else { return Ok(Offered::Nothing(input)) };
    let turn = texts.text(if game.is_my_turn() { "saved.my_turn" } else { "saved.other_turn" });
    let arguments: [Argument; 5] = [
        ("game", &session.spec()),
        ("opponent", &game.opponent(texts)),
        ("server", &game.server()),
        ("date", &day(game.saved())),
        ("turn", &turn),
    ];
    printer.note(&texts.plural("line.unfinished_online", session.ply() as u64, &arguments));
    match ask(texts, &mut input)? {
        Answer::Continue => {
            // A game on a server reads lines on a thread of its own.
            drop(input);
            match resume_online(printer, user_data, game.address()) {
                // The server may not be reachable now: the game stays in the list.
                Err(Failure::Failed(problem)) => errln!("{}.", problem.tell(texts)),
                result => return result.map(|()| Offered::End),
            }
            input = Input::new(printer);
        }
        Answer::Forget => {
            let forgotten = user_data.storage().map(|storage| storage.forget_online_game(game.address()));
            report(forgotten.unwrap_or(Ok(())), texts);
        }
        Answer::Next => {}
        Answer::End => return Ok(Offered::End),
    }
    Ok(Offered::Nothing(input))
}

fn report(result: Result<(), StorageError>, texts: Texts) {
    if let Err(error) = result {
        errln!("{}.", error.tell(texts));
    }
}

fn day(time: SystemTime) -> Day {
    Day::after_epoch(time.duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs() / 86_400))
}

/// Asks whether to continue a game, until the answer is clear.
fn ask(texts: Texts, input: &mut Input) -> Result<Answer, Failure> {
    let forget = texts.text("line.forget");
    let question = texts.format("line.go_on", &[("forget", &forget)]);
    loop {
        let Some(answer) = input.prompt(&format!("{question}> "))? else { return Ok(Answer::End) };
        if answer.eq_ignore_ascii_case("forget") || folded(&answer) == folded(forget) {
            return Ok(Answer::Forget);
        }
        match input.yes_or_no(if answer.is_empty() { "yes" } else { &answer }) {
            Some(true) => return Ok(Answer::Continue),
            Some(false) => return Ok(Answer::Next),
            None => errln!("{}", texts.format("line.no_answer", &[("word", &answer.escape_debug())])),
        }
    }
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
