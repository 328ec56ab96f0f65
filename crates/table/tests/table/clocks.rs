//! Clocks at a table: the clock of the player to move runs, and ends the game when it expires.

use std::time::Duration;

use cairn_rules::{Player, Reason};
use cairn_table::{Notice, Table, TableEffect, TableEvent, TableSetup};

use crate::test_table::{TestTable, setup};

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn timed(control: &str, players: &[&str]) -> TestTable {
    let setup = TableSetup { time_control: control.parse().unwrap(), ..setup("staqs", players) };
    TestTable::at(Table::new(setup))
}

#[test]
fn the_clock_of_the_player_to_move_runs() {
    let mut test = timed("10s+3s", &["human", "human"]);
    assert_eq!(test.table.next_wake(), None, "it begins with the first event");
    test.on(TableEvent::Tick);
    assert_eq!(test.table.next_wake(), Some(seconds(11)));
    test.play();
    let clock = test.table.clock();
    assert_eq!(clock.running(), Some(Player::SECOND));
    assert_eq!(clock.left(Player::FIRST, seconds(9)), Some(seconds(12)));
    assert_eq!(clock.left(Player::SECOND, seconds(9)), Some(seconds(3)));
}

#[test]
fn a_player_whose_time_is_up_has_lost() {
    let mut test = timed("10s", &["human", "human"]);
    test.on(TableEvent::Tick);
    let early = test.table.handle(TableEvent::Tick, seconds(10));
    assert!(early.is_empty() && !test.table.is_over());
    let mv = test.table.session().legal_moves().swap_remove(0);
    let effects = test.table.handle(TableEvent::Play(mv), seconds(11));
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
    assert_eq!((test.table.next_wake(), test.plies()), (None, 0));
}

#[test]
fn bots_lose_on_time_as_well() {
    let mut test = timed("5s/move", &["human", "random"]);
    test.hold_jobs = true;
    test.play();
    test.table.handle(TableEvent::Tick, seconds(100));
    assert_eq!(test.table.session().outcome().unwrap().winner(), Some(Player::FIRST));
}

#[test]
fn taking_back_gives_the_time_back() {
    let mut test = timed("10s+3s", &["human", "human"]);
    test.on(TableEvent::Tick);
    test.play();
    test.play();
    test.on(TableEvent::Undo);
    test.on(TableEvent::Undo);
    assert_eq!(test.table.clock().left(Player::SECOND, test.now), Some(seconds(10)));
    assert_eq!(test.table.clock().left(Player::FIRST, test.now), Some(seconds(9)));
    assert_eq!(test.table.clock().running(), Some(Player::FIRST));
}

#[test]
fn a_pause_stops_the_clock_of_bots() {
    let mut test = timed("10s", &["random", "random"]);
    test.hold_jobs = true;
    test.on(TableEvent::Tick);
    test.on(TableEvent::SetPaused(true));
    assert_eq!((test.table.clock().running(), test.table.next_wake()), (None, None));
}
