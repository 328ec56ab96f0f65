//! Matches with the features of match runners for chess: clocks, engine options, openings, logs; and the engine of the
//! documentation.

use std::fs;
use std::path::Path;
use std::process::Command;

use cairn_test_support::skip;
use serde_json::Value;

use crate::run::{assert_bad_requests, cairn};

/// Returns the engine of the documentation as a bot; `None` without Python.
fn minimal_engine() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/minimal_engine.py");
    if Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success()) {
        return Some(format!("ugi:python3 {}", path.display()));
    }
    skip("python3");
    None
}

fn play(game: &str, first: &str, second: &str, more: &[&str]) -> Vec<String> {
    let words = [&["match", game, "--first", first, "--second", second], more].concat();
    cairn(&words).stdout_of_success().lines().map(ToOwned::to_owned).collect()
}

#[test]
fn the_engine_of_the_documentation_plays_an_engine_with_all_options_on_clocks() {
    let Some(minimal) = minimal_engine() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let own = env!("CARGO_BIN_EXE_cairn");
    let own = format!("ugi:{own} ugi,Hash=2,Threads=2,MultiPV=3,Seed=7,Contempt=25,OwnBook=true");
    let more = ["--games", "4", "--tc", "1+0.1", "--margin", "10m", "--threads", "2", "--json", "--comments"];
    let more = [&more[..], &["--record", file.to_str().unwrap()]].concat();
    let report: Value = serde_json::from_str(&play("staqs:size=4", &minimal, &own, &more)[0]).unwrap();
    for (name, expected) in
        [("games", 4), ("first_forfeits", 0), ("second_forfeits", 0), ("second_timeouts", 0)]
    {
        assert_eq!(report[name], expected, "{name}: {report}");
    }
    assert_eq!(report["tc"], "1+0.1");
    let records = fs::read_to_string(&file).unwrap();
    assert!(records.contains("[TimeControl \"1+0.1\"]") && records.contains("/1 0."), "{records}");
}

#[test]
fn the_documented_conversation_is_real() {
    let Some(minimal) = minimal_engine() else { return };
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let more = ["--games", "1", "--opening", "0", "--tc", "1+0.1", "--log", log.to_str().unwrap()];
    play("staqs:size=3", &minimal, "random", &more);
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<&str> = log.lines().filter_map(|line| Some(line.split_once("] ")?.1)).collect();
    let end = lines.iter().position(|line| line.starts_with("< bestmove")).unwrap();
    let documented = include_str!("../../../../docs/engine-protocol.md");
    let begun = lines[..=end].join("\n");
    assert!(documented.contains(&begun), "docs/engine-protocol.md lacks this conversation:\n{begun}");
}

#[test]
fn an_engine_refuses_a_game_and_options_are_checked() {
    let Some(minimal) = minimal_engine() else { return };
    let error = |game: &str, bot: &str| {
        cairn(&["match", game, "--first", bot, "--second", "random", "--games", "2"]).stderr_of_bad_request()
    };
    let refusal = error("sight", &minimal);
    assert!(refusal.contains("refuses this game: I only play staqs"), "{refusal}");
    let unknown = error("staqs", &format!("{minimal},Hash=1"));
    assert!(unknown.contains("the engine has no option `Hash`; it has Game, Seed"), "{unknown}");
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (openings, games) = (folder.path().join("openings"), folder.path().join("games"));
    fs::write(&openings, "startpos moves a1 b2\nstartpos moves c3\n").unwrap();
    let (openings_path, games_path) = (openings.to_str().unwrap(), games.to_str().unwrap());
    let more = ["--games", "4", "--openings", openings_path, "--record", games_path, "--exact"];
    let report = play("staqs:size=3", "greedy", "random", &more).join("\n");
    assert!(report.contains("2 openings, seed 1"), "{report}");
    let records = fs::read_to_string(&games).unwrap();
    assert_eq!((records.matches("1. a1 b2").count(), records.matches("1. c3 ").count()), (2, 2), "{records}");
    assert_eq!(records.matches("[Adjudicated \"exact\"]").count(), 4, "{records}");
    fs::write(&openings, "startpos moves a1 a1\n").unwrap();
    let words = ["match", "staqs:size=3", "--first", "greedy", "--second", "random", "--games", "4"];
    let error = cairn(&[&words[..], &["--openings", openings_path]].concat()).stderr_of_bad_request();
    assert!(error.contains("openings: line 1: "), "{error}");
}

#[test]
fn a_gauntlet_has_the_games_of_the_first_bot() {
    let words = [
        "tournament",
        "staqs:size=3",
        "--bots",
        "greedy,random,level1",
        "--games",
        "4",
        "--gauntlet",
        "--json",
    ];
    let table: Value = serde_json::from_str(&cairn(&words).stdout_of_success()).unwrap();
    assert_eq!(table["games"], 8);
}

#[test]
fn statistics_are_recorded_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let stats = |count: &str| {
        let words =
            ["stats", "staqs:size=3", "--games", count, "--json", "--record", games.to_str().unwrap()];
        let mut report: Value = serde_json::from_str(&cairn(&words).stdout_of_success()).unwrap();
        report["seconds"].take();
        report
    };
    stats("3");
    let resumed = stats("6");
    assert_eq!(fs::read_to_string(&games).unwrap().matches("[Game ").count(), 6);
    assert_eq!(stats("6"), resumed);
}

#[test]
fn bad_options_of_matches_are_explained() {
    let request = |game, more: &[&'static str]| {
        [&["match", game, "--first", "greedy", "--second", "random", "--games", "2"], more].concat()
    };
    let requests = [
        (
            request("staqs", &["--tc", "fast"]),
            "`fast` is not a time control; allowed: seconds with an increment",
        ),
        (request("staqs", &["--resign", "3"]), "`3` is not of the form movecount=3,score=500"),
        (request("staqs", &["--draw", "x"]), "`x` is not of the form movenumber=40,movecount=8,score=10"),
        (request("sight", &["--draw", "movenumber=1,movecount=1,score=1"]), "--draw: Sight has no draws"),
        (request("staqs:players=3", &["--exact"]), "--exact: only games of two players end early"),
        (request("staqs", &["--exact=0"]), "'0'"),
        (request("staqs", &["--comments"]), "--record"),
        (request("staqs", &["--margin", "5"]), "`5` is not a span of time"),
    ];
    let requests: Vec<(&[&str], &str)> = requests.iter().map(|(words, error)| (&words[..], *error)).collect();
    assert_bad_requests(&requests);
}
