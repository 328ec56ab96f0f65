//! A full disk, a limit on the size of files, and devices that accept no data: the program reports the problem, leaves
//! existing files unchanged, and continues the game.

use std::fs;
use std::path::Path;
use std::process::Command;

use cairn_engine::SolvedPosition;
use cairn_engine::book::BookFile;
use cairn_rules::Wdl;
use cairn_test_support::SmallDisk;

use crate::program::{Ended, Program, command, in_shell, run, run_command};
use crate::solving::LONG;

/// Forbids writing to any file.
const NOTHING: &str = "ulimit -f 0";
const OLD: &str = "# what was there\n";

/// Asserts that a command fails with a message that names the file, and leaves the file and the folder unchanged.
fn assert_left_alone(command: Command, file: &str) {
    let folder = Path::new(file).parent().unwrap();
    fs::write(file, OLD).unwrap();
    let before = names(folder);
    assert_refused(command, file, 1);
    assert_eq!(fs::read_to_string(file).unwrap(), OLD);
    assert_eq!(names(folder), before);
}

fn assert_refused(command: Command, file: &str, status: i32) {
    let ended = run_command(command, "");
    ended.assert_status(status);
    assert!(ended.stderr.contains(file), "{file}: {}", ended.stderr);
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns commands that replace a file.
fn replacing(file: &str) -> [Vec<&str>; 3] {
    [
        vec!["solve", "sight:size=3", "--no-book", "--memory", "1", "--certificate", file],
        vec!["solve", "sight:size=3", "--no-book", "--memory", "1", "--all", "--svg", file],
        vec!["puzzles", "--generate", "sight:size=4", "--count", "1", "--output", file],
    ]
}

/// Returns the arguments of a match of 40 games.
fn match_into(file: &str) -> [&str; 12] {
    [
        "match",
        "sight",
        "--first",
        "random",
        "--second",
        "greedy",
        "--games",
        "40",
        "--threads",
        "1",
        "--record",
        file,
    ]
}

#[test]
fn files_are_unchanged_if_writing_fails() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file.txt");
    let file = file.to_str().unwrap();
    for arguments in replacing(file) {
        assert_left_alone(in_shell(home.path(), NOTHING, &arguments), file);
    }
    let settings = home.path().join("settings.toml");
    let set = ["settings", "theme", "paper"];
    assert_left_alone(in_shell(home.path(), NOTHING, &set), settings.to_str().unwrap());

    let Some(disk) = SmallDisk::mount() else { return };
    let file = disk.file("file.txt");
    fs::write(&file, OLD).unwrap();
    fs::write(disk.file("settings.toml"), OLD).unwrap();
    disk.fill();
    for arguments in replacing(&file) {
        let ended = run(disk.path(), &arguments, "");
        ended.assert_status(1);
        assert!(ended.stderr.contains(&file), "{}", ended.stderr);
    }
    run(disk.path(), &set, "").assert_status(1);
    assert_eq!(fs::read_to_string(&file).unwrap(), OLD);
    assert_eq!(fs::read_to_string(disk.file("settings.toml")).unwrap(), OLD);
    assert_eq!(names(disk.path()), ["file.txt", "filler", "settings.toml"]);
}

#[test]
fn devices_that_accept_no_data_are_named() {
    let home = tempfile::tempdir().unwrap();
    let device = "/dev/full";
    for arguments in replacing(device) {
        assert_refused(command(home.path(), &arguments), device, 1);
    }
    assert_refused(command(home.path(), &match_into(device)), device, 1);
}

/// Asserts that a match that could not write its file continues with the same file once there is space.
fn assert_match_goes_on(home: &Path, file: &str, failed: &Ended, make_space: impl Fn()) {
    failed.assert_status(1);
    assert!(failed.stderr.contains(file), "{}", failed.stderr);
    let kept = fs::read(file).unwrap();
    make_space();
    run(home, &match_into(file), "").assert_status(0);
    let whole = tempfile::tempdir().unwrap();
    let other = whole.path().join("whole.txt");
    run(home, &match_into(other.to_str().unwrap()), "").assert_status(0);
    let (found, whole) = (fs::read(file).unwrap(), fs::read(other).unwrap());
    assert!(found == whole && found.starts_with(&kept), "{}", String::from_utf8_lossy(&kept));
}

#[test]
fn a_match_continues_when_there_is_space_again() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("games.txt");
    let file = file.to_str().unwrap();
    for blocks in [0, 1, 5, 9] {
        let _ = fs::remove_file(file);
        let failed = in_shell(home.path(), &format!("ulimit -f {blocks}"), &match_into(file));
        assert_match_goes_on(home.path(), file, &run_command(failed, ""), || ());
    }

    let Some(disk) = SmallDisk::mount() else { return };
    let file = disk.file("games.txt");
    fs::write(&file, "").unwrap();
    let failed = |reserved: usize| {
        // This many bytes remain.
        fs::write(disk.file("reserved"), vec![0; reserved]).unwrap();
        disk.fill();
        fs::remove_file(disk.file("reserved")).unwrap();
        run(disk.path(), &match_into(&file), "")
    };
    for reserved in [0, 4096] {
        fs::write(&file, "").unwrap();
        assert_match_goes_on(disk.path(), &file, &failed(reserved), || disk.free());
    }
}

#[test]
fn a_book_that_cannot_grow_stays_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let book = home.path().join("book.txt");
    let (mut file, _) = BookFile::open(&book).unwrap();
    file.add("sight:size=3", &[SolvedPosition { position: "3/3/3 w".to_owned(), value: Wdl::Win }]).unwrap();
    let before = fs::read_to_string(&book).unwrap();
    // Some of the new values fit.
    let ended = run_command(in_shell(home.path(), "ulimit -f 1", &LONG), "");
    ended.assert_status(0);
    // A fast machine stores no values, and so has nothing to report.
    let told = format!("the book could not be written: {}: ", book.display());
    assert!(ended.stderr.is_empty() || ended.stderr.matches(&told).count() == 1, "{}", ended.stderr);
    assert_eq!(fs::read_to_string(&book).unwrap(), before);
}

/// A person at a table, whose moves may or may not be saved.
struct Table<'a> {
    home: &'a Path,
    program: Program,
}

impl Table<'_> {
    /// Plays a move, and waits for the reply.
    fn play(&mut self, mv: &str, shown: &str) {
        self.program.send(&format!("{mv}\nposition\n"));
        self.program.wait_for(|output| output.lines().any(|line| line.ends_with(shown)));
    }

    /// Returns the moves in the save.
    fn saved(&self) -> Option<String> {
        let mut saves =
            fs::read_dir(self.home.join("unfinished")).unwrap().map(|entry| entry.unwrap().path());
        let save = saves.find(|path| path.extension().is_some_and(|extension| extension == "game"))?;
        let text = fs::read_to_string(save).unwrap();
        text.rsplit_once("1. ").map(|(_, moves)| moves.trim_end().to_owned())
    }
}

#[test]
fn a_game_continues_on_a_full_disk_and_is_saved_later() {
    let Some(disk) = SmallDisk::mount() else { return };
    let play = ["-q", "play", "staqs", "--second", "human"];
    let mut table = Table { home: disk.path(), program: Program::start(command(disk.path(), &play)) };
    table.play("c3", " w 3/4");
    assert_eq!(table.saved().as_deref(), Some("c3"));
    disk.fill();
    table.play("d4", " b 3/3");
    table.play("b2", " w 2/3");
    assert_eq!(table.saved().as_deref(), Some("c3"), "the old save is complete");
    let told = table.program.wait_for_message(|messages| messages.contains("not saved"));
    assert!(told.contains("unfinished"), "{told}");
    disk.free();
    table.play("a1", " b 2/2");
    assert_eq!(table.saved().as_deref(), Some("c3 d4 2. b2 a1"));
    table.program.end().assert_status(0);
    run(disk.path(), &["play", "--resume"], "quit\n").assert_status(0);
}

#[test]
fn a_game_continues_if_it_cannot_be_saved() {
    let home = tempfile::tempdir().unwrap();
    let play = in_shell(home.path(), NOTHING, &["play", "staqs", "--second", "random", "--seed", "1"]);
    let ended = run_command(play, "c3\nposition\nquit\n");
    ended.assert_status(0);
    assert!(ended.stdout.contains(" b 3/3\n"), "{}", ended.stdout);
    assert!(ended.stderr.contains("not saved"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("The game is saved"), "{}", ended.stderr);
}
