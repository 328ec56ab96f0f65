//! Analysis, the bench, and bots and advice in games.

use serde_json::Value;

use crate::run::{assert_bad_requests, cairn, cairn_with, program};
use cairn_rules::games::ALL;
use cairn_session::open;

const OVER: &str = "b2,2/3/3 b 0/0";
const WON: &str = "b2,1,w2/2,n/3 w 0/0";

fn objects(arguments: &[&str]) -> Vec<Value> {
    let out = cairn(arguments).stdout_of_success();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn analysis_streams_and_ends_with_the_best_move() {
    for game in ALL.iter().map(|info| info.id) {
        let reports = objects(&["analyze", game, "--nodes", "20000", "--lines", "2", "--json"]);
        let (last, before) = reports.split_last().unwrap();
        assert!(!before.is_empty() && before.iter().all(|object| object["final"] == false), "{game}");
        assert_eq!((&last["final"], &last["game"]), (&true.into(), &game.into()));
        let legal = open(game, None).unwrap().legal_moves();
        let best = last["bestmove"].as_str().unwrap();
        assert!(legal.iter().any(|mv| mv == best), "{game}: {best}");
        assert!(last["score"].is_i64() && last["nps"].is_u64() && last["seconds"].is_f64());
        assert!(last["depth"].is_u64() && last["nodes"].as_u64().unwrap() <= 20_000);
        let lines = last["lines"].as_array().unwrap();
        assert_eq!((lines.len(), &lines[0]["line"], &lines[0]["line"][0]), (2, &last["line"], &best.into()));
        assert!(lines.iter().all(|line| line["score"].is_i64() && line["win_percent"].is_f64()));
    }
}

#[test]
fn analysis_is_text_for_people() {
    let arguments = ["analyze", "staqs", "c3", "d4", "--depth", "3", "--lines", "3"];
    let out = cairn(&arguments).stdout_of_success();
    assert!(out.starts_with("Blue to move\ndepth "), "{out}");
    assert!(out.contains(" % ") && out.lines().last().unwrap().starts_with("best: "), "{out}");
    assert_eq!(out.lines().count(), 2 + 3 * 3 + 1, "{out}");
    assert_eq!(cairn(&arguments).stdout_of_success(), out, "one thread searches the same way every time");

    let proof = cairn(&["analyze", "staqs:size=3", "--position", WON, "--depth", "4"]).stdout_of_success();
    assert!(proof.contains("\nbest: c3-c2 (White wins in 1, "), "{proof}");
    let proof = objects(&["analyze", "staqs:size=3", "--position", WON, "--json"]).pop().unwrap();
    assert_eq!(
        (&proof["value"], &proof["plies"], &proof["score"]),
        (&"win".into(), &1.into(), &31_999.into())
    );
}

#[test]
fn a_position_with_one_legal_move_is_analyzed_in_depth() {
    let position = "w1,b1,1,w1,b2/1,w2,w1,b1,1/w4,w1,w2,1,b1/w1,w2,b1,b2,b2/w2,b1,b2,b2,1 w";
    for limit in [["--time", "1m"], ["--nodes", "1000000"], ["--depth", "8"]] {
        let arguments = [&["analyze", "sight", "--json", "--position", position][..], &limit].concat();
        let last = objects(&arguments).pop().unwrap();
        assert_eq!((&last["value"], &last["plies"]), (&"loss".into(), &4.into()), "{limit:?}");
    }
}

#[test]
fn finished_games_print_their_result() {
    let over = ["analyze", "staqs:size=3", "--position", OVER];
    assert_eq!(cairn(&over).stdout_of_success(), "result: first (tallest stack)\n");
    let reports = objects(&[&over[..], &["--json"]].concat());
    assert_eq!(reports.len(), 1);
    assert_eq!((&reports[0]["final"], &reports[0]["result"]), (&true.into(), &"first".into()));
    assert!(reports[0]["bestmove"].is_null() && reports[0]["lines"].as_array().unwrap().is_empty());
    let drawn = ["a1-a2", "e5-e4", "a2-a1", "e4-e5", "a1-a2", "e5-e4", "a2-a1", "e4-e5"];
    let result = cairn(&[&["analyze", "stac"][..], &drawn].concat()).stdout_of_success();
    assert_eq!(result, "result: draw (repetition)\n");
}

#[test]
fn tight_limits_and_many_threads_work() {
    for limits in [["--time", "1ms"], ["--nodes", "1"], ["--depth", "1"]] {
        for threads in ["1", "64"] {
            let reports =
                objects(&[&["analyze", "stacks", "--threads", threads, "--json"][..], &limits].concat());
            assert!(reports.last().unwrap()["bestmove"].is_string(), "{limits:?} {threads}");
        }
    }
}

/// The recorded signature of `cairn bench`, so that no change of the search goes unnoticed.
const SIGNATURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bench-signature.txt");

#[test]
fn the_signed_search_is_unchanged() {
    let bench = cairn(&["bench"]).stdout_of_success();
    let signature = format!("{}\n", bench.lines().last().unwrap());
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        std::fs::write(SIGNATURE, &signature).unwrap();
    }
    let recorded = std::fs::read_to_string(SIGNATURE).unwrap();
    assert_eq!(
        signature, recorded,
        "the search has changed; if that is meant, UPDATE_SIGNATURE=1 cargo test -p cairn-games signed"
    );
}

#[test]
fn the_bench_signature_is_reproducible() {
    let bench = |nodes: &str| cairn(&["bench", "--nodes", nodes]).stdout_of_success();
    let signature =
        |out: &str| out.lines().last().unwrap().strip_prefix("signature ").unwrap().parse::<u32>().unwrap();
    let (first, second) = (bench("3000"), bench("3000"));
    assert_eq!(signature(&first), signature(&second));
    assert_ne!(signature(&first), signature(&bench("2000")));
    for game in ALL.iter().map(|info| info.id).chain(["all"]) {
        assert!(first.contains(&format!("\n{game} ")), "{first}");
    }
    let reports = objects(&["bench", "--nodes", "3000", "--json"]);
    assert_eq!(reports[0]["signature"], signature(&first));
    assert_eq!(reports[0]["games"].as_array().unwrap().len(), ALL.len());
    let threads = objects(&["bench", "--depth", "1", "--threads", "2", "--json"]);
    assert!(threads[0]["nodes"].as_u64().unwrap() > 0 && threads[0]["games"][0]["nps"].is_u64());
}

#[test]
fn bots_of_every_kind_play() {
    for bot in ["level1", "level3", "ab:depth=2", "ab:nodes=200", "ab:time=1ms", "mcts:playouts=20"] {
        let game = |seed: &str| {
            cairn(&["-q", "play", "staqs", "--first", bot, "--second", "level2", "--seed", seed])
                .stdout_of_success()
        };
        let played = game("1");
        assert!(
            played.starts_with(&format!("Blue ({}): ", bot.replace("level", "level ")))
                && played.contains("White (level 2): "),
            "{played}"
        );
        assert!(played.lines().last().unwrap().starts_with("result: "), "{played}");
        assert!(bot.contains("time") || played == game("1"), "{bot}");
    }
}

#[test]
fn advice_is_given_and_changes_nothing() {
    let run = cairn_with(&["-q", "play", "staqs:size=3", "--second", "human"], b"hint\neval\nposition\n");
    let out = run.stdout_of_success();
    assert!(out.starts_with("hint: ") && out.contains("\neval: Blue to move "), "{out}");
    assert!(out.ends_with("\nn,n,n/n,n,n/n,n,n b 4/4\n"), "{out}");
    let place = ["-q", "play", "staqs:size=3", "--second", "human", "--position", WON];
    let won = cairn_with(&place, b"hint\neval\n").stdout_of_success();
    assert!(won.starts_with("hint: c3-c2 (White wins in 1): c3-c2\neval: White to move wins in 1"), "{won}");
}

#[test]
fn bad_requests_are_explained() {
    let requests: &[(&[&str], &str)] = &[
        (&["analyze", "chess"], "`chess`"),
        (&["analyze", "staqs", "c3", "c3"], "move 2: illegal move c3"),
        (&["analyze", "staqs", "--time", "2"], "`2` is not a span of time such as 100ms, 2s or 1m"),
        (&["analyze", "staqs", "--depth", "0"], "0"),
        (&["analyze", "staqs", "--lines", "33"], "33"),
        (&["analyze", "staqs", "--threads", "0"], "0"),
        (&["analyze", "staqs", "--nodes", "many"], "'many'"),
        (&["bench", "--nodes", "0"], "0"),
        (&["play", "staqs", "--first", "level9"], "unknown player `level9`; the players are human, "),
        (&["play", "staqs", "--first", "ab:depth=x"], "bad bot `ab:depth=x`: `x` is not a value of depth"),
        (&["play", "staqs", "--first", "mcts"], "bad bot `mcts`: it needs a limit: playouts, time"),
    ];
    assert_bad_requests(requests);
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_prints_its_result() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .args(["analyze", "stlts", "--time", "1h", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let last: Value = serde_json::from_str(&lines.last().unwrap().unwrap()).unwrap();
    assert!(last["final"] == true && last["bestmove"].is_string());
    assert!(child.wait().unwrap().success());
}
