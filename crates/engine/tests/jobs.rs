//! External engines on Windows: neither they nor their child processes outlive this program, however either ends.
//!
//! The tests start this test program again as an engine, with instructions in environment variables.

#![cfg(windows)]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use cairn_engine::bots::{BotSpec, end_all_engines};
use cairn_session::open;

/// The lifetime of programs that are not killed.
const STUBBORNNESS: Duration = Duration::from_secs(600);

#[test]
fn engines_end_with_their_children_when_their_bot_is_dropped() {
    assert_ends("drop");
}

#[test]
fn children_end_with_an_engine_that_crashes() {
    assert_ends("crash");
}

#[test]
fn engines_end_with_their_children_when_we_leave() {
    assert_ends("leave");
}

#[test]
fn engines_end_with_their_children_when_we_are_killed() {
    assert_ends("kill");
}

/// Asserts that an engine and its child end in time, for this kind of end.
fn assert_ends(end: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut host = program("host")
        .env("FOLDER", folder.path())
        .env("END", end)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(host.stdout.take().unwrap());
    assert!(hear(&mut said, "ended"));
    if end == "kill" {
        host.kill().unwrap();
    }
    for name in ["engine", "child"] {
        // No other process holds the lock once the program has ended.
        File::open(folder.path().join(name)).unwrap().lock().unwrap();
        assert!(!folder.path().join(format!("{name} outlived us")).exists(), "{name}");
    }
    drop(host.stdin.take());
    assert_eq!(host.wait().unwrap().success(), end != "kill");
}

/// Returns a command that runs this program as another.
fn program(name: &str) -> Command {
    let path = std::env::current_exe().unwrap();
    let mut command = Command::new(&path);
    // A bot's program has a name without spaces in that folder.
    command.args(["--exact", name, "--ignored", "--nocapture"]).current_dir(path.parent().unwrap());
    command
}

/// Prints a line on a new line, because the test harness has already begun one.
fn say(line: &str) {
    println!("\n{line}");
}

/// Returns whether a program prints a line.
fn hear(said: &mut impl BufRead, line: &str) -> bool {
    said.lines().any(|said| said.unwrap() == line)
}

fn folder() -> PathBuf {
    std::env::var_os("FOLDER").unwrap().into()
}

fn end() -> String {
    std::env::var("END").unwrap()
}

/// Creates a lock that is free once this program has ended.
fn lock(name: &str) -> File {
    let file = File::create(folder().join(name)).unwrap();
    file.lock().unwrap();
    file
}

/// Sleeps long, and creates a file if it is not killed first.
fn outlive(name: &str) {
    thread::sleep(STUBBORNNESS);
    fs::write(folder().join(format!("{name} outlived us")), "").unwrap();
}

#[test]
#[ignore = "this is a program with a bot, not a test"]
fn host() {
    let path = std::env::current_exe().unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let spec = format!("ugi:patience=1h,.\\{name} --exact engine --ignored --nocapture");
    let session = open("staqs", None).unwrap();
    let mut bot = spec.parse::<BotSpec>().unwrap().make();
    bot.new_game(&*session, 1).unwrap();
    match end().as_str() {
        "drop" => drop(bot),
        "crash" => {
            bot.choose(&*session).unwrap_err();
        }
        "leave" => {
            thread::spawn(move || bot.choose(&*session));
            end_all_engines();
        }
        _ => {
            thread::spawn(move || bot.choose(&*session));
        }
    }
    say("ended");
    // The others must not wait for the end of this program.
    io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

#[test]
#[ignore = "this is an engine, not a test"]
fn engine() {
    let _lock = lock("engine");
    let mut child = program("child").stdout(Stdio::piped()).spawn().unwrap();
    assert!(hear(&mut BufReader::new(child.stdout.take().unwrap()), "running"));
    say("ugiok");
    say("readyok");
    // The program ignores `quit` and the end of its input.
    for line in io::stdin().lines() {
        if line.unwrap().starts_with("go") && end() == "crash" {
            exit(1);
        }
    }
    outlive("engine");
    child.wait().unwrap();
}

#[test]
#[ignore = "this is what an engine has started, not a test"]
fn child() {
    let _lock = lock("child");
    say("running");
    outlive("child");
}
