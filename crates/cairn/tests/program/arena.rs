//! `cairn match`, `tournament` and `stats`.

use serde_json::Value;

use crate::run::{assert_bad_requests, cairn};

fn json(arguments: &[&str]) -> Value {
    let text = cairn(arguments).stdout_of_success();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_match_prints_its_results() {
    let arguments = ["match", "staqs", "--first", "hard", "--second", "easy", "--games", "30", "--seed", "5"];
    let text = cairn(&arguments).stdout_of_success();
    for line in ["staqs: greedy against random\n", "games    30: ", "score    ", "Elo      ", "seed 5"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let with_json: Vec<&str> = arguments.iter().copied().chain(["--json", "--threads", "64"]).collect();
    let line = cairn(&with_json).stdout_of_success();
    assert!(line.starts_with("{\"games\":30,\"first_wins\":") && line.lines().count() == 1, "{line}");
    let value: Value = serde_json::from_str(&line).unwrap();
    let number = |name: &str| value[name].as_u64().unwrap();
    assert_eq!(number("first_wins") + number("second_wins") + number("draws"), 30);
    assert!(number("plies") > 30 * 10 && value["seconds"].is_number());
    let played = |threads| {
        let mut value = json(&[&arguments[..], &["--json", "--threads", threads]].concat());
        value["seconds"].take();
        value
    };
    assert_eq!(played("1"), played("3"));
}

#[test]
fn an_sprt_stops_the_match() {
    let arguments =
        ["match", "sight", "--first", "greedy", "--second", "random", "--games", "4000", "--sprt", "-10,100"];
    let value = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(value["sprt"]["accepted"], "elo1");
    assert!(value["games"].as_u64().unwrap() < 400, "{value}");
    assert!(cairn(&arguments).stdout_of_success().contains("SPRT     +100 is accepted: LLR "));
}

#[test]
fn a_match_is_recorded_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let file = path.to_str().unwrap();
    let play = |games: &str, seed: &str| {
        cairn(&[
            "match",
            "staqs:size=3",
            "--first",
            "greedy",
            "--second",
            "random",
            "--games",
            games,
            "--seed",
            seed,
            "--record",
            file,
            "--json",
        ])
    };
    play("6", "1").stdout_of_success();
    let six = std::fs::read(&path).unwrap();
    std::fs::write(&path, &six[..six.len() - 20]).unwrap();
    let again = play("9", "1");
    assert!(again.stderr().contains("5 games were already in the file."), "{}", again.stderr());
    again.stdout_of_success();
    let checked: Value =
        serde_json::from_str(&cairn(&["record", file, "--json"]).stdout_of_success()).unwrap();
    assert_eq!(checked["games"].as_array().unwrap().len(), 9);
    let error = play("9", "2").stderr_of_bad_request();
    assert!(error.contains("games.txt: game 1 is of another match: Seed is `1`, not `2`"), "{error}");
}

#[test]
fn a_tournament_prints_a_crosstable() {
    let arguments = ["tournament", "staqs:size=3", "--bots", "random,greedy", "--games", "10"];
    let text = cairn(&arguments).stdout_of_success();
    assert!(text.lines().count() == 4 && text.contains("points  Elo"), "{text}");
    let value = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!((&value["games"], value["bots"].as_array().unwrap().len()), (&10.into(), 2));
}

#[test]
fn statistics_are_text_and_json() {
    let arguments = ["stats", "staqs", "--games", "20", "--ascii"];
    let text = cairn(&arguments).stdout_of_success();
    for part in [
        "20 games of greedy",
        "Balance",
        "Blue (first) wins",
        "Endings",
        "Length: ",
        "Legal moves: ",
        "Decided",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.is_ascii());
    let value = json(&["stats", "stac", "--games", "6", "--level", "random", "--json"]);
    assert_eq!((&value["games"], &value["level"]), (&6.into(), &"random".into()));
    for name in ["wins", "draws", "decisive", "reasons", "plies", "histogram", "branching", "leads"] {
        assert!(!value[name].is_null(), "{name}");
    }
}

#[test]
fn bad_requests_are_explained() {
    let requests: &[(&[&str], &str)] = &[
        (
            &["match", "chess", "--first", "greedy", "--second", "random", "--games", "2"],
            "unknown game `chess`",
        ),
        (
            &["match", "staqs", "--first", "clever", "--second", "random", "--games", "2"],
            "unknown bot `clever`; the bots are random (or easy), greedy (or hard), ",
        ),
        (
            &["match", "staqs", "--first", "human", "--second", "random", "--games", "2"],
            "unknown bot `human`",
        ),
        (
            &["match", "staqs", "--first", "ugi:/no/engine", "--second", "random", "--games", "2"],
            "there is no program `/no/engine`",
        ),
        (&["match", "staqs", "--first", "greedy", "--second", "random", "--games", "0"], "'0'"),
        (&["match", "staqs", "--first", "greedy", "--second", "random"], "--games"),
        (
            &["match", "staqs", "--first", "greedy", "--second", "random", "--games", "2", "--sprt", "9"],
            "a test is E0,E1",
        ),
        (
            &["match", "staqs", "--first", "greedy", "--second", "random", "--games", "2", "--threads", "0"],
            "'0'",
        ),
        (&["tournament", "staqs", "--bots", "greedy", "--games", "2"], "`greedy` alone has no opponent"),
        (&["tournament", "staqs", "--bots", "greedy,hard", "--games", "2"], "`greedy` is named twice"),
        (&["stats", "staqs:size=99"], "`99`"),
        (&["stats", "staqs", "--level", "level99"], "unknown bot `level99`"),
    ];
    assert_bad_requests(requests);
    let arguments =
        ["match", "staqs", "--first", "greedy", "--second", "random", "--games", "2", "--record", "/no/f"];
    assert!(cairn(&arguments).stderr_of_failure(1).contains("/no/f"));
}

#[cfg(unix)]
mod programs {
    use std::process::{Command, Stdio};

    use cairn_test_support::wait_until;

    use crate::run::{cairn, program};

    #[test]
    fn a_crashed_engine_loses_and_the_match_continues() {
        let arguments =
            ["match", "staqs", "--first", "random", "--second", "ugi:sh -c exit", "--games", "4", "--json"];
        let run = cairn(&arguments);
        let value: serde_json::Value = serde_json::from_str(&run.stdout_of_success()).unwrap();
        assert_eq!((&value["first_wins"], &value["second_forfeits"]), (&4.into(), &4.into()));
        assert!(run.stderr().contains("Game 1: ugi:sh -c exit loses: ended without an answer"));
    }

    #[test]
    fn ctrl_c_prints_the_results_so_far() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let child = program(folder.path())
            .args(["match", "staqs", "--first", "greedy", "--second", "random", "--games", "9000000"])
            .args(["--record", path.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until("the first record", || std::fs::metadata(&path).is_ok_and(|file| file.len() > 0));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let end = child.wait_with_output().unwrap();
        assert_eq!(end.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&end.stdout).contains("\nscore    "));
        let error = String::from_utf8_lossy(&end.stderr);
        assert!(
            error.starts_with("cairn: interrupted after ") && error.ends_with(" of 9000000 games\n"),
            "{error}"
        );
        let file = path.to_str().unwrap();
        // Every counted game was written.
        let count = error["cairn: interrupted after ".len()..].split(' ').next().unwrap();
        let rounds = cairn(&["record", file]).stdout_of_success().matches("[Round \"").count();
        assert!(rounds > 0 && count == rounds.to_string(), "{rounds} of {count}");
    }
}
