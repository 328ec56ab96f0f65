//! Clocks of local games.

use std::time::Duration;

use cairn_rules::games::ALL;
use cairn_rules::{Player, Reason};
use cairn_storage::Storage;
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, menu_at, start, turn};

/// Sets up a game of two people with a clock, by keys.
fn timed(folder: &std::path::Path, clock: &str) -> Headless {
    let mut app = menu_at(folder);
    app.key(KeyCode::Enter);
    // From `random` back to a person.
    app.key(KeyCode::Down).key(KeyCode::Down).key(KeyCode::Left).sees("clock        ‹ no ›");
    app.key(KeyCode::Down).sees("you lose").keys(":").keys(clock).key(KeyCode::Enter);
    app.sees(&format!("clock        ‹ {clock} ›"));
    app.key(KeyCode::Home).key(KeyCode::Enter);
    app
}

fn seat(player: Player) -> &'static str {
    ALL[0].seats[player.index()].name
}

#[test]
fn clocks_are_chosen_run_and_decide_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [Player::FIRST, Player::SECOND].map(seat);
    let mut app = timed(folder.path(), "1m+5s");
    app.sees(&format!("{first} 1:00")).pass(Duration::from_millis(10_500));
    app.sees(&format!("{first} 0:49")).sees(&format!("{second} 1:00"));
    turn(&mut app);
    app.sees(&format!("{first} 0:54"));
    app.pass(Duration::from_secs(20));
    app.sees(&format!("{second} 0:40")).sees(&format!("{first} 0:54"));
    // A take-back does not return the time spent.
    app.keys("u").sees(&format!("{first} 0:49"));
    app.pass(Duration::from_secs(50));
    app.sees("Play again");
    let outcome = app.session().outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason), (Some(Player::SECOND), Reason::Time));
    // The next game has the same clocks.
    app.keys("3").sees(&format!("{first} 1:00"));
}

#[test]
fn clocks_are_saved_with_the_game_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [Player::FIRST, Player::SECOND].map(seat);
    let mut app = timed(folder.path(), "5m");
    app.pass(Duration::from_secs(30));
    turn(&mut app);
    app.pass(Duration::from_secs(60));
    app.keys("q").pass(Duration::from_secs(600));
    app.click_on("Continue").sees(&format!("{first} 4:30")).sees(&format!("{second} 4:00"));
    app.pass(Duration::from_secs(5));
    app.control('c');
    assert!(!app.is_open());
    drop(app);
    let mut app = Headless::open(
        Start { storage: Some(Storage::at(folder.path())), ..start(Opening::SavedGame(None)) },
        80,
        24,
    );
    app.sees(&format!("{first} 4:30")).sees(&format!("{second} 3:55"));
}

#[test]
fn a_bad_clock_is_named_and_bots_alone_have_none() {
    let folder = tempfile::tempdir().unwrap();
    for (language, no) in
        [(Language::English, "clock        ‹ no ›"), (Language::Portuguese, "relógio      ‹ não ›")]
    {
        let storage = Some(Storage::at(folder.path()));
        let mut app = Headless::open(Start { storage, language, ..start(Opening::Menu) }, 80, 24);
        app.keys("1").sees(no);
        app.key(KeyCode::Down).key(KeyCode::Right).misses(no).key(KeyCode::Left);
        app.key(KeyCode::Down).key(KeyCode::Down).keys(":").keys("soon").key(KeyCode::Enter);
        app.sees("soon").sees("5m+3s").sees(no).key(KeyCode::Right).sees("‹ 1m ›").key(KeyCode::Left);
    }
}
