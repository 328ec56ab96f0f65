use super::*;
use crate::game::judge::{Command, Verdict};
use crate::store::{SeatRow, Terms};

const WALK: [&str; 4] = ["a1-a2", "e5-e4", "a2-a1", "e4-e5"];

fn game(spec: &str, players: &[&str], clock: &str) -> RunningGame {
    let seat = |(index, player): (usize, &&str)| SeatRow {
        player: (*player).to_owned(),
        name: None,
        token: (*player == "human").then(|| index.to_string()),
    };
    let row = GameRow {
        id: "game".to_owned(),
        spec: spec.to_owned(),
        start: None,
        seats: players.iter().enumerate().map(seat).collect(),
        clock: clock.to_owned(),
        public: false,
        seed: 7,
        created: 0,
        creator: None,
        terms: Terms::default(),
    };
    RunningGame::start(row).unwrap()
}

fn act(seat: u8, action: Action) -> Entry {
    Entry { at: 1, seat, kind: EntryKind::act(action) }
}

fn decide(game: &RunningGame, seat: usize, action: Action, now: Millis) -> Option<bool> {
    let verdict = game.judge(&Command::Act { action, token: seat.to_string() }, now);
    verdict.ok().map(|verdict| matches!(verdict, Verdict::Append(_)))
}

#[test]
fn offers_do_not_make_a_bots_move_stale_and_takebacks_do() {
    let mut game = game("stac", &["human", "random"], "none");
    let play = |text: &str| Entry { at: 1, seat: 0, kind: EntryKind::Move { text: text.to_owned() } };
    game.apply(&play("a1-a2")).unwrap();
    let turn = game.turn;
    let bot = Command::BotMove { text: "e5-e4".to_owned(), turn };
    for _ in 0..3 {
        game.apply(&act(0, Action::OfferDraw)).unwrap();
        assert!(matches!(game.judge(&bot, 1), Ok(Verdict::Append(_))));
    }
    game.apply(&act(0, Action::AskTakeback)).unwrap();
    game.apply(&play("a1-a3")).unwrap();
    assert_eq!(game.session().ply(), 1, "the same ply, and another position");
    assert!(matches!(game.judge(&bot, 1), Ok(Verdict::NoChange)));
    let illegal = Command::BotMove { text: "a1-a2".to_owned(), turn: game.turn };
    assert!(game.judge(&illegal, 1).is_err(), "what could not be played is rejected");
}

#[test]
fn a_game_that_is_too_long_stops_its_clocks_and_can_be_ended() {
    let mut game = game("stac:repetition=off,quiet=0", &["human", "human"], "1m/move");
    for ply in 0..MAX_ENTRIES {
        let text = WALK[ply as usize % 4].to_owned();
        let at = Millis::from(ply);
        let command = Command::Move { text, ply: ply.into(), token: (ply % 2).to_string() };
        match game.judge(&command, at) {
            Ok(Verdict::Append(entry)) => game.apply(&entry).unwrap(),
            other => panic!("{ply}: {other:?}"),
        }
    }
    let late = 1_000_000_000;
    let text = WALK[0].to_owned();
    let next = Command::Move { text, ply: MAX_ENTRIES.into(), token: "0".to_owned() };
    assert!(game.judge(&next, late).is_err());
    assert_eq!(decide(&game, 0, Action::AskTakeback, late), None);
    assert!(!game.is_time_up(late) && game.wake_at().is_none(), "no player loses on time");
    assert!(matches!(game.judge(&Command::Tick, late), Ok(Verdict::NoChange)));
    assert_eq!(decide(&game, 0, Action::Resign, late), Some(true));
    game.apply(&Entry { at: late, ..act(0, Action::OfferDraw) }).unwrap();
    assert_eq!(decide(&game, 1, Action::AcceptDraw, late), Some(true));
    game.apply(&Entry { at: late, ..act(1, Action::AcceptDraw) }).unwrap();
    assert_eq!(game.session().outcome().map(|outcome| outcome.reason), Some(cairn_rules::Reason::Agreement));
    assert_eq!(decide(&game, 1, Action::Rematch, late), Some(true));
}

#[test]
fn bots_do_not_move_in_a_game_that_is_too_long() {
    let mut game = game("stac:repetition=off,quiet=0", &["random", "random"], "none");
    for ply in 0..MAX_ENTRIES {
        assert!(game.is_bot_to_move());
        let text = WALK[ply as usize % 4].to_owned();
        game.apply(&Entry { at: 1, seat: (ply % 2) as u8, kind: EntryKind::Move { text } }).unwrap();
    }
    assert!(!game.is_bot_to_move() && !game.summary().bot_to_move);
}

#[test]
fn bots_play_a_rematch_only_with_a_person() {
    let finished = |second: &str| {
        let mut game = game("sight:size=3", &["random", second], "none");
        let mut ply = 0;
        while !game.is_over() {
            let text = game.session().legal_moves().swap_remove(0);
            game.apply(&Entry { at: 1, seat: ply % 2, kind: EntryKind::Move { text } }).unwrap();
            ply += 1;
        }
        game
    };
    assert!(finished("random").rematch_row(2).is_none());
    let mut with_person = finished("human");
    assert!(with_person.rematch_row(2).is_none());
    with_person.apply(&act(1, Action::Rematch)).unwrap();
    assert!(with_person.rematch_row(2).is_some());
}

#[test]
fn games_of_earlier_versions_can_be_read() {
    use Action::{AcceptDraw, AcceptTakeback, AskTakeback, DeclineTakeback, OfferDraw};
    let play = |seat: u8, text: &str| Entry { at: 1, seat, kind: EntryKind::Move { text: text.to_owned() } };
    let mut replaced = game("stac", &["human", "human"], "none");
    for entry in [
        play(0, "a1-a2"),
        play(1, "e5-e4"),
        act(0, AskTakeback),
        act(0, AskTakeback),
        act(1, AskTakeback),
        act(0, AcceptTakeback),
        play(1, "e5-e3"),
        act(1, AskTakeback),
        act(1, AskTakeback),
        act(0, DeclineTakeback),
    ] {
        replaced.replay_entry(&entry).unwrap();
    }
    assert_eq!(replaced.session().history(), ["a1-a2", "e5-e3"]);
    assert_eq!(replaced.table.takeback_asked_by(), None);
    let mut bot = game("staqs:players=3", &["human", "human", "random"], "none");
    for seat in &mut bot.seats {
        seat.token = seat.token.take().map(|_| "both".to_owned());
    }
    for entry in [act(0, OfferDraw), act(1, AcceptDraw)] {
        bot.replay_entry(&entry).unwrap();
    }
    assert_eq!(bot.session().draw_offer(), None, "the bot has declined");
}

#[test]
fn one_acceptance_grants_a_stored_takeback_of_an_earlier_version() {
    let play = |seat: u8, text: &str| Entry { at: 1, seat, kind: EntryKind::Move { text: text.to_owned() } };
    let earlier = |seat: u8, action: &str| {
        let kind = serde_json::json!({ "kind": "act", "action": action });
        Entry { at: 1, seat, kind: serde_json::from_value(kind).unwrap() }
    };
    let mut one_of_two = game("staqs:players=3", &["human"; 3], "none");
    let accepted = [play(0, "c3"), earlier(0, "ask_takeback"), earlier(2, "accept_takeback"), play(0, "b2")];
    for entry in &accepted {
        one_of_two.replay_entry(entry).unwrap();
    }
    assert_eq!(one_of_two.session().history(), ["b2"]);
    // A person with two seats takes back without asking.
    let mut alone = game("staqs:players=3", &["human"; 3], "none");
    alone.seats[1].token = alone.seats[0].token.clone();
    let asked = [play(0, "c3"), earlier(0, "ask_takeback"), play(0, "b2")];
    for entry in &asked {
        alone.replay_entry(entry).unwrap();
    }
    assert_eq!(alone.session().history(), ["b2"]);
    // A new request needs the acceptance of all other players.
    let entries = [act(0, Action::AskTakeback), act(2, Action::AcceptTakeback)];
    for entry in &entries {
        one_of_two.replay_entry(entry).unwrap();
    }
    assert_eq!(one_of_two.session().history(), ["b2"]);
    one_of_two.replay_entry(&act(1, Action::AcceptTakeback)).unwrap();
    assert_eq!(one_of_two.session().ply(), 0);
}

/// Judges a command of a seat's owner, and applies it if it is accepted.
fn try_act(
    game: &mut RunningGame,
    seat: usize,
    action: Action,
    at: Millis,
) -> Result<bool, crate::game::CommandError> {
    match game.judge(&Command::Act { action, token: seat.to_string() }, at)? {
        Verdict::Append(entry) => {
            game.apply(&entry).unwrap();
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn leave(game: &mut RunningGame, seat: usize, here: bool, at: Millis) -> bool {
    match game.judge(&Command::Presence { here, token: seat.to_string() }, at) {
        Ok(Verdict::Append(entry)) => {
            game.apply(&entry).unwrap();
            true
        }
        _ => false,
    }
}

#[test]
fn clocks_start_with_the_first_move_of_each_side() {
    let mut row = game("stac", &["human", "human"], "1m").row.clone();
    row.terms = Terms { untimed_plies: 2, ..Terms::default() };
    let mut game = RunningGame::start(row).unwrap();
    for (ply, text) in (0..).zip(&WALK[..2]) {
        assert!(!game.is_time_up(10_000_000) && game.wake_at().is_none());
        let kind = EntryKind::Move { text: (*text).to_owned() };
        game.apply(&Entry { at: 5_000_000, seat: ply, kind }).unwrap();
    }
    assert_eq!(game.wake_at(), Some(5_060_000), "now the first clock runs, from its full time");
    assert!(game.is_time_up(5_060_000));
}

#[test]
fn a_game_is_aborted_until_all_have_moved() {
    let mut begun = game("stac", &["human", "human"], "none");
    begun.apply(&Entry { at: 1, seat: 0, kind: EntryKind::Move { text: WALK[0].to_owned() } }).unwrap();
    assert!(try_act(&mut begun, 1, Action::Abort, 2).unwrap());
    assert!(begun.is_over() && begun.summary().result.as_deref() == Some("*"));
    assert!(
        try_act(&mut begun, 0, Action::Resign, 3).is_err()
            && try_act(&mut begun, 0, Action::Abort, 3).is_err()
    );
    let state = begun.snapshot(4).state();
    assert_eq!(
        (state.progress.result.as_deref(), state.progress.reason.as_deref()),
        (Some("*"), Some("aborted"))
    );
    let mut late = game("stac", &["human", "human"], "none");
    for (seat, text) in (0..).zip(&WALK[..2]) {
        late.apply(&Entry { at: 1, seat, kind: EntryKind::Move { text: (*text).to_owned() } }).unwrap();
    }
    assert!(try_act(&mut late, 0, Action::Abort, 2).is_err());
    // An invitation can be cancelled in the same way; after that, no player can join.
    let mut open = game("stac", &["human", "open"], "none");
    assert!(try_act(&mut open, 0, Action::Abort, 2).unwrap());
    let join = Command::Join { name: None, invite: None, token: "new".to_owned() };
    assert!(open.judge(&join, 3).is_err());
}

#[test]
fn a_game_is_claimed_from_players_who_stay_away() {
    for (action, score) in [(Action::ClaimWin, "1-0"), (Action::ClaimDraw, "1/2-1/2")] {
        let mut game = game("stac", &["human", "human"], "none");
        assert!(try_act(&mut game, 0, action, 100_000).is_err(), "the other is here");
        assert!(leave(&mut game, 1, false, 1_000) && !leave(&mut game, 1, false, 1_001), "it is noted once");
        assert_eq!((game.away(), game.snapshot(2_000).claim_in), (vec![1], Some(59_000)));
        assert!(try_act(&mut game, 0, action, 60_999).is_err(), "too early");
        assert!(leave(&mut game, 1, true, 61_000) && leave(&mut game, 1, false, 62_000));
        assert!(try_act(&mut game, 0, action, 100_000).is_err(), "they have returned in the meantime");
        assert!(try_act(&mut game, 1, action, 122_000).is_err(), "the other is still here");
        assert!(try_act(&mut game, 0, action, 122_000).unwrap());
        assert_eq!((game.summary().result.as_deref(), game.claimed), (Some(score), Some(0)));
        assert!(!leave(&mut game, 1, true, 123_000), "afterwards nothing is noted");
    }
    let mut slow = game("sight", &["human", "human"], "3d");
    assert!(leave(&mut slow, 1, false, 1_000));
    assert!(
        try_act(&mut slow, 0, Action::ClaimWin, 1_000_000).is_err(),
        "with days for a move one may leave"
    );
    let mut alone = game("sight", &["human", "level1"], "none");
    assert!(!leave(&mut alone, 0, false, 1_000));
    let mut often = game("sight", &["human", "human"], "none");
    let noted = (0..1_000).filter(|n| leave(&mut often, 1, n % 2 == 1, 1_000)).count();
    assert_eq!(noted, 200, "coming and going does not fill a game");
}

#[test]
fn an_action_that_is_sent_again_changes_nothing() {
    let mut resigned = game("stac", &["human", "human"], "none");
    assert!(try_act(&mut resigned, 0, Action::Resign, 1).unwrap());
    assert!(!try_act(&mut resigned, 0, Action::Resign, 2).unwrap());
    assert!(try_act(&mut resigned, 1, Action::Resign, 3).is_err(), "the other player has not resigned");
    let mut drawn = game("stac", &["human", "human"], "none");
    assert!(try_act(&mut drawn, 0, Action::OfferDraw, 1).unwrap());
    assert!(try_act(&mut drawn, 1, Action::DeclineDraw, 2).unwrap());
    assert!(!try_act(&mut drawn, 1, Action::DeclineDraw, 3).unwrap());
    assert!(leave(&mut drawn, 1, false, 4) && leave(&mut drawn, 1, true, 5));
    assert!(!try_act(&mut drawn, 1, Action::DeclineDraw, 6).unwrap(), "also after an absence");
    drawn.apply(&Entry { at: 7, seat: 0, kind: EntryKind::Move { text: WALK[0].to_owned() } }).unwrap();
    assert!(try_act(&mut drawn, 1, Action::DeclineDraw, 8).is_err(), "but not after a move");
    let mut aborted = game("stac", &["human", "human"], "none");
    assert!(try_act(&mut aborted, 0, Action::Abort, 1).unwrap());
    assert!(!try_act(&mut aborted, 0, Action::Abort, 2).unwrap());
}

#[test]
fn a_declined_rematch_is_seen_and_final() {
    let mut game = game("stac", &["human", "human"], "none");
    assert!(try_act(&mut game, 0, Action::DeclineRematch, 1).is_err(), "the game is not over");
    try_act(&mut game, 0, Action::Resign, 1).unwrap();
    assert!(try_act(&mut game, 1, Action::DeclineRematch, 2).is_err(), "there is no rematch offer");
    assert!(try_act(&mut game, 0, Action::Rematch, 2).unwrap());
    assert!(try_act(&mut game, 1, Action::DeclineRematch, 3).unwrap());
    let declined = game.snapshot(4).state().declined.unwrap();
    assert_eq!((declined.by, game.rematch_wanted()), (1, Vec::new()));
    assert!(try_act(&mut game, 0, Action::Rematch, 5).is_err());
}

#[test]
fn an_open_seat_can_need_an_invitation() {
    let mut row = game("stac", &["human", "open"], "none").row.clone();
    row.terms = Terms { by_invitation: true, ..Terms::default() };
    let game = RunningGame::start(row).unwrap();
    let join = |invite: Option<String>| {
        let command = Command::Join { name: None, invite, token: "new".to_owned() };
        game.judge(&command, 1)
    };
    assert!(join(None).is_err() && join(Some("guess".to_owned())).is_err());
    assert!(matches!(join(game.invitation()), Ok(Verdict::Append(_))));
}
