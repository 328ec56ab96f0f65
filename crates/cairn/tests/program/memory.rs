//! Little memory: commands report it or use less; none of them aborts.

use crate::run::{Run, assert_bad_requests, cairn, cairn_within};

/// About 1 GB.
const KIB: u32 = 1_000_000;
const POSITION: [&str; 3] = ["solve", "staqs:size=3", "--no-book"];

/// Returns the size that a message suggests.
fn fitting(message: &str) -> String {
    let (before, _) = message.split_once(" MiB would fit").unwrap_or_else(|| panic!("{message}"));
    before.rsplit(' ').next().unwrap().to_owned()
}

fn solve(memory: &str) -> Run {
    cairn_within(KIB, &[&POSITION[..], &["--memory", memory]].concat(), b"")
}

#[test]
fn a_proof_table_that_does_not_fit_is_refused_with_a_size_that_does() {
    let error = solve("20000").stderr_of_failure(1);
    assert!(error.starts_with("cairn: a table of 20000 MiB cannot be allocated; "), "{error}");
    assert!(solve(&fitting(&error)).stdout_of_success().contains("to move: "));
    // No machine has a million MiB.
    let error = cairn(&[&POSITION[..], &["--memory", "1048576"]].concat()).stderr_of_failure(1);
    assert!(fitting(&error).parse::<u32>().unwrap() > 0, "{error}");
    let beyond = [&POSITION[..], &["--memory", "99999999"]].concat();
    assert_bad_requests(&[(&beyond, "99999999 is not in 1..=1048576")]);
}

#[test]
fn default_tables_are_smaller_if_memory_is_short() {
    for arguments in [&POSITION[..], &["analyze", "staqs", "--nodes", "1000"]] {
        let run = cairn_within(300_000, arguments, b"");
        run.stdout_of_success();
        assert!(run.stderr().starts_with("Memory is short: a table of "), "{}", run.stderr());
    }
}

#[test]
fn a_bot_without_a_table_loses_with_a_reason() {
    let bots = ["match", "staqs:size=3", "--first", "random", "--second", "ab:depth=1", "--games", "2"];
    let run = cairn_within(120_000, &bots, b"");
    run.stdout_of_success();
    let expected = "Game 1: ab:depth=1 loses: a table of 64 MiB cannot be allocated; ";
    assert!(run.stderr().contains(expected), "{}", run.stderr());
}

#[test]
fn no_request_aborts_the_program() {
    let requests: &[&[&str]] = &[
        &["analyze", "stacks", "--nodes", "2000", "--threads", "256", "--lines", "5"],
        &["solve", "staqs:size=3", "--no-book", "--threads", "256", "--memory", "600"],
        &[
            "match",
            "staqs:size=3",
            "--first",
            "perfect",
            "--second",
            "greedy",
            "--games",
            "8",
            "--threads",
            "64",
        ],
        &[
            "match",
            "staqs:size=3",
            "--first",
            "ab:nodes=900,threads=256",
            "--second",
            "random",
            "--games",
            "2",
        ],
        &[
            "match",
            "staqs:size=3",
            "--first",
            "mcts:playouts=900000000000",
            "--second",
            "random",
            "--games",
            "2",
        ],
        &["bench", "--nodes", "100", "--threads", "256"],
        &["verify", "--openings", "sight:size=3", "--sample", "2", "--threads", "256"],
        &["puzzles", "--generate", "sight:size=4", "--count", "1"],
    ];
    for arguments in requests {
        // The smaller limit does not even leave room for the program and its books.
        for kib in [KIB, 200_000] {
            let run = cairn_within(kib, arguments, b"");
            assert!(run.status().is_some(), "{arguments:?}: {}", run.stderr());
            assert!(!run.stderr().contains("panicked"), "{arguments:?}: {}", run.stderr());
        }
    }
}

#[test]
fn a_tournament_needs_no_more_memory_for_more_bots() {
    // Twelve tables of 64 MiB on two threads would need 1.5 GiB.
    let bots: Vec<String> = (1..=12).map(|contempt| format!("ab:depth=1,contempt={contempt}")).collect();
    let bots = bots.join(",");
    let arguments =
        ["tournament", "staqs:size=3", "--bots", &bots, "--games", "2", "--threads", "2", "--json"];
    let run = cairn_within(KIB, &arguments, b"");
    run.stdout_of_success();
    assert!(!run.stderr().contains("loses"), "{}", run.stderr());
}

#[test]
fn ugi_refuses_a_table_that_does_not_fit_and_keeps_the_old_one() {
    let refused = |size: &str| {
        let input = format!("setoption name Hash value {size}\nisready\nugi\ngo nodes 500\n");
        cairn_within(KIB, &["ugi"], input.as_bytes()).stdout_of_success()
    };
    let said = refused("16384");
    let expected = "info string Hash stays at 64 MiB: a table of 16384 MiB cannot be allocated; ";
    assert!(said.starts_with(expected), "{said}");
    assert!(
        said.contains("\nreadyok\n") && said.contains("option name Hash type spin default 64 "),
        "{said}"
    );
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let fits = fitting(&said);
    let said = refused(&fits);
    assert!(said.starts_with("readyok\n"), "{said}");
    assert!(said.contains(&format!("option name Hash type spin default {fits} ")), "{said}");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
}

#[test]
fn ugi_plays_with_the_memory_that_there_is() {
    let input = b"setoption name Game value sight\nisready\ngo nodes 500\n";
    let said = cairn_within(100_000, &["ugi"], input).stdout_of_success();
    assert!(said.starts_with("info string Hash is "), "{said}");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
}
