//! Puzzles and their results: lists, first attempts, the next puzzle, the puzzle of the day, continuing the game.

use std::fs;
use std::path::Path;

use cairn_coach::puzzle;
use serde_json::Value;

use crate::run::{cairn, cairn_with, run_at};

fn at(home: &Path, arguments: &[&str], input: &str) -> String {
    run_at(home, arguments, input.as_bytes()).stdout_of_success()
}

fn list(home: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&at(home, &[&["puzzles", "--json"], arguments].concat(), "")).unwrap()
}

fn ids(list: &Value) -> Vec<&str> {
    list["puzzles"].as_array().unwrap().iter().map(|puzzle| puzzle["id"].as_str().unwrap()).collect()
}

#[test]
fn results_are_correct_and_stored() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    assert!(!at(home, &["puzzles"], "").is_empty() && fs::read_dir(home).unwrap().next().is_none());
    // A restart or another visit after a wrong move does not make it a first attempt.
    at(home, &["puzzle", "staqs-1"], "c1-c2\nreset\n");
    let out = at(home, &["puzzle", "staqs-1"], "b2-a2\n");
    assert!(out.contains("\nsolved, attempts: 2\n"), "{out}");
    let out = at(home, &["puzzle", "staqs-1"], "b2-a2\n");
    assert!(out.contains("\nsolved again; the first time: solved, attempts: 2\n"), "{out}");
    // Neither does a solution that the user has seen.
    at(home, &["puzzle", "staqs-3"], "solution\n");
    let out = at(home, &["puzzle", "staqs-3", "--lang", "pt"], "c2-d2\n");
    assert!(out.contains("certo"), "{out}");
    let report = list(home, &["staqs"]);
    let standing = |id: &str| {
        let puzzles = report["puzzles"].as_array().unwrap();
        puzzles.iter().find(|puzzle| puzzle["id"] == id).unwrap()["standing"].as_str().unwrap().to_owned()
    };
    assert_eq!([standing("staqs-1"), standing("staqs-2"), standing("staqs-3")], ["later", "new", "tried"]);
    assert_eq!((&report["streak"]["first"], &report["streak"]["days"]), (&0.into(), &1.into()));
    let first = puzzle::of_day(puzzle::Day::after_epoch(0)).unwrap();
    assert_eq!(puzzle::find(first.id).unwrap().id, first.id);
}

/// Returns the line of a solved puzzle.
fn solved(id: &str) -> String {
    format!("{{\"puzzle\":\"{id}\",\"solved\":true,\"wrong\":0,\"day\":\"2026-11-15\"}}\n")
}

#[test]
fn lists_are_narrowed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("puzzles.jsonl"), solved("staqs-4")).unwrap();
    assert_eq!(ids(&list(home, &["--solved"])), ["staqs-4"]);
    let unsolved = list(home, &["staqs", "--unsolved", "--difficulty", "1"]);
    assert!(!ids(&unsolved).contains(&"staqs-4") && ids(&unsolved).contains(&"staqs-5"));
    assert!(unsolved["puzzles"].as_array().unwrap().iter().all(|puzzle| puzzle["difficulty"] == 1));
    let text = at(home, &["puzzles", "staqs", "--solved"], "");
    assert!(
        text.starts_with(
            "staqs-4  The only win (difficulty 1): solved at the first attempt\n    White to move."
        ),
        "{text}"
    );
    assert!(
        text.contains("\nSolved: 1 of ") && text.contains("\nIn a row at the first attempt: 1 (best: 1).")
    );
    let none = run_at(home, ["puzzles", "stac", "--solved"], b"");
    assert!(none.stderr().contains("No puzzle matches."), "{}", none.stderr());
}

#[test]
fn the_next_one_is_not_solved_and_of_the_last_game() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("puzzles.jsonl"), solved("sight-1")).unwrap();
    let out = at(home, &["puzzle"], "next\nquit\n");
    assert!(out.starts_with("sight-2: ") && out.contains("\nsight-3: "), "{out}");
    let all: Vec<String> = puzzle::all().iter().map(|puzzle| solved(puzzle.id)).collect();
    fs::write(home.join("puzzles.jsonl"), all.concat()).unwrap();
    let run = run_at(home, ["puzzle"], b"next\n");
    assert!(run.stderr().contains("All puzzles are solved") && run.stderr().contains("All other puzzles"));
    assert_eq!(run.stdout_of_success(), at(home, &["puzzle", "today"], "next\n"));
}

#[test]
fn the_game_goes_on_from_the_end_of_a_puzzle() {
    let run = cairn_with(&["puzzle", "staqs-1"], b"b2-a2\nplay\nrecord\nquit\n");
    assert!(run.stderr().contains("play (the game goes on, against "), "{}", run.stderr());
    let out = run.stdout_of_success();
    assert!(out.contains("[First \"human\"]\n[Second \"perfect\"]") && out.contains("b2-a2"), "{out}");
}

#[test]
fn a_damaged_file_is_reported_and_nothing_else_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("puzzles.jsonl"), solved("staqs-4") + r#"{"puzzle":"sta"#).unwrap();
    let run = run_at(home, ["puzzles", "--solved"], b"");
    assert!(
        run.stderr().contains("(line 2)") && run.stderr().contains("puzzles.jsonl.damaged"),
        "{}",
        run.stderr()
    );
    assert!(run.stdout_of_success().starts_with("staqs-4 "));
    assert_eq!(run_at(home, ["puzzles", "--solved"], b"").stderr(), "");
}

#[test]
fn every_puzzle_is_in_portuguese() {
    let english = cairn(&["puzzles"]).stdout_of_success();
    let portuguese = cairn(&["puzzles", "--lang", "pt"]).stdout_of_success();
    let english: Vec<&str> = english.lines().collect();
    let portuguese: Vec<&str> = portuguese.lines().collect();
    assert_eq!(english.len(), portuguese.len());
    for (english, portuguese) in english.iter().zip(portuguese) {
        assert_ne!(*english, portuguese);
        for word in
            ["The ", " to move", " only ", "find it", "White", "Black", "Blue", "Red", " turns", "solved"]
        {
            assert!(!portuguese.contains(word), "{portuguese}");
        }
    }
}

#[test]
fn one_puzzle_is_printed_as_json() {
    let home = tempfile::tempdir().unwrap();
    let puzzle: Value = serde_json::from_str(&at(home.path(), &["puzzle", "staqs-1", "--json"], "")).unwrap();
    let listed = list(home.path(), &["staqs"]);
    assert!(listed["puzzles"].as_array().unwrap().contains(&puzzle), "{listed}");
}

#[test]
fn generated_puzzles_are_played_from_their_file() {
    let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let home = home.path();
    let file = folder.path().join("puzzles.txt");
    let file = file.to_str().unwrap();
    at(home, &["puzzles", "--generate", "sight:size=4", "--count", "2", "--seed", "3", "--output", file], "");
    let listed = list(home, &["--file", file]);
    let ids = ids(&listed);
    assert_eq!(ids.len(), 2, "the file replaces the built-in puzzles");
    assert!(ids.iter().all(|id| puzzle::find(id).is_none()) && ids[0] != ids[1], "{ids:?}");
    let again = folder.path().join("again.txt");
    let again = again.to_str().unwrap();
    at(
        home,
        &["puzzles", "--generate", "sight:size=4", "--count", "2", "--seed", "4", "--output", again],
        "",
    );
    let others = list(home, &["--file", again]);
    assert!(others["puzzles"].as_array().unwrap().iter().all(|other| other["id"] != ids[0]), "{others}");

    let shown: Value = serde_json::from_str(&at(home, &["puzzle", "--file", file, "--json"], "")).unwrap();
    assert_eq!((&shown["id"], &shown["game"]), (&ids[0].into(), &"sight:size=4".into()));
    let out = at(home, &["puzzle", ids[1], "--file", file], "solution\n");
    let moves = out.lines().find_map(|line| line.strip_prefix("solution: ")).unwrap();
    let mv = moves.split(' ').next().unwrap();
    let out = at(home, &["puzzle", ids[0], "--file", file], "solution\nnext\n");
    assert!(out.contains(ids[1]), "the next one is in the file too: {out}");
    at(home, &["puzzle", ids[1], "--file", file], &format!("{mv}\n"));
    let unknown = run_at(home, ["puzzle", "staqs-1", "--file", file], b"").stderr_of_bad_request();
    assert!(unknown.contains("staqs-1"), "{unknown}");
    std::fs::write(file, "puzzle x\ngame chess\n").unwrap();
    let bad = run_at(home, ["puzzle", "--file", file], b"").stderr_of_bad_request();
    assert!(bad.contains("puzzles.txt: line "), "{bad}");
    std::fs::write(file, "\n").unwrap();
    let empty = run_at(home, ["puzzle", "--file", file], b"").stderr_of_bad_request();
    assert!(empty.contains("the file has no puzzle"), "{empty}");
}
