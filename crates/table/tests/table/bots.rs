//! Bots at the table: late replies, failing bots, pauses and steps.

use std::time::Duration;

use cairn_engine::bots::{Bot, BotFault, BotSpec, PlayerSpec};
use cairn_rules::Player;
use cairn_session::{Session, open};
use cairn_table::{Notice, Refusal, Table, TableEffect, TableEvent, TableSetup};

use crate::evening::Evening;

#[test]
fn a_thought_for_another_game_is_not_played() {
    let mut evening = Evening::new("staqs", &["human", "random"]);
    evening.hold_jobs = true;
    evening.play();
    let late = evening.jobs.pop().unwrap();
    evening.on(TableEvent::Resign(Player::FIRST));
    evening.on(TableEvent::Again { swap: false });
    evening.play();
    let plies = evening.plies();
    evening.on(TableEvent::Thought(late.run()));
    assert_eq!(evening.plies(), plies, "it was for the game before");
    evening.think();
    assert_eq!(evening.plies(), plies + 1, "and the bot of this game plays on");
}

#[test]
fn a_thought_from_another_table_is_not_played() {
    let [mut one, mut two] = [1, 2].map(|_| Evening::new("staqs", &["human", "random"]));
    for evening in [&mut one, &mut two] {
        evening.hold_jobs = true;
        evening.play();
    }
    two.on(TableEvent::Thought(one.jobs.pop().unwrap().run()));
    assert_eq!(two.plies(), 1);
    two.think();
    assert_eq!(two.plies(), 2);
}

#[test]
fn a_thought_about_a_move_that_was_taken_back_is_not_played() {
    let mut evening = Evening::new("staqs", &["human", "random"]);
    evening.hold_jobs = true;
    evening.play();
    let late = evening.jobs.pop().unwrap();
    evening.on(TableEvent::Undo);
    assert_eq!(evening.plies(), 0);
    evening.play();
    assert!(evening.jobs.is_empty(), "the bot is still away");
    evening.on(TableEvent::Thought(late.run()));
    assert_eq!(evening.plies(), 1, "the old answer is not played");
    evening.think();
    assert_eq!(evening.plies(), 2, "it was asked again");
}

#[test]
fn bots_alone_can_be_paused_and_stepped() {
    let mut evening = Evening::new("staqs", &["random", "greedy"]);
    evening.hold_jobs = true;
    evening.on(TableEvent::Tick);
    evening.on(TableEvent::SetPaused(true));
    evening.think();
    assert_eq!(evening.plies(), 0, "what was thought when the pause began is not played");
    for plies in 1..4 {
        evening.on(TableEvent::Step);
        evening.think();
        assert_eq!((evening.plies(), evening.jobs.len()), (plies, 0));
    }
    evening.on(TableEvent::Undo);
    assert_eq!((evening.plies(), evening.table.is_paused()), (2, true));
    evening.on(TableEvent::SetPaused(false));
    assert_eq!(evening.jobs.len(), 1);
    assert_eq!(evening.saves, 0, "what only bots play is not saved");
}

#[test]
fn a_move_is_held_back_so_that_people_can_follow() {
    let mut table = Evening::new("staqs", &["random", "random"]).table;
    table.set_move_delay(Duration::from_secs(10));
    let seconds = Duration::from_secs;
    let mut effects = table.handle(TableEvent::Tick, seconds(1));
    let Some(TableEffect::Think(job)) = effects.pop() else { panic!("nobody thinks") };
    table.handle(TableEvent::Thought(job.run()), seconds(2));
    assert_eq!((table.session().ply(), table.next_wake()), (0, Some(seconds(10))));
    let mut effects = table.handle(TableEvent::Tick, seconds(10));
    assert_eq!(table.session().ply(), 1);
    let Some(TableEffect::Think(job)) = effects.pop() else { panic!("nobody thinks") };
    table.handle(TableEvent::Thought(job.run()), seconds(11));
    assert_eq!(table.next_wake(), Some(seconds(20)));
    table.handle(TableEvent::StopThinking, seconds(12));
    assert_eq!(table.session().ply(), 2, "somebody is in a hurry");
}

/// A bot that fails in some way.
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

fn failure(make: fn() -> Broken) -> (String, Evening) {
    let spec = BotSpec::new("broken", move || Box::new(make()));
    let players = vec![PlayerSpec::Bot(spec), PlayerSpec::Human];
    let mut evening = Evening::at(Table::new(TableSetup::new(open("staqs", None).unwrap(), players, 1)));
    evening.on(TableEvent::Tick);
    let Some(Notice::BotFailed { player, fault }) = evening.notices.pop() else { panic!("it did not fail") };
    assert_eq!((player, evening.table.is_paused(), evening.plies()), (Player::FIRST, true, 0));
    (fault.to_string(), evening)
}

#[test]
fn a_bot_that_fails_stops_the_game_and_may_try_again() {
    assert_eq!(failure(|| Broken::Panics).0, "gave up: no idea");
    let (fault, mut evening) = failure(|| Broken::DoesNotStart);
    assert_eq!(fault, "does not start: engine: no power");
    assert_eq!(evening.table.start_bots().unwrap_err().0, Player::FIRST, "which can be found out before");
    let (fault, mut evening) = failure(|| Broken::Cheats);
    assert!(fault.contains("z99"), "{fault}");
    evening.on(TableEvent::SetPaused(false));
    assert!(matches!(evening.notices.pop(), Some(Notice::BotFailed { .. })), "it was asked again");
    evening.on(TableEvent::StopThinking);
    assert_eq!(evening.refused, [Refusal::NoBotToMove]);
}

/// Plays to the end of the game, and interrupts it after so many plies: the table is set up anew from the
/// record, the players and the seed, which is all that a save has.
fn played(spec: &str, players: &[&str], interrupted_at: Option<usize>) -> Vec<String> {
    let mut evening = Evening::new(spec, players);
    evening.hold_jobs = true;
    evening.on(TableEvent::Tick);
    for ply in 0..60 {
        if Some(ply) == interrupted_at {
            let (record, seed) = (evening.table.session().record(), evening.table.seed());
            let players = players.iter().map(|player| player.parse().unwrap()).collect();
            evening = Evening::at(Table::new(TableSetup::new(record.session().unwrap(), players, seed)));
            evening.hold_jobs = true;
            evening.on(TableEvent::Tick);
        }
        if evening.table.is_over() {
            break;
        }
        if evening.table.is_persons_turn() { evening.play() } else { evening.think() }
    }
    evening.table.session().history()
}

#[test]
fn an_interrupted_game_goes_on_as_if_it_had_not_been() {
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
    let mut evening = Evening::new("staqs", &["human", "level1"]);
    for _ in 0..4 {
        evening.play();
    }
    let moves = evening.table.session().history();
    evening.on(TableEvent::Undo);
    evening.play();
    assert_eq!(evening.table.session().history(), moves);
}
