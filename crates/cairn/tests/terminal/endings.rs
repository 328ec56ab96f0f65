//! The terminal is restored and the game is saved, however the program ends.

use cairn_test_support::{LastWords, STUBBORN_ENGINE, wait_until};
use rustix::process::Signal;

use crate::pty::{ENTER, LEAVE_SCREEN, Pty, home, wait_for_save};

/// Opens the app in a game, after a move and the reply.
fn in_game(home: &std::path::Path) -> Pty {
    let mut app = Pty::open(home, &["play", "staqs", "--second", "random"]);
    app.wait_for("to move");
    app.send(ENTER);
    wait_for_save(home, |record| record.is_some_and(|record| record.moves().len() == 2));
    app
}

/// Asserts that the program offers the game and resumes it at the same point.
fn assert_offered(home: &std::path::Path) {
    let mut app = Pty::open(home, &[]);
    app.wait_for("Continue ");
    app.wait_for("2 moves");
    app.send(ENTER);
    app.wait_for(" 1. ");
}

fn assert_restored(app: &Pty) {
    app.wait_for_bytes(LEAVE_SCREEN);
    let bytes = app.bytes();
    for restored in ["\x1b[?1000l", "\x1b[?2004l", "\x1b[?25h"] {
        assert!(bytes.contains(restored), "{}", restored.escape_debug());
    }
}

#[test]
fn control_c_quits_cleanly_and_saves_the_game() {
    let home = home();
    let mut app = in_game(home.path());
    app.send("\x03");
    assert_restored(&app);
    assert_eq!(app.wait_end(), 0);
    assert_offered(home.path());
}

#[test]
fn signals_end_the_program_and_restore_the_terminal() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let home = home();
        let mut app = in_game(home.path());
        app.signal(signal);
        assert_restored(&app);
        assert_eq!(app.wait_end(), 0, "{signal:?}");
        assert_offered(home.path());
    }
}

#[test]
fn a_killed_program_loses_nothing() {
    let home = home();
    let mut app = in_game(home.path());
    app.signal(Signal::KILL);
    assert_ne!(app.wait_end(), 0);
    assert_offered(home.path());
}

#[test]
fn a_closed_window_ends_the_program() {
    let home = home();
    let mut app = in_game(home.path());
    app.close();
    app.wait_end();
    assert_offered(home.path());
}

#[test]
fn control_z_suspends_and_resumes() {
    let home = home();
    let mut app = in_game(home.path());
    app.send("\x1a");
    app.wait_for_bytes(LEAVE_SCREEN);
    app.bring_back();
    app.wait_for("to move");
    app.send("q");
    app.wait_for("stacking games");
}

#[test]
fn leaving_the_app_ends_engines_with_their_children() {
    let leave: [fn(&mut Pty); 5] = [
        // The first Ctrl-C asks the engine to move.
        |app| app.send("\x03\x03"),
        |app| app.signal(Signal::TERM),
        |app| app.signal(Signal::HUP),
        // The window closes, after which the program can no longer draw or print.
        Pty::close,
        |app| app.signal(Signal::KILL),
    ];
    for (number, leave) in leave.into_iter().enumerate() {
        let home = home();
        let folder = home.path().to_owned();
        let engine = folder.join("engine");
        std::fs::write(&engine, format!("cd '{}'\n{STUBBORN_ENGINE}", folder.display())).unwrap();
        let last_words = LastWords::listen(&folder);
        let bot = format!("ugi:patience=1h,sh {}", engine.display());
        let mut app = Pty::open(home.path(), &["play", "staqs", "--first", &bot, "--second", "human"]);
        wait_until("the engine thinks", || folder.join("thinking").exists());
        leave(&mut app);
        let status = app.wait_end();
        // Without a window the last output cannot be written.
        assert!(
            status == 0 || (number == 3 && status == 1) || number == 4,
            "way {number}, status {status}:\n{}",
            app.text()
        );
        assert_eq!(last_words.text(), "");
    }
}
