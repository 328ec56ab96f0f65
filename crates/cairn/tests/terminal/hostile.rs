//! Text from files, engines and the command line cannot control the terminal or deceive its reader.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::pty::{ENTER, Pty, home};

/// Sets a title, fills the clipboard, hides text and reverses its direction.
const HOSTILE: &str =
    "\u{1b}]0;pwned\u{7}\u{1b}]52;c;cHduZWQ=\u{7}\u{9b}8mX\u{202e}Y\u{200b}Z\u{2066}\u{1b}[2J\u{7f}\u{8}";
/// Its beginning, as displayed.
const SHOWN: &str = "\\u{1b}]0;pwned\\u{7}";

/// Runs a command at a terminal without colours.
fn run(home: &Path, arguments: &[&str], input: &str) -> String {
    let mut program = Pty::open_with(home, arguments, &[("TERM", "dumb")]);
    // Ends the input.
    program.send(&format!("{input}\x04"));
    program.wait_all()
}

/// Asserts that the output has no hostile text, and no escape sequences except those that `is_ours` accepts.
fn assert_harmless(written: &str, door: &str, is_ours: impl Fn(&str) -> bool) {
    for (place, c) in written.char_indices() {
        let is_fine = match c {
            '\n' | '\r' | '\t' => true,
            '\u{1b}' => is_ours(&written[place + 1..]),
            '\u{200b}' | '\u{202e}' | '\u{2066}' => false,
            c => !c.is_control(),
        };
        assert!(is_fine, "{door}: {:?}", written[place..].chars().take(40).collect::<String>());
    }
}

/// Asserts that a command shows the hostile text harmlessly.
fn assert_shown(home: &Path, arguments: &[&str], input: &str) -> String {
    let written = run(home, arguments, input);
    let door = format!("{arguments:?}");
    assert_harmless(&written, &door, |_| false);
    let said = written.replace(['\r', '\n'], "");
    assert!(said.contains("8mX"), "{door} does not show it: {written:?}");
    written
}

/// Writes a record with hostile tags and comments.
fn record(folder: &Path) -> PathBuf {
    let file = folder.join("game.txt");
    let players = format!("[First \"{HOSTILE}\"]\n[Second \"ugi:{HOSTILE}\"]");
    let moves = format!("{{before {HOSTILE}}} 1. c3 {{after {HOSTILE}}}");
    let tags =
        format!("[Game \"staqs\"]\n{players}\n[Date \"{HOSTILE}\"]\n[Result \"*\"]\n[Site \"{HOSTILE}\"]");
    fs::write(&file, format!("{tags}\n\n{moves}\n")).unwrap();
    file
}

/// Writes an engine with a hostile name and hostile output.
fn engine(folder: &Path) -> String {
    let file = folder.join(format!("engine{HOSTILE}"));
    let script = format!(
        "#!/bin/sh\necho 'id name {HOSTILE}'\nwhile read -r line; do case $line in\n\
         ugi) echo 'id name {HOSTILE}'; echo 'info string {HOSTILE}'; echo ugiok;;\n\
         isready) echo readyok;;\ngo*) echo 'info string {HOSTILE}'; echo 'bestmove {HOSTILE}'; echo '{HOSTILE}' >&2;;\n\
         quit) exit;;\nesac; done\n"
    );
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    format!("ugi:{}", file.display())
}

/// Writes an unfinished game with a hostile seat.
fn save(home: &Path) {
    let _ = fs::remove_dir_all(home.join("unfinished"));
    run(home, &["play", "--plain", "staqs", "--second", "human"], "c3\nquit\n");
    for entry in fs::read_dir(home.join("unfinished")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let seats = format!("seat = human\nseat = ugi:{HOSTILE}");
        fs::write(&path, text.replacen("seat = human\nseat = human", &seats, 1)).unwrap();
    }
}

#[test]
fn records_are_displayed_escaped_and_stored_verbatim() {
    let home = home();
    let file = record(home.path());
    let file = file.to_str().unwrap();
    assert!(assert_shown(home.path(), &["record", file], "").contains(SHOWN));
    let json = assert_shown(home.path(), &["record", file, "--json"], "");
    assert!(json.contains("8mX\\u202eY\\u200bZ\\u2066"), "{json}");
    assert_shown(home.path(), &["play", "--plain", "--load", file, "--second", "human"], "record\nquit\n");
    let copy = home.path().join("copy.txt");
    let save = format!("save {}\nquit\n", copy.display());
    run(home.path(), &["play", "--plain", "--load", file, "--second", "human"], &save);
    let copied = fs::read_to_string(copy).unwrap();
    assert!(copied.contains(&format!("{{before {HOSTILE}}}")), "files keep the text verbatim: {copied:?}");
    assert_shown(home.path(), &["record", &format!("{file}{HOSTILE}")], "");
}

#[test]
fn saves_and_settings_are_shown_harmlessly() {
    let home = home();
    let home = home.path();
    fs::write(home.join("settings.toml"), format!("{HOSTILE}\n")).unwrap();
    assert_shown(home, &["settings"], "");
    // Uses a file of an earlier version.
    fs::remove_file(home.join("settings.toml")).unwrap();
    fs::write(home.join("settings.txt"), format!("theme = {HOSTILE}\n{HOSTILE} = 1\n{HOSTILE}\n")).unwrap();
    save(home);
    assert_shown(home, &["play", "--plain"], "yes\nquit\n");
    save(home);
    assert_shown(home, &["play", "--plain", "--resume"], "quit\n");
    assert_shown(home, &["settings"], "");
    assert_shown(home, &["settings", HOSTILE, HOSTILE], "");
    fs::write(home.join("unfinished").join("1-1-1.game"), format!("{HOSTILE}\n\nx")).unwrap();
    assert_shown(home, &["play", "--plain"], "no\nquit\n");
}

#[test]
fn certificates_books_and_arguments_are_shown_harmlessly() {
    let home = home();
    let home = home.path();
    let file = home.join("certificate.txt");
    for text in [
        format!("{HOSTILE}\n"),
        format!("cairn certificate 1\ngame {HOSTILE}\n"),
        format!("cairn certificate 1\ngame sight\nposition {HOSTILE}\n"),
    ] {
        fs::write(&file, text).unwrap();
        let written = run(home, &["verify", file.to_str().unwrap()], "");
        assert_harmless(&written, "a certificate", |_| false);
    }
    fs::write(home.join("book.txt"), format!("{HOSTILE}\nsight {HOSTILE} win\n")).unwrap();
    let written = run(home, &["solve", "sight:size=3", "--memory", "16"], "");
    assert_harmless(&written, "a book", |_| false);
    for arguments in [
        &[HOSTILE][..],
        &["play", HOSTILE, HOSTILE],
        &["show", HOSTILE],
        &["show", "staqs", "--position", HOSTILE],
        &["show", "staqs", "--theme", HOSTILE],
        &["apply", "staqs", HOSTILE],
        &["puzzle", HOSTILE],
        &["match", "staqs", "--first", HOSTILE, "--second", "random", "--games", "2"],
    ] {
        assert_shown(home, arguments, "");
    }
}

#[test]
fn engines_are_shown_harmlessly() {
    let home = home();
    let home = home.path();
    let engine = engine(home);
    assert_shown(home, &["play", "--plain", "staqs", "--second", &engine], "c3\nquit\n");
    let bots = format!("{engine} random");
    let bots: Vec<&str> = bots.rsplitn(2, ' ').collect();
    for json in [&[][..], &["--json"]] {
        let game = ["match", "staqs:size=3", "--first", &engine, "--second", "random", "--games", "2"];
        assert_shown(home, &[&game[..], json].concat(), "");
        let game = ["tournament", "staqs:size=3", "--games", "2", "--bots", bots[1], bots[0]];
        assert_shown(home, &[&game[..], json].concat(), "");
        let game = ["stats", "staqs:size=3", "--games", "2", "--level", &engine];
        assert_shown(home, &[&game[..], json].concat(), "");
    }
}

#[test]
fn the_app_shows_everything_harmlessly() {
    let home = home();
    let home = home.path();
    // The app itself sends only sequences that begin like this.
    let is_ours = |after: &str| after.starts_with('[');
    let hostile_settings = format!("speed = instant\n{HOSTILE} = 1\n");
    fs::remove_file(home.join("settings.toml")).unwrap();
    fs::write(home.join("settings.txt"), hostile_settings).unwrap();
    save(home);
    let records = home.join("games");
    fs::create_dir_all(&records).unwrap();
    let file = record(home);
    fs::copy(&file, records.join(format!("{HOSTILE}.txt"))).unwrap();
    let two = fs::read_to_string(&file).unwrap();
    fs::write(home.join("two.txt"), format!("{two}\n{two}")).unwrap();

    let mut app = Pty::open(home, &[]);
    app.wait_for("]0;pwned");
    app.click_on("Saved games");
    app.wait_for("]0;pwned");
    app.send(ENTER);
    app.wait_for("after move 0");
    app.send("q");
    app.click_on("Saved games");
    app.send(&format!(":{}{ENTER}", home.join("two.txt").display()));
    app.wait_for("Saved games (2)");
    app.send("\x1b");
    app.wait_until("the list is left", |screen| !screen.contains("Saved games (2)"));
    app.send("\x03");
    assert_harmless(&app.wait_all(), "the app", is_ours);

    let mut resumed = Pty::open(home, &["play", "--resume"]);
    resumed.wait_for("does not start programs");
    resumed.send("\x03");
    assert_harmless(&resumed.wait_all(), "a saved game in the app", is_ours);

    let engine = engine(home);
    let mut played = Pty::open(home, &["play", "staqs", "--first", &engine]);
    played.wait_for("engine\\u{1b}]0;pwned");
    played.wait_for("unreadable move");
    played.send("\x03");
    assert_harmless(&played.wait_all(), "an engine in the app", is_ours);
}
