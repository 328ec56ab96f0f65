//! Window sizes, languages and simple terminals.

use crate::pty::{ENTER, ENTER_SCREEN, ESCAPE, LEAVE_SCREEN, Pty, home};

#[test]
fn a_resized_window_is_redrawn() {
    let home = home();
    let mut app = Pty::open(home.path(), &["play", "stlts"]);
    app.wait_for("to move");
    app.resize(120, 40);
    app.wait_until("a larger window", |screen| screen.lines().count() > 30);
    app.resize(30, 8);
    app.wait_for("too small");
    app.resize(80, 24);
    app.wait_for("to move");
    app.send(ENTER);
    app.wait_for("› Which pin goes into");
    app.send(ESCAPE);
    app.wait_for("to move. ");
}

#[test]
fn every_frame_is_a_synchronized_update() {
    let home = home();
    let mut app = Pty::open(home.path(), &["play", "stlts"]);
    app.wait_for("to move");
    app.resize(120, 40);
    app.wait_until("a larger window", |screen| screen.lines().count() > 30);
    app.send("q");
    app.wait_for("stacking games");
    app.send("q");
    let written = app.wait_all();
    let app_wrote = written.split(ENTER_SCREEN).nth(1).unwrap().split(LEAVE_SCREEN).next().unwrap();
    let mut frames = app_wrote.split("\x1b[?2026h");
    let between =
        frames.next().into_iter().chain(frames.filter_map(|frame| frame.split_once("\x1b[?2026l")?.1.into()));
    // The app changes modes between frames, but draws and clears nothing.
    for part in between.flat_map(|between| between.split('\x1b')).filter(|part| !part.is_empty()) {
        assert!(part.starts_with("[?") && part.ends_with(['h', 'l']), "{part:?} in {app_wrote:?}");
    }
    assert!(app_wrote.matches("\x1b[?2026l").count() > 3, "{app_wrote:?}");
}

#[test]
fn the_locale_and_the_option_choose_the_language() {
    let home = home();
    let app = Pty::open_with(home.path(), &[], &[("LC_ALL", "pt_PT.UTF-8")]);
    app.wait_for("Jogar STAQS");
    let mut app = Pty::open(home.path(), &["--lang", "pt", "play", "staqs"]);
    app.wait_for("Jogam as Azuis");
    app.send("b");
    app.wait_for("Regras do STAQS");
}

#[test]
fn a_dumb_terminal_and_plain_get_line_mode() {
    let home = home();
    for (arguments, term) in [
        (&["play", "staqs"][..], "dumb"),
        (&["play", "staqs"], ""),
        (&["play", "staqs", "--plain"], "xterm"),
        (&["play", "staqs", "--words"], "xterm"),
        (&["puzzle", "--plain"], "xterm"),
    ] {
        let app = Pty::open_with(home.path(), arguments, &[("TERM", term)]);
        app.wait_for("> ");
        assert!(!app.bytes().contains(ENTER_SCREEN), "{arguments:?} {term}");
    }
}

#[test]
fn colours_are_left_out_on_request() {
    let home = home();
    let colored = |bytes: String| bytes.contains("[38;5;") || bytes.contains("[48;5;");
    let app = Pty::open(home.path(), &[]);
    app.wait_for("Quit");
    assert!(colored(app.bytes()));
    let app = Pty::open_with(home.path(), &[], &[("NO_COLOR", "1")]);
    app.wait_for("Quit");
    assert!(!colored(app.bytes()));
}

#[test]
fn a_puzzle_is_opened_and_solved() {
    let home = home();
    let mut app = Pty::open(home.path(), &["puzzle", "staqs-1"]);
    app.wait_for("Only one");
    app.send("t");
    let screen = app.wait_for("Solution: ");
    let solution = screen.split("Solution: ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    app.send(&format!(":{solution}{ENTER}"));
    app.wait_for("Solved");
}
