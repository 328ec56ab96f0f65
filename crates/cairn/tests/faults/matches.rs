//! `match --record`, killed and restarted until it is done: the file equals that of an uninterrupted match.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use cairn_session::record;

use crate::home::Home;
use crate::kills::{Chance, repeat};
use crate::program::{Program, command, run};

/// The interval between checks of the file's length.
const LOOK: Duration = Duration::from_micros(100);
/// The maximum number of kills of a match, after which it may end.
const KILLS: usize = 12;

/// Returns the arguments of a match.
fn arguments<'a>(game: &'a str, seed: &'a str, threads: &'a str, file: &'a str) -> Vec<&'a str> {
    let mut arguments = vec!["match", game, "--first", "random", "--second", "greedy", "--games", "40"];
    arguments.extend(["--seed", seed, "--threads", threads, "--record", file]);
    arguments
}

fn length(file: &str) -> usize {
    fs::metadata(file).map_or(0, |file| file.len() as usize)
}

/// Returns the records of a file in order: on several threads, they are written as games end. Ignores the date.
fn games_in(file: &str) -> Vec<String> {
    let records = record::read(&fs::read_to_string(file).unwrap()).unwrap();
    let without_date = |record: &record::Record| {
        let text = record.to_string();
        text.lines().filter(|line| !line.starts_with("[Date ")).collect::<Vec<_>>().join("\n")
    };
    let mut games: Vec<String> = records.iter().map(without_date).collect();
    games.sort();
    games
}

/// Kills a match when its file has grown by some bytes; returns whether it was still running.
fn start_and_kill(home: &Path, arguments: &[&str], file: &str, chance: &mut Chance) -> bool {
    let bytes = length(file) + chance.below(2500);
    let mut program = Program::start(command(home, arguments));
    while length(file) <= bytes && program.is_running() {
        thread::sleep(LOOK);
    }
    chance.pause();
    let ended = program.kill();
    if !ended.is_killed() {
        ended.assert_status(0);
    }
    ended.is_killed()
}

/// Plays a match that is killed repeatedly; returns the number of kills.
fn play_with_kills(chance: &mut Chance) -> usize {
    let mut home = Home::new();
    home.add_other("other.txt", "[Game \"staqs\"]\n[Match \"another\"]\n\n1. c3 d4\n\n");
    let (file, whole) = (home.file("games.txt"), home.file("whole.txt"));
    let game = *chance.pick(&["staqs", "sight", "stac:quiet=40", "stlts:quiet=20", "stacks:quiet=40"]);
    let (seed, threads) = (chance.below(1000).to_string(), *chance.pick(&["1", "2"]));
    run(home.path(), &arguments(game, &seed, threads, &whole), "").assert_status(0);
    let arguments = arguments(game, &seed, threads, &file);
    let mut kills = 0;
    let mut kept = Vec::new();
    while kills < KILLS && start_and_kill(home.path(), &arguments, &file, chance) {
        kills += 1;
        let bytes = fs::read(&file).unwrap_or_default();
        assert!(bytes.starts_with(&kept), "records are lost");
        let end = bytes.windows(3).rposition(|end| end == b"\n\n[").map_or(0, |place| place + 2);
        kept = bytes[..end].to_vec();
    }
    let ended = run(home.path(), &arguments, "");
    ended.assert_status(0);
    if threads == "1" && kills > 0 {
        assert!(fs::read(&file).unwrap().starts_with(&kept));
    }
    assert_eq!(games_in(&file), games_in(&whole), "{game}, seed {seed}");
    home.assert_others_unchanged();
    home.assert_no_leftovers("");
    kills
}

#[test]
fn a_match_that_is_killed_again_and_again_ends_with_the_same_file() {
    repeat(20, play_with_kills);
}
