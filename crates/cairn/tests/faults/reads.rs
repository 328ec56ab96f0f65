//! Files that cannot be read, are truncated anywhere or have changed: the program names them, quarantines them or
//! leaves them unchanged, and never deletes them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use cairn_engine::SolvedPosition;
use cairn_engine::book::BookFile;
use cairn_rules::Wdl;
use tempfile::TempDir;

use crate::kills::{Chance, KILLS, in_parallel, kills, repeat_trials};
use crate::program::{Ended, run};

/// A kind of file, and the commands that read it.
struct Kind {
    /// Its name in the user's folder.
    name: &'static str,
    /// The commands, with `FILE` for its path.
    commands: &'static [&'static [&'static str]],
    /// Whether the command may continue with the readable part.
    may_go_on: bool,
}

const KINDS: [Kind; 7] = [
    Kind { name: "unfinished/1-1-0.game", commands: &[&["play", "--plain", "--resume"]], may_go_on: false },
    Kind { name: "proof.txt", commands: &[&["verify", "FILE"]], may_go_on: false },
    Kind {
        name: "book.txt",
        commands: &[&["solve", "sight:size=3", "--memory", "1", "--threads", "1"]],
        may_go_on: true,
    },
    Kind { name: "settings.toml", commands: &[&["play", "sight:size=3"], &["settings"]], may_go_on: true },
    Kind { name: "puzzles.jsonl", commands: &[&["puzzles", "--solved"]], may_go_on: true },
    Kind { name: "ratings.jsonl", commands: &[&["ratings"]], may_go_on: false },
    Kind {
        name: "games.txt",
        commands: &[&["record", "FILE"], &["play", "--load", "FILE"], &MATCH],
        may_go_on: false,
    },
];

/// A match whose two games are in `games.txt`.
const MATCH: [&str; 12] = [
    "match",
    "sight:size=3",
    "--first",
    "random",
    "--second",
    "greedy",
    "--games",
    "2",
    "--threads",
    "1",
    "--record",
    "FILE",
];

impl Kind {
    fn runs(&self, home: &Path) -> Vec<Ended> {
        let file = home.join(self.name);
        let file = file.to_str().unwrap();
        let mut ended = Vec::new();
        for command in self.commands {
            let arguments: Vec<&str> =
                command.iter().map(|&word| if word == "FILE" { file } else { word }).collect();
            ended.push(run(home, &arguments, "quit\n"));
        }
        ended
    }
}

/// Creates a user's folder with a file of every kind.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let file = |name: &str| home.path().join(name);
    let path = |name: &str| file(name).to_str().unwrap().to_owned();
    run(home.path(), &["play", "sight:size=3", "--second", "human"], "b2\na1\n").assert_status(0);
    let saves: Vec<PathBuf> =
        fs::read_dir(file("unfinished")).unwrap().map(|entry| entry.unwrap().path()).collect();
    for save in saves {
        match save.extension() {
            Some(extension) if extension == "game" => fs::rename(save, file(KINDS[0].name)).unwrap(),
            _ => fs::remove_file(save).unwrap(),
        }
    }
    let solve = ["solve", "sight:size=3", "--memory", "1", "--certificate", &path("proof.txt")];
    run(home.path(), &solve, "").assert_status(0);
    let (mut book, _) = BookFile::open(&file("book.txt")).unwrap();
    for (position, value) in [("3/3/3 w", Wdl::Win), ("3/1,w1,1/3 b", Wdl::Loss)] {
        book.add("sight:size=3", &[SolvedPosition { position: position.to_owned(), value }]).unwrap();
    }
    fs::write(file("settings.toml"), "# mine\ntheme = \"paper\"\nascii = true\n").unwrap();
    let solved = r#"{"puzzle":"staqs-4","solved":true,"wrong":0,"day":"2026-11-16"}"#;
    fs::write(file("puzzles.jsonl"), format!("{solved}\n{{\"day\":\"2026-11-17\"}}\n")).unwrap();
    let rating = r#"{"game":"staqs","elo":612.5,"deviation":80.0,"volatility":0.06,"games":14}"#;
    fs::write(file("ratings.jsonl"), format!("{rating}\n")).unwrap();
    let games = path("games.txt");
    let play: Vec<&str> = MATCH.iter().map(|&word| if word == "FILE" { &games } else { word }).collect();
    run(home.path(), &play, "").assert_status(0);
    home
}

/// Lists all files in a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// Asserts that commands succeed, or name the file that they cannot read.
fn assert_named(kind: &Kind, home: &Path, told: &str) {
    for ended in kind.runs(home) {
        let name = kind.name.split_once('.').unwrap().0;
        let told = format!("{}, {told}: {:?}\n{}\n{}", kind.name, ended.status, ended.stdout, ended.stderr);
        assert!(!ended.stderr.contains("panicked"), "{told}");
        match ended.status.code() {
            Some(0) => (),
            Some(1 | 2) => assert!(!kind.may_go_on && ended.stderr.contains(name), "{told}"),
            _ => panic!("{told}"),
        }
    }
}

/// Writes these bytes to a file, and asserts that commands read or name the file, and do not delete it.
fn assert_kept(kind: &Kind, home: &Path, bytes: &[u8], told: &str) {
    let file = home.join(kind.name);
    fs::write(&file, bytes).unwrap();
    assert_named(kind, home, told);
    let is_kept =
        |path: &PathBuf| fs::read(path).is_ok_and(|found| found.starts_with(bytes) || found == bytes);
    // A match removes its truncated last record, and plays that game again.
    let is_played_again = kind.name == "games.txt" && !fs::read(&file).unwrap().is_empty();
    assert!(is_played_again || files(home).iter().any(is_kept), "{}, {told}: it is gone", kind.name);
    for path in files(home) {
        if path.to_str().unwrap().contains(".damaged")
            || path.extension().is_some_and(|found| found == "lock")
        {
            fs::remove_file(path).unwrap();
        }
    }
}

/// The approximate number of tested lengths per file.
const LENGTHS: usize = 120;

#[test]
fn files_cut_off_anywhere_are_read_or_named() {
    in_parallel(&KINDS, |kind| {
        let home = home();
        let bytes = fs::read(home.path().join(kind.name)).unwrap();
        // Tests every length of short files, and of all files if there is time.
        let step = if kills() > KILLS { 1 } else { bytes.len().div_ceil(LENGTHS) };
        for length in (0..=bytes.len()).step_by(step) {
            assert_kept(kind, home.path(), &bytes[..length], &format!("the first {length} bytes"));
        }
    });
}

/// The number of tested changes per kind of file.
const CHANGES: usize = 40;

#[test]
fn files_that_have_changed_are_read_or_named() {
    in_parallel(&KINDS, |kind| {
        let home = home();
        let bytes = fs::read(home.path().join(kind.name)).unwrap();
        repeat_trials(CHANGES, |chance: &mut Chance| {
            let mut changed = bytes.clone();
            for _ in 0..=chance.below(3) {
                let place = chance.below(changed.len());
                changed[place] = chance.next() as u8;
            }
            let told = String::from_utf8_lossy(&changed).into_owned();
            assert_kept(kind, home.path(), &changed, &told);
        });
    });
}

#[test]
fn folders_and_failing_reads_instead_of_files_are_named() {
    for kind in &KINDS {
        let home = home();
        let file = home.path().join(kind.name);
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert_named(kind, home.path(), "a folder");
        assert!(file.is_dir());
        fs::remove_dir(&file).unwrap();
        // Reading its first byte fails.
        symlink("/proc/self/mem", &file).unwrap();
        assert_named(kind, home.path(), "a failing read");
        assert!(file.is_symlink());
    }
}
