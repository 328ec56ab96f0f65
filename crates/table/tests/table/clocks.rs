//! Clocks at a table: the clock of the player to move runs, and ends the game when it expires.

use std::time::Duration;

use cairn_rules::{Player, Reason};
use cairn_table::{Notice, Table, TableEffect, TableEvent, TableSetup};

use crate::evening::{Evening, setup};

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn timed(control: &str, players: &[&str]) -> Evening {
    let setup = TableSetup { time_control: control.parse().unwrap(), ..setup("staqs", players) };
    Evening::at(Table::new(setup))
}

#[test]
fn the_clock_of_whoever_is_to_move_runs() {
    let mut evening = timed("10s+3s", &["human", "human"]);
    assert_eq!(evening.table.next_wake(), None, "it begins with the first event");
    evening.on(TableEvent::Tick);
    assert_eq!(evening.table.next_wake(), Some(seconds(11)));
    evening.play();
    let clock = evening.table.clock();
    assert_eq!(clock.running(), Some(Player::SECOND));
    assert_eq!(clock.left(Player::FIRST, seconds(9)), Some(seconds(12)));
    assert_eq!(clock.left(Player::SECOND, seconds(9)), Some(seconds(3)));
}

#[test]
fn a_player_whose_time_is_up_has_lost() {
    let mut evening = timed("10s", &["human", "human"]);
    evening.on(TableEvent::Tick);
    let early = evening.table.handle(TableEvent::Tick, seconds(10));
    assert!(early.is_empty() && !evening.table.is_over());
    let mv = evening.table.session().legal_moves().swap_remove(0);
    let effects = evening.table.handle(TableEvent::Play(mv), seconds(11));
    let [
        TableEffect::Save,
        TableEffect::Notify(Notice::TimeUp(player)),
        TableEffect::Notify(Notice::Ended(outcome)),
        TableEffect::Refuse(_),
    ] = &effects[..]
    else {
        panic!("{effects:?}")
    };
    assert_eq!((*player, outcome.reason), (Player::FIRST, Reason::Time));
    assert_eq!((evening.table.next_wake(), evening.plies()), (None, 0));
}

#[test]
fn bots_lose_on_time_as_well() {
    let mut evening = timed("5s/move", &["human", "random"]);
    evening.hold_jobs = true;
    evening.play();
    evening.table.handle(TableEvent::Tick, seconds(100));
    assert_eq!(evening.table.session().outcome().unwrap().winner(), Some(Player::FIRST));
}

#[test]
fn taking_back_gives_the_time_back() {
    let mut evening = timed("10s+3s", &["human", "human"]);
    evening.on(TableEvent::Tick);
    evening.play();
    evening.play();
    evening.on(TableEvent::Undo);
    evening.on(TableEvent::Undo);
    assert_eq!(evening.table.clock().left(Player::SECOND, evening.now), Some(seconds(10)));
    assert_eq!(evening.table.clock().left(Player::FIRST, evening.now), Some(seconds(9)));
    assert_eq!(evening.table.clock().running(), Some(Player::FIRST));
}

#[test]
fn a_pause_stops_the_clock_of_bots() {
    let mut evening = timed("10s", &["random", "random"]);
    evening.hold_jobs = true;
    evening.on(TableEvent::Tick);
    evening.on(TableEvent::SetPaused(true));
    assert_eq!((evening.table.clock().running(), evening.table.next_wake()), (None, None));
}
