//! `cairn review`, and the command `review` in line mode.

use std::fs;
use std::path::Path;

use cairn_session::{open, record};
use serde_json::Value;

use crate::run::{assert_bad_requests, cairn, cairn_with, run, run_at};

/// A game on a board so small that every move is proven; both players give the win away at once.
const GAME: &str = include_str!("review.txt");

/// Writes a file into a folder, and returns its path.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_report_matches_its_snapshot() {
    let english = cairn_with(&["review", "-", "--nodes", "20000"], GAME.as_bytes());
    insta::assert_snapshot!("review-english", english.stdout_of_success());
    let portuguese = cairn_with(&["review", "-", "--nodes", "20000", "--lang", "pt"], GAME.as_bytes());
    insta::assert_snapshot!("review-portuguese", portuguese.stdout_of_success());
    let ascii = cairn_with(&["review", "-", "--nodes", "20000", "--ascii"], GAME.as_bytes());
    assert!(ascii.stdout_of_success().is_ascii());
    let words = cairn_with(&["review", "-", "--nodes", "20000", "--words"], GAME.as_bytes());
    assert!(!words.stdout_of_success().contains("100 % "), "a graph is no use to a screen reader");
}

#[test]
fn programs_read_the_fields_that_they_were_promised() {
    let review =
        || cairn_with(&["review", "-", "--json", "--nodes", "20000"], GAME.as_bytes()).stdout_of_success();
    let text = review();
    assert_eq!(text, review(), "a review limited by nodes is reproducible");
    let report = object(&text);
    let record = record::read(GAME).unwrap().remove(0);
    assert_eq!(report["game"], record.game());
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), record.moves().len());
    for (ply, (judged, played)) in moves.iter().zip(record.moves()).enumerate() {
        assert_eq!(judged["ply"], ply);
        assert_eq!(judged["move"], played.text);
        assert_eq!(judged["player"], played.player.index());
        let judgement = judged["judgement"].as_str().unwrap();
        assert!(["best", "good", "inaccuracy", "mistake", "blunder"].contains(&judgement));
        assert!(judged["best"].is_string() && judged["exact"] == true);
        for chance in ["before", "after"] {
            assert!([0.0, 0.5, 1.0].contains(&judged[chance].as_f64().unwrap()), "{judged}");
        }
    }
    assert!(moves.iter().any(|judged| judged["judgement"] == "blunder" && judged["gave_win_away"] == true));
    let accuracy = report["accuracy"].as_array().unwrap();
    assert!(accuracy.iter().all(|accuracy| (0.0..=100.0).contains(&accuracy.as_f64().unwrap())));
    let turning_points = report["turning_points"].as_array().unwrap();
    assert!((1..=3).contains(&turning_points.len()));
    assert_eq!(report["complete"], true);
}

#[test]
fn pictures_and_annotated_records_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(folder.path(), "game.txt", GAME);
    let [svg, annotated] = ["graph.svg", "annotated.txt"].map(|name| folder.path().join(name));
    let (svg_text, annotated_text) = (svg.to_str().unwrap(), annotated.to_str().unwrap());
    let options = ["--nodes", "20000", "--svg", svg_text, "--record", annotated_text];
    let out = cairn(&[&["review", game.as_str()][..], &options].concat()).stdout_of_success();
    assert!(out.contains("Turning points"));
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg "));
    let text = fs::read_to_string(&annotated).unwrap();
    assert!(text.contains("blunder: gave the win away;"), "{text}");
    let moves = |text: &str| record::read(text).unwrap().remove(0).session().unwrap().history();
    assert_eq!(moves(&text), moves(GAME));
    // An annotated record can be reviewed again, without repeated comments.
    let again = ["review", annotated_text, "--nodes", "20000", "--record", "-"];
    assert_eq!(cairn(&again).stdout_of_success(), text);
    let only = ["review", game.as_str(), "--nodes", "20000", "--svg", "-"];
    assert_eq!(cairn(&only).stdout_of_success(), fs::read_to_string(&svg).unwrap());
}

#[test]
fn games_of_every_kind_are_reviewed() {
    // Unfinished games, one of them with three players, and one from another starting position.
    let position = Some("b2,1,w2/2,n/3 w 0/0");
    for (spec, position, plies) in
        [("staqs:players=3", None, 4), ("stac", None, 3), ("staqs:size=3", position, 1)]
    {
        let mut session = open(spec, position).unwrap();
        for _ in 0..plies {
            let mv = session.legal_moves().swap_remove(0);
            session.play(&mv).unwrap();
        }
        let text = record::write([&session.record()]);
        let run = cairn_with(&["review", "-", "--json", "--nodes", "400"], text.as_bytes());
        let report = object(&run.stdout_of_success());
        assert_eq!(report["moves"].as_array().unwrap().len(), plies, "{spec}");
        assert_eq!(report["accuracy"].as_array().unwrap().len(), session.seats(), "{spec}");
        assert_eq!(report["position"], position.map_or(Value::Null, Value::from), "{spec}");
    }
}

#[test]
fn one_of_several_games_is_reviewed() {
    let games = format!("{GAME}\n[Game \"stac\"]\n");
    let last = cairn_with(&["review", "-", "--game", "2", "--json"], games.as_bytes());
    let last = object(&last.stdout_of_success());
    assert_eq!((&last["game"], &last["accuracy"]), (&"stac".into(), &vec![Value::Null; 2].into()));
    let first = cairn_with(&["review", "-", "--game", "1", "--json", "--nodes", "400"], games.as_bytes());
    assert_eq!(object(&first.stdout_of_success())["game"], "sight:size=3");
}

#[test]
fn all_games_of_a_file_are_reviewed() {
    let games = format!("{GAME}\n{GAME}\n{GAME}");
    let review =
        |more: &[&str]| cairn_with(&[&["review", "-", "--nodes", "400"], more].concat(), games.as_bytes());
    let reports = review(&["--json"]).stdout_of_success();
    assert_eq!(reports.lines().count(), 3, "{reports}");
    assert!(
        reports
            .lines()
            .all(|line| object(line)["game"] == object(&reports[..reports.find('\n').unwrap()])["game"])
    );
    assert_eq!(review(&[]).stdout_of_success().matches("Review: ").count(), 3);
    let table = review(&["--csv"]).stdout_of_success();
    assert!(table.starts_with("game,ply,seat,move,") && table.contains("\n3,0,first,"), "{table}");
    let annotated = review(&["--record", "-"]).stdout_of_success();
    assert_eq!(record::read(&annotated).unwrap().len(), 3, "{annotated}");
    let error = review(&["--svg", "-"]).stderr_of_bad_request();
    assert!(error.contains("--svg: the file has 3 games"), "{error}");
    assert!(review(&["--svg", "-", "--game", "2"]).stdout_of_success().starts_with("<svg"));
}

#[test]
fn unreviewable_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let broken = file(folder.path(), "broken.txt", "[Game \"staqs\"]\n\n1. c3 c3\n");
    let error = cairn(&["review", &broken]).stderr_of_bad_request();
    assert!(error.contains("broken.txt: game 1, line 3: `c3`: illegal move"), "{error}");
    let error = cairn_with(&["review", "-"], b"[Game \"staqs\"]\n\n1. zz").stderr_of_bad_request();
    assert!(error.contains("-: game 1, line 3: `zz`"), "{error}");
    let game = file(folder.path(), "game.txt", GAME);
    assert_bad_requests(&[
        (&["review", &game, "--game", "2"], "there is no game 2 among 1"),
        (&["review", &game, "--game", "0"], "--game"),
        (&["review", &game, "--nodes", "many"], "many"),
        (&["review", &game, "--record", &game], "this is the file under review"),
        (&["review", &game, "--json", "--svg", "-"], "only one of --json"),
        (&["review", &game, "--svg", "x", "--record", "x"], "name the same file"),
    ]);
    cairn(&["review", "/no/such/file"]).stderr_of_failure(1);
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(folder.path(), "game.txt", GAME);
    for option in ["--svg", "--record"] {
        // Without the check, this would take a day.
        let run = run(["review", &game, "--time", "24h", option, "/no/such/folder/x"], b"");
        assert!(run.stderr_of_failure(1).contains("/no/such/folder/x"));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was left behind");
}

#[test]
fn line_mode_reviews_the_game_so_far() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["play", "staqs:size=3", "--plain", "--second", "human"];
    let run = run_at(home.path(), arguments, b"review\nb2\na1\nreview\nquit\n");
    let out = run.stdout_of_success();
    assert!(run.stderr().contains("No move has been played yet."));
    for text in [
        "Review: staqs:size=3, Blue (human), White (human)",
        "Accuracy: Blue ",
        "   1  Blue   b2",
        "   2  White  a1",
    ] {
        assert!(out.contains(text), "{text}: {out}");
    }
    let run = run_at(home.path(), arguments.into_iter().chain(["--lang", "pt"]), b"b2\nrever\nsair\n");
    assert!(run.stdout_of_success().contains("Hip\u{f3}teses das Azuis depois de cada jogada"));
}

/// A game of Stac between levels, decided long before its end.
const STAC: &str = "a1-a2 e5-e2 a2-c2 e2=e1 c2=e2 e1-a1 e2-e1 a1-d1 e1-a1 d1=e1 a1-c1 e1-b1 c1=c5 b1-b5 c5-d5 b5=c5 \
    d5=d2 c5-d5 d2-d4 d5-d3 d4-d2 d3=d4 d2-c2 d4-b4 c2-c4 b4-b2 c4-e4 b2=d2 e4=d4 d2-b2 d4-d5 b2-b1 d5-d1 b1=b4 d1-b1 \
    b4-a4 b1-e1 a4=b4";

#[test]
fn what_a_review_has_proven_is_proven_everywhere() {
    let home = tempfile::tempdir().unwrap();
    let mut session = open("stac", None).unwrap();
    for mv in STAC.split_whitespace() {
        session.play(mv).unwrap();
    }
    let game = file(home.path(), "game.txt", &record::write([&session.record()]));
    let review =
        run_at(home.path(), ["review", &game, "--json", "--nodes", "60000"], b"").stdout_of_success();
    let review = object(&review);
    let moves: Vec<&str> = STAC.split_whitespace().collect();
    let mut proven = 0;
    for judged in &review["moves"].as_array().unwrap()[18..] {
        let ply = judged["ply"].as_u64().unwrap() as usize;
        let before = judged["before"].as_f64().unwrap();
        let ask = |command: &[&str]| {
            let line = [command, &moves[..ply], &["--json"]].concat();
            let out = run_at(home.path(), line, b"").stdout_of_success();
            object(out.lines().last().unwrap())
        };
        let analysis = ask(&["analyze", "stac", "--nodes", "2000"]);
        if judged["exact"] == true {
            let value = if before > 0.5 { "win" } else { "loss" };
            assert_eq!(analysis["lines"][0]["value"], value, "{ply}: {analysis}");
            assert_eq!(analysis["lines"][0]["chance"].as_f64(), Some(before), "{ply}: {analysis}");
            assert_eq!(ask(&["solve", "stac", "--memory", "16"])["value"], value, "{ply}");
            proven += 1;
        }
    }
    // An analysis of one position without the game proves about half as many.
    assert!(proven >= 15, "{proven}: {review}");
}
