//! Failed allocations: status 1 and a message, never an abort.

use crate::program::{in_shell, run_command};

/// The limits of the address space, in MiB. The program itself, with an opening book, needs more than 70 in a debug
/// build.
const LIMITS: [usize; 4] = [84, 112, 200, 600];

/// Asserts that a command succeeds or reports a lack of memory, under every limit.
fn assert_refused_or_done(arguments: &[&str], input: &str) {
    let home = tempfile::tempdir().unwrap();
    for mib in LIMITS {
        let limit = format!("ulimit -v {}", mib * 1024);
        let ended = run_command(in_shell(home.path(), &limit, arguments), input);
        let told = format!("{arguments:?} in {mib} MiB: {:?}\n{}", ended.status, ended.stderr);
        assert!(matches!(ended.status.code(), Some(0 | 1)), "{told}");
        assert!(!ended.stderr.contains("panicked"), "{told}");
        if ended.status.code() == Some(1) {
            let is_told =
                ["memory", "MiB", "thread", "limits"].iter().any(|word| ended.stderr.contains(word));
            assert!(is_told && ended.stderr.contains("cairn: "), "{told}");
        }
    }
}

#[test]
fn a_proof_table_that_does_not_fit_is_refused() {
    for memory in ["16", "512", "4096", "1048576"] {
        let solve = ["solve", "staqs:size=4", "--no-book", "--time", "100ms", "--memory", memory];
        assert_refused_or_done(&solve, "");
    }
    assert_refused_or_done(&["solve", "sight:size=4", "--no-book", "--threads", "64"], "");
    assert_refused_or_done(&["verify", "--openings", "sight", "--sample", "1", "--nodes", "100"], "");
}

#[test]
fn an_analysis_that_does_not_fit_is_refused() {
    for threads in ["1", "64"] {
        assert_refused_or_done(&["analyze", "staqs", "--time", "50ms", "--threads", threads], "");
    }
}

#[test]
fn games_of_bots_that_do_not_fit_are_refused() {
    for bot in ["ab:nodes=10000000", "ab:time=1ms", "mcts:playouts=20", "perfect"] {
        let play = ["match", "sight:size=3", "--first", bot, "--second", "random", "--games", "2"];
        assert_refused_or_done(&play, "");
        let play = ["play", "sight:size=3", "--first", bot, "--second", "random"];
        assert_refused_or_done(&play, "");
    }
}

#[test]
fn an_engine_reports_a_table_that_does_not_fit() {
    let input = "ugi\nsetoption name Hash value 16384\nisready\nugn\nposition startpos\ngo nodes 100\nquit\n";
    assert_refused_or_done(&["ugi"], input);
    assert_refused_or_done(
        &["ugi"],
        "setoption name Threads value 64\nposition startpos\ngo nodes 100\nquit\n",
    );
}
