//! Ctrl-C: a command replaces a file only by a complete one, and keeps its results so far.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use crate::run::program;

/// Runs a command until it has printed such a line to standard error, at once if `None`; interrupts it, and returns its
/// exit status and its output.
fn interrupt(arguments: &[&str], file: &Path, when: Option<fn(&str) -> bool>) -> (Option<i32>, String) {
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .args(arguments)
        .arg(file)
        .args(["--verbose"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    if let Some(is_time) = when {
        assert!(messages.any(|line| is_time(&line)), "{arguments:?}");
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let reader = std::thread::spawn(move || messages.count());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    reader.join().unwrap();
    (child.wait().unwrap().code(), out)
}

/// Finding the thousandth puzzle takes long enough to be interrupted.
const GENERATE: [&str; 6] = ["puzzles", "--generate", "staqs", "--count", "1000", "--output"];

fn has_played(line: &str) -> bool {
    line.contains(" games, ")
}

fn has_found(line: &str) -> bool {
    has_played(line) && !line.contains(", 0 of ")
}

#[test]
fn interrupted_puzzles_never_replace_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, "thirty fine puzzles\n").unwrap();
    let (status, out) = interrupt(&GENERATE, &file, Some(has_found));
    assert_eq!(status, Some(1));
    assert_eq!(fs::read_to_string(&file).unwrap(), "thirty fine puzzles\n");
    assert!(out.contains("staqs"), "what was found is printed: {out}");

    for empty in [false, true] {
        let file = folder.path().join("new.txt");
        let _ = fs::remove_file(&file);
        if empty {
            fs::write(&file, "").unwrap();
        }
        let (status, out) = interrupt(&GENERATE, &file, Some(has_found));
        assert_eq!((status, out.as_str()), (Some(1), ""));
        assert!(fs::read_to_string(&file).unwrap().contains("staqs"), "the puzzles found so far are stored");
    }
}

#[test]
fn commands_that_are_interrupted_early_leave_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &GENERATE[..],
        &["solve", "staqs:size=6", "--memory", "16", "--threads", "1", "--no-book", "--certificate"],
        &["solve", "staqs:size=6", "--memory", "16", "--threads", "1", "--no-book", "--all", "--svg"],
    ] {
        for old in [None, Some("old")] {
            let file = folder.path().join("file");
            let _ = fs::remove_file(&file);
            if let Some(old) = old {
                fs::write(&file, old).unwrap();
            }
            let (status, _) = interrupt(arguments, &file, None);
            assert_ne!(status, Some(101), "{arguments:?}");
            let left = fs::read_to_string(&file).ok();
            match old {
                Some(_) => assert_eq!(left.as_deref(), old, "{arguments:?}"),
                // A picture of the values so far is useful.
                None => assert!(left.is_none_or(|text| text.starts_with("<svg")), "{arguments:?}"),
            }
        }
    }
}

#[test]
fn an_interrupted_count_prints_no_result() {
    let counts = |line: &str| line.contains(" first moves, ");
    let (status, out) = interrupt(&["perft", "stlts"], Path::new("12"), Some(counts));
    assert_eq!((status, out.as_str()), (Some(1), ""));
}
