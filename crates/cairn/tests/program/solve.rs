//! `cairn solve`, `verify` and `puzzles`.

use cairn_engine::SolvedPosition;
use cairn_engine::book::BookFile;
use cairn_rules::Wdl;
use serde_json::Value;

use crate::run::{assert_bad_requests, cairn, run, run_at};

/// A late position of STAQS in which White can win at once, but also has other moves.
const WON: &str = "b2,1,w2/2,n/3 w 0/0";

fn object(arguments: &[&str]) -> Value {
    serde_json::from_str(&cairn(arguments).stdout_of_success()).unwrap()
}

#[test]
fn values_are_proven_with_a_line_that_keeps_them() {
    for (game, value) in [("staqs:size=3", "win"), ("sight:size=3", "win"), ("sight:size=4", "loss")] {
        let report = object(&["solve", game, "--no-book", "--threads", "1", "--json"]);
        assert_eq!(
            (&report["value"], &report["bounds"][0], &report["bounds"][1]),
            (&value.into(), &value.into(), &value.into())
        );
        assert!(
            report["nodes"].as_u64().unwrap() > 0 && report["seconds"].is_f64() && report["memory"].is_u64()
        );
        let line: Vec<&str> =
            report["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(report["bestmove"], line[0]);
        let end = object(&[&["apply", game][..], &line, &["--json"]].concat());
        let winner = if value == "win" { "first" } else { "second" };
        assert_eq!(end["result"], winner, "{game}: the line ends as it should");
        for threads in ["1", "2"] {
            let again =
                object(&["solve", game, "--no-book", "--threads", threads, "--memory", "1", "--json"]);
            assert_eq!(again["value"], report["value"], "threads and memory change nothing");
        }
    }
}

#[test]
fn all_moves_are_printed_and_shown_on_the_board() {
    let out = cairn(&["solve", "sight:size=3", "--all", "--no-book"]).stdout_of_success();
    assert!(out.starts_with("White to move: win\nbest: b2\nline: b2 "), "{out}");
    assert!(out.contains("\nwin: b2\nloss: a1 a2 a3 b1 b3 c1 c2 c3\n"), "{out}");
    assert!(
        out.ends_with(
            "\n 3  loss  loss  loss\n 2  loss  win   loss\n 1  loss  loss  loss\n    a     b     c\n"
        ),
        "{out}"
    );
    let report = object(&["solve", "sight:size=3", "--all", "--json"]);
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    assert!(moves.iter().all(|mv| (mv["move"] == "b2") == (mv["value"] == "win")));
    let steps = cairn(&["solve", "staqs:size=3", "--position", WON, "--all"]).stdout_of_success();
    assert!(steps.starts_with("White to move: win\nbest: c3-c2\n"), "{steps}");
}

#[test]
fn the_line_starts_with_the_best_of_all_moves() {
    // Several replies are equally good.
    for mv in ["a1", "b2"] {
        let report = object(&["solve", "staqs:size=4", mv, "--all", "--json"]);
        assert!(report["bestmove"].is_string() && report["line"][0] == report["bestmove"], "{report}");
        let out = cairn(&["solve", "staqs:size=4", mv, "--all"]).stdout_of_success();
        let best = out.lines().find_map(|line| line.strip_prefix("best: ")).unwrap();
        let line = out.lines().find_map(|line| line.strip_prefix("line: ")).unwrap();
        assert_eq!(line.split(' ').next(), Some(best), "{out}");
    }
}

#[test]
fn values_are_drawn_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.svg");
    let file = path.to_str().unwrap();
    cairn(&["solve", "sight:size=3", "--all", "--no-book", "--svg", file]).stdout_of_success();
    let svg = std::fs::read_to_string(&path).unwrap();
    let labels = |word: &str| svg.matches(&format!(": {word}\"")).count();
    assert_eq!((labels("win"), labels("loss")), (1, 8), "{svg}");
    assert!(svg.contains("b2, empty: win"), "{svg}");
    let error = cairn(&["solve", "sight:size=3", "--svg", file]).stderr_of_bad_request();
    assert!(error.contains("--all"), "{error}");
}

#[test]
fn moves_are_played_first_and_finished_games_print_their_result() {
    let report = object(&["solve", "sight:size=3", "b2", "--json"]);
    assert_eq!((&report["value"], &report["to_move"]), (&"loss".into(), &"second".into()));
    let over = cairn(&["solve", "staqs:size=3", "--position", WON, "c3-c2"]).stdout_of_success();
    assert_eq!(over, "result: second (tallest stack)\n");
}

#[test]
fn limits_end_the_solver_with_bounds() {
    for game in ["staqs:size=7", "stlts", "stacks"] {
        let run = cairn(&["solve", game, "--time", "50ms", "--memory", "4", "--json"]);
        assert!(run.stderr().contains("cairn: not solved within the limits: "), "{}", run.stderr());
        let report: Value = serde_json::from_str(&run.stdout_of_status(1)).unwrap();
        assert!(report["value"].is_null() && report["bestmove"].is_null(), "{report}");
        assert_eq!((&report["bounds"][0], &report["bounds"][1]), (&"loss".into(), &"win".into()));
    }
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.txt");
    let path = path.to_str().unwrap();
    cairn(&["solve", "sight:size=3", "--certificate", path]).stdout_of_success();
    let out = cairn(&["verify", path]).stdout_of_success();
    assert!(out.starts_with("verified: sight:size=3, 3/3/3 w: win\n"), "{out}");
    assert_eq!(object(&["verify", path, "--json"])["value"], "win");
    let text = std::fs::read_to_string(path).unwrap();
    std::fs::write(path, text.replace("value win", "value loss")).unwrap();
    let error = cairn(&["verify", path]).stderr_of_failure(1);
    assert!(error.contains("proof.txt: not a certificate, or a damaged one"), "{error}");
    assert!(cairn(&["verify", "/no/such/file"]).stderr_of_failure(1).contains("/no/such/file"));
    let error = cairn(&[
        "solve",
        "stac",
        "--position",
        "s,4/5/5/5/d,4 w a1 a5 - 4",
        "--time",
        "1s",
        "--certificate",
        path,
    ]);
    assert!(!error.stderr().contains("panicked"), "{}", error.stderr());
}

#[test]
fn books_are_used_unless_they_are_unwanted_or_damaged() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("book.txt");
    let (mut file, _) = BookFile::open(&path).unwrap();
    let solved = |position: &str, value| SolvedPosition { position: position.to_owned(), value };
    file.add("sight:size=3", &[solved("3/3/3 w", Wdl::Win), solved("3/1,w1,1/3 b", Wdl::Loss)]).unwrap();
    let solve = |more: &[&str]| {
        let run = run_at(home.path(), [&["solve", "sight:size=3", "--json"], more].concat(), b"");
        let report: Value = serde_json::from_str(&run.stdout_of_success()).unwrap();
        assert_eq!((&report["value"], &report["bestmove"]), (&"win".into(), &"b2".into()));
        (report["book"].as_bool().unwrap(), run.stderr())
    };
    assert_eq!(solve(&[]), (true, String::new()));
    assert_eq!(solve(&["--no-book"]), (false, String::new()));
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() = b'x';
    std::fs::write(&path, bytes).unwrap();
    let (from_book, warning) = solve(&[]);
    assert!(!from_book && warning.contains("book.txt was damaged: it is now "), "{warning}");
    let aside = std::fs::read(home.path().join("book.txt.damaged")).unwrap();
    assert_eq!(solve(&[]), (false, String::new()));
    std::fs::write(&path, "cairn book 1\nanother damage\n").unwrap();
    let (_, warning) = solve(&[]);
    assert!(warning.contains("book.txt.damaged-2"), "{warning}");
    assert_eq!(std::fs::read(home.path().join("book.txt.damaged")).unwrap(), aside, "the first one remains");
}

#[test]
fn puzzles_are_generated_and_listed() {
    let generated =
        cairn(&["puzzles", "--generate", "sight:size=4", "--count", "2", "--seed", "3"]).stdout_of_success();
    assert_eq!(generated.lines().filter(|line| line.starts_with("puzzle sight-")).count(), 2, "{generated}");
    let again = run(["puzzles", "--generate", "sight:size=4", "--count", "2", "--seed", "3"], b"")
        .stdout_of_success();
    assert_eq!(generated, again, "the same seed makes the same puzzles");
    let report = object(&["puzzles", "staqs", "--json"]);
    let puzzles = report["puzzles"].as_array().unwrap();
    assert!(puzzles.len() >= 33 && puzzles.iter().all(|puzzle| puzzle["difficulty"].is_u64()));
    let block = puzzles.iter().find(|puzzle| puzzle["id"] == "staqs-2").unwrap();
    assert_eq!((&block["goal"], &block["turns"]), (&"block".into(), &2.into()));
}

#[test]
fn bad_requests_are_explained() {
    let requests: &[(&[&str], &str)] = &[
        (&["solve", "chess"], "`chess`"),
        (&["solve", "staqs", "c3", "c3"], "move 2: illegal move c3"),
        (&["solve", "staqs:players=4"], "`staqs:players=4`: only two-player games can be solved"),
        (&["solve", "staqs", "--memory", "0"], "0"),
        (&["solve", "staqs", "--time", "soon"], "`soon` is not a span of time"),
        (&["puzzles", "--generate", "chess"], "`chess`"),
        (&["puzzles", "--generate", "staqs:players=3"], "`staqs:players=3`"),
        (&["puzzles", "--count", "3"], "--generate"),
    ];
    assert_bad_requests(requests);
}
