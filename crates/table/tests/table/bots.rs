//! Bots at the table: late replies, failed bots, pauses and steps.

use std::time::Duration;

use cairn_engine::bots::{Bot, BotFault, BotSpec, PlayerSpec};
use cairn_rules::Player;
use cairn_session::{Session, open};
use cairn_table::{Notice, Refusal, Table, TableEffect, TableEvent, TableSetup};

use crate::test_table::TestTable;

#[test]
fn a_thought_for_another_game_is_not_played() {
    let mut test = TestTable::new("staqs", &["human", "random"]);
    test.hold_jobs = true;
    test.play();
    let late = test.jobs.pop().unwrap();
    test.on(TableEvent::Resign(Player::FIRST));
    test.on(TableEvent::Again { swap: false });
    test.play();
    let plies = test.plies();
    test.on(TableEvent::Thought(late.run()));
    assert_eq!(test.plies(), plies, "it was for the game before");
    test.think();
    assert_eq!(test.plies(), plies + 1, "and the bot of this game plays on");
}

#[test]
fn a_thought_from_another_table_is_not_played() {
    let [mut one, mut two] = [1, 2].map(|_| TestTable::new("staqs", &["human", "random"]));
    for test in [&mut one, &mut two] {
        test.hold_jobs = true;
        test.play();
    }
    two.on(TableEvent::Thought(one.jobs.pop().unwrap().run()));
    assert_eq!(two.plies(), 1);
    two.think();
    assert_eq!(two.plies(), 2);
}

#[test]
fn a_thought_about_a_move_that_was_taken_back_is_not_played() {
    let mut test = TestTable::new("staqs", &["human", "random"]);
    test.hold_jobs = true;
    test.play();
    let late = test.jobs.pop().unwrap();
    test.on(TableEvent::Undo);
    assert_eq!(test.plies(), 0);
    test.play();
    assert!(test.jobs.is_empty(), "the bot is still away");
    test.on(TableEvent::Thought(late.run()));
    assert_eq!(test.plies(), 1, "the old answer is not played");
    test.think();
    assert_eq!(test.plies(), 2, "it was asked again");
}

#[test]
fn bots_alone_can_be_paused_and_stepped() {
    let mut test = TestTable::new("staqs", &["random", "greedy"]);
    test.hold_jobs = true;
    test.on(TableEvent::Tick);
    test.on(TableEvent::SetPaused(true));
    test.think();
    assert_eq!(test.plies(), 0, "what was thought when the pause began is not played");
    for plies in 1..4 {
        test.on(TableEvent::Step);
        test.think();
        assert_eq!((test.plies(), test.jobs.len()), (plies, 0));
    }
    test.on(TableEvent::Undo);
    assert_eq!((test.plies(), test.table.is_paused()), (2, true));
    test.on(TableEvent::SetPaused(false));
    assert_eq!(test.jobs.len(), 1);
    assert_eq!(test.saves, 0, "what only bots play is not saved");
}

#[test]
fn a_move_is_held_back_so_that_people_can_follow() {
    let mut table = TestTable::new("staqs", &["random", "random"]).table;
    table.set_move_delay(Duration::from_secs(10));
    let seconds = Duration::from_secs;
    let mut effects = table.handle(TableEvent::Tick, seconds(1));
    let Some(TableEffect::Think(job)) = effects.pop() else { panic!("no bot thinks") };
    table.handle(TableEvent::Thought(job.run()), seconds(2));
    assert_eq!((table.session().ply(), table.next_wake()), (0, Some(seconds(10))));
    let mut effects = table.handle(TableEvent::Tick, seconds(10));
    assert_eq!(table.session().ply(), 1);
    let Some(TableEffect::Think(job)) = effects.pop() else { panic!("no bot thinks") };
    table.handle(TableEvent::Thought(job.run()), seconds(11));
    assert_eq!(table.next_wake(), Some(seconds(20)));
    table.handle(TableEvent::StopThinking, seconds(12));
    assert_eq!(table.session().ply(), 2, "the bot has moved");
}

/// A bot that fails in one of several ways.
#[derive(Debug)]
enum Broken {
    Panics,
    Cheats,
    DoesNotStart,
}

impl Bot for Broken {
    fn name(&self) -> String {
        "broken".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
        match self {
            Self::DoesNotStart => Err(BotFault::Start {
                program: "engine".to_owned(),
                kind: std::io::ErrorKind::Other,
                system: "no power".to_owned(),
            }),
            _ => Ok(()),
        }
    }

    fn choose(&mut self, _: &dyn Session) -> Result<String, BotFault> {
        match self {
            Self::Panics => panic!("no idea"),
            _ => Ok("z99".to_owned()),
        }
    }
}

fn failure(make: fn() -> Broken) -> (String, TestTable) {
    let spec = BotSpec::new("broken", move || Box::new(make()));
    let players = vec![PlayerSpec::Bot(spec), PlayerSpec::Human];
    let mut test = TestTable::at(Table::new(TableSetup::new(open("staqs", None).unwrap(), players, 1)));
    test.on(TableEvent::Tick);
    let Some(Notice::BotFailed { player, fault }) = test.notices.pop() else { panic!("it did not fail") };
    assert_eq!((player, test.table.is_paused(), test.plies()), (Player::FIRST, true, 0));
    (fault.to_string(), test)
}

#[test]
fn a_bot_that_fails_stops_the_game_and_may_try_again() {
    assert_eq!(failure(|| Broken::Panics).0, "gave up: no idea");
    let (fault, mut test) = failure(|| Broken::DoesNotStart);
    assert_eq!(fault, "does not start: engine: no power");
    assert_eq!(test.table.start_bots().unwrap_err().0, Player::FIRST, "which can be found out before");
    let (fault, mut test) = failure(|| Broken::Cheats);
    assert!(fault.contains("z99"), "{fault}");
    test.on(TableEvent::SetPaused(false));
    assert!(matches!(test.notices.pop(), Some(Notice::BotFailed { .. })), "it was asked again");
    test.on(TableEvent::StopThinking);
    assert_eq!(test.refused, [Refusal::NoBotToMove]);
}

/// Plays to the end of the game. An interruption after the given ply recreates the table from the record, the players
/// and the seed, as a save does.
fn played(spec: &str, players: &[&str], interrupted_at: Option<usize>) -> Vec<String> {
    let mut test = TestTable::new(spec, players);
    test.hold_jobs = true;
    test.on(TableEvent::Tick);
    for ply in 0..60 {
        if Some(ply) == interrupted_at {
            let (record, seed) = (test.table.session().record(), test.table.seed());
            let players = players.iter().map(|player| player.parse().unwrap()).collect();
            test = TestTable::at(Table::new(TableSetup::new(record.session().unwrap(), players, seed)));
            test.hold_jobs = true;
            test.on(TableEvent::Tick);
        }
        if test.table.is_over() {
            break;
        }
        if test.table.is_persons_turn() { test.play() } else { test.think() }
    }
    test.table.session().history()
}

#[test]
fn an_interrupted_game_continues_as_if_uninterrupted() {
    for (spec, players) in [
        ("staqs", ["level1", "level2"]),
        ("sight:size=4", ["level3", "human"]),
        ("stac:quiet=20", ["level3", "level1"]),
        ("stacks:quiet=8", ["level2", "random"]),
        ("stlts:quiet=10", ["greedy", "ab:nodes=300"]),
        ("sight:size=4", ["ab:nodes=2000,slips=50", "mcts:playouts=50"]),
    ] {
        let whole = played(spec, &players, None);
        for ply in 0..whole.len() {
            assert_eq!(played(spec, &players, Some(ply)), whole, "{spec}, {players:?}, ply {ply}");
        }
    }
}

#[test]
fn a_bot_answers_the_same_move_in_the_same_way_after_it_was_taken_back() {
    let mut test = TestTable::new("staqs", &["human", "level1"]);
    for _ in 0..4 {
        test.play();
    }
    let moves = test.table.session().history();
    test.on(TableEvent::Undo);
    test.play();
    assert_eq!(test.table.session().history(), moves);
}
