//! A game added by one folder, two lines and its texts works everywhere.
//!
//! The game is in `crates/rules/tests/sixth_game`. Its conformance suite and its texts are tested in the
//! workspace, with the feature `test-game`.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod app;
/// A server and its client.
#[path = "../../../../crates/server/tests/protocol/client.rs"]
#[expect(dead_code, reason = "the tests of the protocol use the rest")]
mod client;
mod levels;
mod pictures;
mod play;
/// Random games.
#[path = "../../../../crates/session/tests/spread/mod.rs"]
mod spread;
/// The app without a terminal.
#[path = "../../../../crates/tui/tests/app/stage.rs"]
#[expect(dead_code, reason = "the tests of the app use the rest")]
mod stage;
/// Tables, with the tests that play every game at one.
#[path = "../../../../crates/table/tests/table/test_table.rs"]
#[expect(dead_code, reason = "other tests of tables use the rest")]
mod test_table;
mod web;

use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, Reason};
use cairn_texts::{Language, Texts};

const PORTUGUESE: Texts = Texts::new(Language::Portuguese);
/// The reason that is specific to this game.
const HIGH_ENOUGH: Reason = Reason::Special("high enough");

/// Returns the sixth game.
fn tump() -> &'static GameInfo {
    ALL.iter().find(|info| info.id == "tump").unwrap()
}

#[test]
fn it_is_the_sixth_in_the_registry() {
    assert_eq!(ALL.len(), 6);
    assert_eq!(ALL[5].id, tump().id);
}
