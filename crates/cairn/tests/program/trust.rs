//! No file can start a program: only the user's own input can.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::run::{Run, run_at};

/// A folder with a program that creates a file when it is started.
struct Trap {
    home: tempfile::TempDir,
}

impl Trap {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let trap = Self { home };
        fs::write(trap.program(), format!("#!/bin/sh\necho > '{}'\n", trap.mark().display())).unwrap();
        fs::set_permissions(trap.program(), fs::Permissions::from_mode(0o755)).unwrap();
        trap
    }

    fn home(&self) -> &Path {
        self.home.path()
    }

    fn program(&self) -> PathBuf {
        self.home().join("trap.sh")
    }

    fn mark(&self) -> PathBuf {
        self.home().join("started")
    }

    fn spec(&self) -> String {
        format!("ugi:{}", self.program().display())
    }

    fn run(&self, arguments: &[&str], input: &str) -> Run {
        run_at(self.home(), arguments, input.as_bytes())
    }

    fn assert_not_started(&self, door: &str) {
        assert!(!self.mark().exists(), "{door} started a program");
    }

    /// Writes a record in whose tags the program plays both sides.
    fn record(&self) -> PathBuf {
        let file = self.home().join("game.txt");
        let spec = self.spec();
        let tags =
            format!("[Game \"staqs\"]\n[First \"{spec}\"]\n[Second \"{spec}\"]\n[Match \"{spec} - {spec}\"]");
        fs::write(&file, format!("{tags}\n[Date \"?\"]\n[Result \"*\"]\n\n{{{spec}}} 1. c3\n")).unwrap();
        file
    }

    /// Writes an unfinished game in which the program has the second seat.
    fn save(&self) {
        let _ = fs::remove_dir_all(self.home().join("unfinished"));
        self.run(&["play", "staqs", "--second", "human"], "c3\n").stdout_of_success();
        for entry in fs::read_dir(self.home().join("unfinished")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "game") {
                let text = fs::read_to_string(&path).unwrap();
                let seats = format!("seat = human\nseat = {}", self.spec());
                fs::write(&path, text.replacen("seat = human\nseat = human", &seats, 1)).unwrap();
            }
        }
    }
}

#[test]
fn the_trap_works() {
    let trap = Trap::new();
    trap.run(&["play", "staqs", "--second", &trap.spec()], "c3\n");
    assert!(trap.mark().exists(), "a program that is named on the command line is started");
}

#[test]
fn a_saved_game_starts_no_program() {
    let trap = Trap::new();
    trap.save();
    let resumed = trap.run(&["play", "--resume"], "d4\nhistory\nrecord\nquit\n");
    let shown = resumed.stdout_of_success();
    assert!(
        shown.contains("1 c3  2 d4") && shown.contains("[Second \"human\"]"),
        "a person plays there: {shown}"
    );
    trap.assert_not_started("--resume");
    let told = resumed.stderr();
    let expected = format!("White was played by a program, `{}`.", trap.spec());
    assert!(told.contains(&expected) && told.contains("cairn play --resume --second ugi:PATH"), "{told}");
    trap.save();
    let named = trap.run(&["play", "--resume", "--second", "greedy"], "quit\n");
    assert!(named.stdout_of_success().contains("White (greedy): "));
    trap.assert_not_started("--resume with another player");
    trap.save();
    trap.run(&["play", "--resume", "--second", &trap.spec()], "quit\n");
    assert!(trap.mark().exists(), "a program starts if the user names it again");
}

#[test]
fn records_start_no_program() {
    let trap = Trap::new();
    let file = trap.record();
    let file = file.to_str().unwrap();
    for (arguments, input) in [
        (&["play", "--load", file][..], "record\nquit\n"),
        (&["play", "staqs", "--second", "human"], &format!("load {file}\nd4\nrecord\nquit\n")),
        (&["record", file], ""),
        (&["record", file, "--json"], ""),
        (
            &["match", "staqs", "--first", "random", "--second", "greedy", "--games", "2", "--record", file],
            "",
        ),
        (&["tournament", "staqs", "--bots", "random,greedy", "--games", "2", "--record", file], ""),
        (&["verify", file], ""),
    ] {
        let before = fs::read(file).unwrap();
        trap.run(arguments, input);
        trap.assert_not_started(&format!("{arguments:?}"));
        assert_eq!(fs::read(file).unwrap(), before, "{arguments:?}");
    }
}

#[test]
fn settings_name_no_program() {
    let trap = Trap::new();
    let spec = trap.spec();
    let refused = trap.run(&["settings", "opponent", &spec], "").stderr_of_bad_request();
    assert!(refused.contains("is a program"), "{refused}");
    fs::write(trap.home().join("settings.toml"), format!("opponent = '{spec}'\ngame = '{spec}'\n")).unwrap();
    let shown = trap.run(&["settings", "opponent"], "");
    assert_eq!(shown.stdout_of_success(), "level3\n");
    assert!(
        shown.stderr().contains("line 1: ") && shown.stderr().contains("is a program"),
        "{}",
        shown.stderr()
    );
    trap.run(&["play", "staqs"], "c3\nquit\n").stdout_of_success();
    trap.assert_not_started("settings.toml");
}

#[test]
fn certificates_and_books_start_no_program() {
    let trap = Trap::new();
    let spec = trap.spec();
    let file = trap.home().join("certificate.txt");
    for text in [
        format!("cairn certificate 1\ngame {spec}\nposition {spec}\nvalue win\n"),
        format!("cairn certificate 1\ngame sight\nposition {spec}\nvalue {spec}\nclaim first {spec} 1\n"),
    ] {
        fs::write(&file, &text).unwrap();
        trap.run(&["verify", file.to_str().unwrap()], "").stderr_of_failure(1);
        trap.assert_not_started("a certificate");
    }
    fs::write(trap.home().join("book.txt"), format!("cairn book 1\n{spec} {spec}\n")).unwrap();
    trap.run(&["solve", "sight:size=3", "--threads", "1", "--memory", "16"], "").stdout_of_success();
    trap.assert_not_started("a book");
}
