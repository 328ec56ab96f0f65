//! External engines: however the program ends, neither engines nor their child processes remain.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use cairn_test_support::{LastWords, STUBBORN_ENGINE, command, wait_for, wait_until};
use rustix::process::{Pid, Signal, kill_process};

use crate::run::{cairn, program};

/// An engine that ends with its input.
const OBEDIENT: &str = "exec 3>fifo
while read -r line; do
  case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*) : > thinking ;;
  esac
done
";

/// Returns a bot that is a script in a folder.
fn bot(folder: &Path, patience: &str, script: &str) -> String {
    let path = folder.join("engine");
    fs::write(&path, format!("cd '{}'\n{script}", folder.display())).unwrap();
    format!("ugi:patience={patience},sh {}", path.display())
}

/// Starts the program and waits until the engine thinks.
fn start_thinking(folder: &Path, arguments: &[&str]) -> Child {
    let child = program(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the engine thinks", || folder.join("thinking").exists());
    child
}

/// Sends a signal to the program while an engine thinks, repeatedly until the program ends: the first Ctrl-C asks it to
/// stop soon, and the second ends it. Returns the output of the engine's processes.
fn end_by(signal: Signal, subcommand: &[&str], script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let last_words = LastWords::listen(folder.path());
    let bot = bot(folder.path(), "1h", script);
    let arguments = [subcommand, &["--first", &bot]].concat();
    let mut child = start_thinking(folder.path(), &arguments);
    let status = wait_for("the program ends", || {
        kill_process(Pid::from_child(&child), signal).unwrap();
        child.try_wait().unwrap()
    });
    assert!(!status.success());
    last_words.text()
}

const MATCH: &[&str] = &["match", "staqs", "--second", "random", "--games", "2"];
const PLAY: &[&str] = &["play", "staqs", "--second", "human"];

#[test]
fn signals_end_engines_with_their_children() {
    for subcommand in [MATCH, PLAY] {
        for signal in [Signal::TERM, Signal::HUP, Signal::QUIT, Signal::INT, Signal::KILL] {
            assert_eq!(end_by(signal, subcommand, STUBBORN_ENGINE), "", "{subcommand:?} {signal:?}");
        }
    }
}

#[test]
fn a_match_that_ends_leaves_no_engine() {
    let folder = tempfile::tempdir().unwrap();
    let last_words = LastWords::listen(folder.path());
    let bot = bot(folder.path(), "200ms", STUBBORN_ENGINE);
    let run = cairn(&["match", "staqs", "--first", &bot, "--second", "random", "--games", "1"]);
    run.stdout_of_success();
    assert!(run.stderr().contains("within 200 ms"), "{}", run.stderr());
    assert_eq!(last_words.text(), "");
}

#[test]
fn a_killed_program_ends_engines_that_read() {
    // One engine at a time: another one that starts after the pipe has lost its reader would wait for a reader forever,
    // and a killed program cannot end it.
    let one_at_a_time = [MATCH, &["--threads", "1"]].concat();
    assert_eq!(end_by(Signal::KILL, &one_at_a_time, OBEDIENT), "");
}

#[test]
fn a_match_under_nohup_survives_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    // The engine thinks until something is written to the pipe, and then ends.
    let script =
        OBEDIENT.replace("exec 3>fifo", "").replace(": > thinking", ": > thinking; read -r _ < fifo; exit");
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let bot = bot(folder.path(), "1h", &script);
    let program = env!("CARGO_BIN_EXE_cairn");
    let mut child = command("sh", folder.path())
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh", program])
        .args(["match", "staqs", "--first", &bot, "--second", "random", "--games", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the engine thinks", || folder.path().join("thinking").exists());
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    fs::write(&fifo, "go on\n").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn floods_of_output_respect_the_time_limit() {
    // The engine prints a gigabyte, in one line or in many, at each point of a game, and more on ignored outputs.
    let line = "head -c 1000000000 /dev/zero | tr '\\0' x";
    let lines = "head -c 1000000000 /dev/zero | tr '\\0' '\\n'";
    let answers = "ugi) echo ugiok ;; isready) echo readyok ;;";
    let mut said = Vec::new();
    for flood in [line, lines] {
        for script in [
            format!("{flood}\n"),
            format!("while read -r line; do case $line in ugi) {flood} ;; esac; done\n"),
            format!("while read -r line; do case $line in {answers} go*) {flood} ;; esac; done\n"),
            format!(
                "({flood}) >&2 & while read -r line; do case $line in {answers} go*) exit ;; quit) {flood} ;; esac; done\n"
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let bot = bot(folder.path(), "300ms", &script);
            let run = cairn(&["match", "staqs", "--first", &bot, "--second", "random", "--games", "1"]);
            run.stdout_of_success();
            said.push(run.stderr());
        }
    }
    let faults = [" is no answer to `", "within 300 ms", "ended without an answer to `"];
    assert!(said.iter().all(|said| faults.iter().any(|fault| said.contains(fault))), "{said:#?}");
    assert!(said.iter().all(|said| said.len() < 2_000), "what a flood says is not repeated");
}
