//! Window sizes, languages and simple terminals.

use crate::pty::{ENTER, ENTER_SCREEN, ESCAPE, Pty, home};

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
fn the_locale_and_the_option_choose_the_language() {
    let home = home();
    let app = Pty::open_with(home.path(), &[], &[("LC_ALL", "pt_PT.UTF-8")]);
    app.wait_for("Jogar STAQS");
    let mut app = Pty::open(home.path(), &["--lang", "pt", "play", "staqs"]);
    app.wait_for("Joga o Azul");
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
