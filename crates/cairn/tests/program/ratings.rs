//! Rated games and ratings.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use cairn_coach::rating::{PlayerRating, level_elo};
use cairn_rules::Player;
use cairn_rules::games::ALL;
use cairn_session::{RATED_TAG, open};
use cairn_storage::Storage;
use serde_json::Value;

use crate::run::{assert_bad_requests, program, run_at};

/// Returns the rating in STAQS, if there is one.
fn rating(home: &Path) -> Option<PlayerRating> {
    Storage::at(home).ratings().unwrap().0.get("staqs")
}

/// Returns the first rating, after one game against a level.
fn after_one(level: usize, score: f64) -> PlayerRating {
    PlayerRating::default().after(level_elo(ALL[0], level).unwrap(), score)
}

#[test]
fn a_rated_game_has_no_help_and_its_result_counts() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let none = run_at(home, ["ratings"], b"");
    assert_eq!(none.stdout_of_success(), "");
    assert!(none.stderr().contains("There are no ratings yet"), "{}", none.stderr());

    let input = b"c3\nundo\nhint\neval\nreview\nrecord\nresign\n";
    let run = run_at(home, ["play", "staqs", "--rated", "--second", "level2", "--seed", "4"], input);
    let (out, said) = (run.stdout_of_success(), run.stderr());
    assert!(out.contains("[Rated \"yes\"]\n") && out.ends_with("result: second (resignation)\n"), "{out}");
    assert_eq!(
        said.matches("This game is rated: no undo, no hints, no evaluation, no hurrying").count(),
        4,
        "{said}"
    );
    let expected = after_one(2, 0.0);
    let change = expected.elo.round() - 500.0;
    assert!(said.contains(&format!("Your rating in STAQS: {expected} ({change})\n")), "{said}");
    assert_eq!(rating(home), Some(expected));

    let level = expected.suitable_level(ALL[0]);
    let shown = run_at(home, ["ratings"], b"").stdout_of_success();
    assert_eq!(shown, format!("STAQS {expected} after 1 game; level {level} suits you\n"));
    let json: Value =
        serde_json::from_str(&run_at(home, ["ratings", "--json"], b"").stdout_of_success()).unwrap();
    let object = &json["ratings"][0];
    assert_eq!(object["game"], "staqs");
    assert_eq!(object["games"], 1);
    assert_eq!(object["level"], level);
    assert!(object["error"].is_f64(), "{json}");
    let portuguese = run_at(home, ["ratings", "--lang", "pt"], b"").stdout_of_success();
    assert_eq!(portuguese, format!("STAQS {expected} após 1 partida; o nível indicado é o {level}\n"));

    // The suitable level is the default opponent.
    let run = run_at(home, ["play", "staqs", "--rated", "--lang", "pt"], b"c3\ndesfazer\nrecord\nquit\n");
    assert!(run.stdout().contains(&format!("[Second \"level{level}\"]")), "{}", run.stdout());
    assert!(run.stderr().contains("Esta partida conta para o Elo: sem desfazer"), "{}", run.stderr());
    let run = run_at(home, ["play", "staqs", "--rated", "--second", "human"], b"record\nquit\n");
    assert!(
        run.stdout().contains(&format!("[First \"level{level}\"]\n[Second \"human\"]")),
        "{}",
        run.stdout()
    );
    assert_eq!(rating(home), Some(expected), "unfinished games do not count");
}

#[test]
fn a_rated_game_is_played_to_its_end() {
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .args(["play", "staqs", "--rated", "--first", "level1", "--plain", "--seed", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut session = open("staqs", None).unwrap();
    while session.outcome().is_none() {
        let mv = if session.to_move() == Player::FIRST {
            let answer = lines.find_map(|line| line.split_once("(level 1): ").map(|(_, mv)| mv.to_owned()));
            answer.expect("the bot answers")
        } else {
            let mv = session.legal_moves().swap_remove(0);
            writeln!(input, "{mv}").unwrap();
            mv
        };
        session.play(&mv).unwrap();
    }
    let outcome = session.outcome().unwrap();
    assert_eq!(lines.last(), Some(format!("result: {outcome}")));
    assert!(child.wait().unwrap().success());
    let score = outcome.winner().map_or(0.5, |winner| if winner == Player::SECOND { 1.0 } else { 0.0 });
    assert_eq!(rating(home.path()), Some(after_one(1, score)));
}

#[test]
fn unratable_games_are_rejected() {
    assert_bad_requests(&[
        (&["play", "staqs:size=4", "--rated"], "--rated: a rated game is played with the standard options"),
        (&["play", "staqs", "--rated", "--second", "greedy"], "one person against one level"),
        (
            &["play", "staqs", "--rated", "--first", "human", "--second", "human"],
            "one person against one level",
        ),
        (
            &["play", "staqs", "--rated", "--first", "level1", "--second", "level2"],
            "one person against one level",
        ),
        (&["play", "staqs", "--rated", "--third", "level2"], "--third: staqs is for 2 players"),
        (&["play", "--rated"], "--rated"),
        (&["play", "--rated", "--load", "x"], "--rated"),
        (&["play", "--rated", "--resume"], "--rated"),
        (&["play", "staqs", "--rated", "--position", "x"], "--rated"),
    ]);
}

#[test]
fn a_rated_game_stays_rated_when_it_is_resumed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    run_at(home, ["play", "staqs", "--rated", "--second", "level3"], b"c3\nquit\n");
    let other = run_at(home, ["play", "--resume", "--second", "level1"], b"").stderr_of_bad_request();
    assert!(other.contains("its players cannot be replaced"), "{other}");
    let resumed = run_at(home, ["play", "--resume"], b"undo\nquit\n");
    assert!(resumed.stderr().contains("This game is rated"), "{}", resumed.stderr());
    assert_eq!(rating(home), None);
    run_at(home, ["play", "--resume"], b"resign\n").stdout_of_success();
    assert_eq!(rating(home), Some(after_one(3, 0.0)));
    run_at(home, ["play", "--resume"], b"").stderr_of_failure(1);
}

#[test]
fn a_game_that_ended_when_the_program_was_killed_counts_once() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut session = open("staqs", None).unwrap();
    session.set_tag(RATED_TAG, "yes").unwrap();
    session.play("c3").unwrap();
    session.resign(Player::FIRST).unwrap();
    let mut slot = Storage::at(home).new_slot().unwrap();
    slot.save(&*session, &["human".to_owned(), "level1".to_owned()], 1).unwrap();
    let save = slot.path().to_owned();
    drop(slot);
    let text = fs::read(&save).unwrap();
    for attempt in 0..2 {
        fs::write(&save, &text).unwrap();
        let run = run_at(home, ["play", "--resume"], b"");
        assert!(run.stdout_of_success().ends_with("result: second (resignation)\n"), "{}", run.stdout());
        let numbers = after_one(1, 0.0).to_string();
        let line = format!("Your rating in STAQS: {numbers}{}", if attempt == 0 { " (-" } else { "\n" });
        assert!(run.stderr().contains(&line), "{}", run.stderr());
        assert_eq!(rating(home), Some(after_one(1, 0.0)));
        assert!(!save.exists());
    }
}

#[test]
fn a_record_from_elsewhere_is_not_rated() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let file = home.join("game.txt");
    let input = format!("c3\nsave {}\nquit\n", file.display());
    // A reply that leaves d4 free.
    run_at(home, ["play", "staqs", "--rated", "--second", "level1", "--seed", "1"], input.as_bytes());
    assert!(fs::read_to_string(&file).unwrap().contains("[Rated \"yes\"]"));
    fs::remove_dir_all(home.join("unfinished")).unwrap();
    let load = ["play", "--load", file.to_str().unwrap(), "--second", "level1"];
    let loaded = run_at(home, load, b"record\nquit\n").stdout_of_success();
    assert!(loaded.contains("[Rated \"no\"]"), "{loaded}");
    run_at(home, load, b"d4\nquit\n");
    run_at(home, ["play", "--resume"], b"resign\n").stdout_of_success();
    assert_eq!(rating(home), None);
}

#[test]
fn damaged_ratings_are_reported_and_a_result_that_cannot_be_counted_waits() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let file = home.join("ratings.jsonl");
    let staqs = r#"{"game":"staqs","elo":812,"deviation":48,"volatility":0.06,"games":14}"#;
    fs::write(&file, format!("damaged\n{staqs}\n")).unwrap();
    let run = run_at(home, ["ratings"], b"");
    assert!(run.stdout_of_success().starts_with("STAQS 812 ± 94 after 14 games; "), "{}", run.stdout());
    assert!(run.stderr().contains("line 1 of the ratings, `damaged`, is damaged"), "{}", run.stderr());
    assert_eq!(
        fs::read_to_string(home.join("ratings.jsonl.damaged")).unwrap().lines().next(),
        Some("damaged")
    );

    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(run_at(home, ["ratings"], b"").stderr_of_failure(1).contains("ratings.jsonl"));
    let play = ["play", "staqs", "--rated", "--second", "level1"];
    let run = run_at(home, play, b"c3\nresign\n");
    assert!(run.stdout_of_success().ends_with("result: second (resignation)\n"));
    assert!(run.stderr().contains("The result could not be counted: "), "{}", run.stderr());
    assert!(run.stderr().contains("`cairn play --resume` tries again."), "{}", run.stderr());
    fs::remove_dir(&file).unwrap();
    run_at(home, ["play", "--resume"], b"").stdout_of_success();
    assert_eq!(rating(home), Some(after_one(1, 0.0)));
}
