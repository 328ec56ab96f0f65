//! The output of each command, and the errors for invalid command lines, on which scripts rely.

use cairn_rules::games::ALL;

use crate::run::{assert_bad_requests, cairn, cairn_with, program};

const START: &str = "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n b 4/4";

#[test]
fn moves_are_sorted_one_per_line() {
    let lines = cairn(&["moves", "staqs:size=3"]).stdout_of_success();
    assert_eq!(lines, "a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n");
    let over = cairn(&["moves", "staqs:size=3", "--position", "b2,2/3/3 b 0/0"]).stdout_of_success();
    assert_eq!(over, "");
}

#[test]
fn apply_prints_the_position_and_the_result() {
    let open = cairn(&["apply", "staqs", "C3", "d4"]).stdout_of_success();
    assert_eq!(open, "n,n,n,n,n/n,n,n,w2,n/n,n,b2,n,n/n,n,n,n,n/n,n,n,n,n b 3/3\n");
    let over =
        cairn(&["apply", "staqs:size=3", "--position", "b2,1,w2/2,n/3 w 0/0", "c3-c2"]).stdout_of_success();
    assert_eq!(over, "b2,2/2,w3/3 b 0/0\nresult: second (tallest stack)\n");
    let same = cairn(&["apply", "staqs", "--position", &format!("  {START}  ")]).stdout_of_success();
    assert_eq!(same.trim_end(), START);
}

#[test]
fn apply_detects_repetition() {
    let there_and_back = ["a1-a2", "e5-e4", "a2-a1", "e4-e5"];
    let mut moves = vec!["apply", "stac"];
    moves.extend(there_and_back.iter().chain(&there_and_back));
    let over = cairn(&moves).stdout_of_success();
    assert!(over.ends_with("\nresult: draw (repetition)\n"), "{over}");
    moves.push("a1-a2");
    assert!(cairn(&moves).stderr_of_bad_request().contains("move 9: illegal move a1-a2: the game is over"));
}

#[test]
fn perft_prints_the_count_last() {
    assert_eq!(cairn(&["perft", "staqs", "3"]).stdout_of_success(), "nodes 13800\n");
    assert_eq!(cairn(&["perft", "staqs", "0"]).stdout_of_success(), "nodes 1\n");
    let divided = cairn(&["perft", "staqs:size=3", "2", "--divide"]).stdout_of_success();
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[9]), (10, "a1 8", "nodes 72"));
    let over = cairn(&["perft", "staqs:size=3", "3", "--position", "b2,2/3/3 b 0/0"]).stdout_of_success();
    assert_eq!(over, "nodes 0\n");
}

#[test]
fn perft_counts_the_same_on_any_number_of_threads() {
    let divided = |threads: &str| cairn(&["perft", "sight", "3", "--divide", "--threads", threads]);
    let one = divided("1");
    assert!(one.stderr().is_empty(), "the bar is for terminals: {}", one.stderr());
    assert_eq!(one.stdout_of_success(), divided("3").stdout_of_success());
    assert_eq!(cairn(&["perft", "staqs", "1", "--threads", "2"]).stdout_of_success(), "nodes 25\n");
    let requests: &[(&[&str], &str)] = &[
        (&["perft", "staqs", "101"], "'101' for '<DEPTH>': 101 is not in 0..=100"),
        (&["perft", "staqs", "-1"], "'-1' for '<DEPTH>': -1 is not in 0..=100"),
        (&["perft", "staqs", "five"], "'five' for '<DEPTH>': not a whole number"),
        (&["perft", "staqs", "2", "--threads", "0"], "0 is not in 1..=256"),
    ];
    assert_bad_requests(requests);
}

#[test]
fn moves_are_played_first_everywhere() {
    let moves = cairn(&["moves", "staqs:size=3", "c3", "b2"]).stdout_of_success();
    assert_eq!(moves.lines().count(), 7, "{moves}");
    let shown = cairn(&["show", "staqs:size=3", "c3", "--json"]).stdout_of_success();
    assert!(shown.contains("\"to_move\":\"second\""), "{shown}");
    let requests: &[(&[&str], &str)] = &[
        (&["moves", "staqs", "c3", "c3"], "move 2: illegal move c3"),
        (&["show", "staqs", "z9"], "move 1: illegal move z9"),
    ];
    assert_bad_requests(requests);
    let lines = cairn(&["analyze", "staqs", "--lines", "33"]).stderr_of_bad_request();
    assert!(
        cairn_with(&["ugi"], b"ugi\nquit\n")
            .stdout_of_success()
            .contains("name MultiPV type spin default 1 min 1 max 32\n")
    );
    assert!(lines.contains("33 is not in 1..=32"), "{lines}");
}

#[test]
fn pictures_name_the_file_that_cannot_be_written() {
    for option in ["--png", "--svg"] {
        let error = cairn(&["show", "staqs", option, "/no/such/folder/board"]).stderr_of_failure(1);
        assert_eq!(error, "cairn: /no/such/folder/board: No such file or directory\n");
    }
}

#[test]
fn reports_are_json_objects_with_stable_names() {
    let value = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&cairn(arguments).stdout_of_success()).unwrap()
    };
    let moves = value(&["moves", "staqs:seed,size=3", "--json"]);
    assert_eq!(
        (&moves["game"], moves["moves"].as_array().unwrap().len()),
        (&"staqs:size=3,placement=free".into(), 9)
    );
    let applied = value(&["apply", "staqs", "c3", "--json"]);
    assert_eq!((&applied["moves"][0], &applied["result"]), (&"c3".into(), &serde_json::Value::Null));
    let over = value(&["apply", "staqs:size=3", "--position", "b2,2/3/3 b 0/0", "--json"]);
    assert_eq!((&over["result"], &over["reason"]), (&"first".into(), &"tallest stack".into()));
    let counted = value(&["perft", "staqs", "2", "--divide", "--json"]);
    assert_eq!(
        (&counted["nodes"], &counted["depth"], &counted["divide"]["a1"]),
        (&600.into(), &2.into(), &24.into())
    );
    assert!(counted["seconds"].is_number());
    let games = value(&["games", "--json"]);
    assert_eq!(games["games"].as_array().unwrap().len(), ALL.len());
    for (game, info) in games["games"].as_array().unwrap().iter().zip(ALL) {
        assert_eq!((&game["easy"], &game["greedy"]), (&info.easy.into(), &info.greedy.into()));
        assert_eq!(game["presets"][0], "standard");
    }
    assert_eq!(value(&["puzzles", "staqs", "--json"])["puzzles"][1]["id"], "staqs-5");
    assert_eq!(value(&["show", "staqs", "--json"])["sites"][12]["name"], "c3");
    assert!(value(&["rules", "stac", "--json"])["rules"].as_str().unwrap().contains("Daniel Isom"));
}

#[test]
fn games_and_rules_are_printed() {
    let games = cairn(&["games"]).stdout_of_success();
    for text in [
        "size=3 to 10, default 5",
        "placement=setup, free",
        "presets: standard (the defaults), classic (placement=free)",
        "published (fours=duty)",
        "\n    random (or easy): any legal move",
        "\n    greedy (or hard): captures if it can",
    ] {
        assert!(games.contains(text), "{text}");
    }
    for game in ALL.iter().map(|info| info.id) {
        assert!(games.contains(game), "{game}");
        let rules = cairn(&["rules", game]).stdout_of_success();
        for preset in ALL.iter().find(|info| info.id == game).unwrap().all_presets() {
            assert!(rules.contains(&format!(". `{}`", preset.name)), "{game}: {}", preset.name);
        }
        assert!(rules.contains("\n1. ") && rules.lines().all(|line| line.chars().count() <= 100), "{game}");
    }
}

#[test]
fn boards_are_shown_as_text_and_as_pictures() {
    let folder = tempfile::tempdir().unwrap();
    for game in ALL.iter().map(|info| info.id).chain(["staqs:players=4,size=10", "sight:size=9"]) {
        let plain = cairn(&["show", game]).stdout_of_success();
        assert!(!plain.contains('\u{1b}') && plain.lines().count() > 5, "{game}");
        let ascii = cairn(&["show", game, "--ascii"]).stdout_of_success();
        assert!(ascii.is_ascii(), "{game}");
        let legend = cairn(&["show", game, "--legend"]).stdout_of_success();
        assert!(legend.starts_with(&plain) && legend.len() > plain.len(), "{game}");
        let coloured = cairn(&["show", game, "--color", "always"]).stdout_of_success();
        assert!(coloured.contains('\u{1b}'), "{game}");
        let (svg, png) = (folder.path().join("board.svg"), folder.path().join("board.png"));
        let (svg, png) = (svg.to_str().unwrap(), png.to_str().unwrap());
        assert_eq!(
            cairn(&["show", game, "--svg", svg, "--png", png, "--width", "200"]).stdout_of_success(),
            ""
        );
        let picture = std::fs::read_to_string(svg).unwrap();
        assert!(picture.starts_with("<svg") && !picture.contains("<text"), "{game}");
        assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"), "{game}");
    }
}

#[test]
fn help_completions_and_manual() {
    for command in [
        "play",
        "games",
        "rules",
        "show",
        "moves",
        "apply",
        "perft",
        "analyze",
        "ugi",
        "bench",
        "record",
        "saved",
        "puzzle",
        "puzzles",
        "match",
        "tournament",
        "stats",
        "completions",
        "man",
    ] {
        let help = cairn(&[command, "--help"]).stdout_of_success();
        assert!(help.contains(&format!("Example: cairn {command}")), "{command}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(cairn(&["completions", shell]).stdout_of_success().contains("cairn"), "{shell}");
    }
    assert!(cairn(&["man"]).stdout_of_success().contains(".TH cairn 1"));
    let folder = tempfile::tempdir().unwrap();
    cairn(&["man", folder.path().to_str().unwrap()]).stdout_of_success();
    assert!(folder.path().join("cairn.1").exists() && folder.path().join("cairn-perft.1").exists());
}

#[test]
fn bad_requests_are_explained_and_print_nothing() {
    let requests: &[(&[&str], &str)] = &[
        (&["moves", "chess"], "unknown game `chess`; the games are staqs, "),
        (&["moves", ""], "unknown game ``"),
        (&["moves", "staqs:colour=red"], "unknown option `colour=red` for STAQS; options: size=3 to 10"),
        (&["moves", "staqs:size=11"], "`11` is not a value of STAQS's option size; allowed: 3 to 10"),
        (&["moves", "staqs:size=five"], "`five` is not a value"),
        (
            &["moves", "staqs:placement=never"],
            "`never` is not a value of STAQS's option placement; allowed: setup, free",
        ),
        (&["moves", "staqs:size=5,size=6"], "option size is given twice"),
        (&["moves", "stac:size=5"], "unknown option `size=5` for Stac"),
        (&["moves", "staqs", "--position", "nonsense"], "`nonsense`"),
        (&["moves", "staqs", "--position", "n,n,n,n,n/n,n,n,n,n/n,n,x,n,n/n,n,n,n,n/n,n,n,n,n b 4/4"], "`x`"),
        (&["moves", "sight", "--position", "5/5/5/5/4,w0 w"], "`w0`"),
        (&["apply", "staqs", "c3", "c3"], "move 2: illegal move c3: c3 holds no uncovered neutral disc"),
        (&["apply", "staqs", "c3", "what"], "move 2: unreadable move `what`"),
        (&["apply", "staqs", "c3\u{1b}[31m"], "unreadable move `c3\\u{1b}[31m`"),
        (&["perft", "staqs", "minus"], "'minus'"),
        (&["perft", "staqs", "-1"], "-1"),
        (
            &["play", "staqs", "--first", "clever"],
            "unknown player `clever`; the players are human, random (or easy)",
        ),
        (&["play", "staqs", "--third", "random"], "--third: staqs is for 2 players"),
        (
            &["puzzle", "staqs-99"],
            "`staqs-99` is not a puzzle: staqs has staqs-1 to staqs-39; `cairn puzzles` lists them",
        ),
        (
            &["puzzle", "satqs-3"],
            "`satqs-3` (did you mean staqs-3?) is not a puzzle; `cairn puzzles` lists them",
        ),
        (&["puzzle", "chess-1000"], "`chess-1000` is not a puzzle; `cairn puzzles` lists them"),
        (&["puzzles", "--difficulty", "0"], "0"),
        (&["puzzles", "--solved", "--unsolved"], "--unsolved"),
        (&["puzzles", "chess"], "`chess`"),
        (&["rules", "checkers"], "`checkers`"),
        (&["frobnicate"], "'frobnicate'"),
        (&["show", "staqs", "--theme", "pink"], "'pink'"),
        (&["show", "staqs", "--width", "3"], "3"),
        (&["--color", "sometimes", "games"], "'sometimes'"),
        (&[], "Usage: cairn"),
    ];
    assert_bad_requests(requests);
    let long = "n,".repeat(50_000);
    let error = cairn(&["moves", "staqs", "--position", &long]).stderr_of_bad_request();
    assert!(error.len() < 400, "{}", error.len());
}

#[test]
fn failures_exit_with_status_one() {
    let error = cairn(&["show", "staqs", "--png", "/no/such/folder/board.png"]).stderr_of_failure(1);
    assert!(error.contains("/no/such/folder/board.png"), "{error}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_rejected() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for arguments in [
        vec![OsStr::new("moves"), OsStr::from_bytes(b"sta\xffqs")],
        vec![OsStr::new("apply"), OsStr::new("staqs"), OsStr::from_bytes(b"c\xff3")],
    ] {
        let error = crate::run::run(arguments, b"").stderr_of_bad_request();
        assert!(error.contains("is not valid UTF-8"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    use std::process::Stdio;
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .args(["perft", "stacks", "1", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let end = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&end.stderr), "");
    assert!(end.status.success());
}

#[test]
fn input_that_is_not_utf8_is_rejected() {
    let played = cairn_with(&["play", "staqs:size=3", "--second", "human"], b"\xff\xfe\na1\nposition\n");
    assert!(played.stderr().contains("is not valid UTF-8"));
    assert!(played.stdout_of_success().contains("n,n,n/n,n,n/b2,n,n w 3/4"));
}

#[cfg(target_os = "linux")]
#[test]
fn standard_error_need_not_be_writable() {
    use std::fs::File;
    use std::process::Stdio;
    for (arguments, input, status, printed) in [
        (&["show", "bogus"][..], "", 2, ""),
        (&["play", "staqs:size=3", "--second", "human"], "nonsense\na1\nposition\n", 0, "b2,n,n w 3/4"),
        (
            &["match", "staqs:size=3", "--first", "ugi:false", "--second", "random", "--games", "2"],
            "",
            0,
            "random",
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let mut child = program(home.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::options().write(true).open("/dev/full").unwrap())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let end = child.wait_with_output().unwrap();
        let out = String::from_utf8_lossy(&end.stdout);
        assert!(end.status.code() == Some(status) && out.contains(printed), "{arguments:?}: {end:?}");
    }
}

/// `show` and `moves` play moves first, like `apply`, and `record -` reads standard input.
#[test]
fn positions_are_given_by_moves() {
    let position = crate::run::cairn(&["apply", "staqs:size=4", "b2", "c3"]).stdout_of_success();
    let position = position.trim();
    let by_moves = crate::run::cairn(&["moves", "staqs:size=4", "b2", "c3"]).stdout_of_success();
    let by_position = crate::run::cairn(&["moves", "staqs:size=4", "--position", position]);
    assert_eq!(by_moves, by_position.stdout_of_success());
    let board = crate::run::cairn(&["show", "staqs:size=4", "b2", "c3"]).stdout_of_success();
    assert!(board.contains(" b2 ") && board.contains("(w2)"), "the last move is marked: {board}");
    let wrong = crate::run::cairn(&["show", "staqs:size=4", "b2", "b2"]);
    assert!(wrong.stderr_of_failure(2).contains("move 2: "), "{}", wrong.stderr());
    let record = "[Game \"staqs:size=4\"]\n\n1. b2 c3 *\n";
    let read = crate::run::cairn_with(&["record", "-"], record.as_bytes()).stdout_of_success();
    assert!(read.contains("1. b2 c3"), "{read}");
}
