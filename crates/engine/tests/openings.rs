//! The built-in opening books: their values agree with each other, and with a solver without a book.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod common;

use std::cmp::Reverse;

use cairn_engine::StopFlag;
use cairn_engine::book::{BookCheck, check_openings, opening_specs};
use cairn_engine::{EngineSettings, Limits, Monitor, Sample, SolveGoal, SolvedMove, SolverSettings};
use cairn_rules::Wdl;
use cairn_session::open;
use common::solve;

fn check(spec: &str, count: usize, nodes: u64) -> BookCheck {
    let solver = SolverSettings { threads: 1, hash_mib: 16 };
    let monitor = &mut Monitor { stop: &StopFlag::default(), on_progress: &mut |_| () };
    check_openings(spec, solver, Some(Sample { count, seed: 1 }), &Limits::nodes(nodes), monitor).unwrap()
}

#[test]
fn values_agree_with_each_other() {
    let mut entries = 0;
    for spec in opening_specs() {
        let check = check(spec, 0, 0);
        // Every move in the book preserves the value.
        assert_eq!(check.consistent + check.at_edge, check.entries, "{spec}");
        assert!(check.consistent * 2 > check.entries, "{spec}: {check:?}");
        entries += check.entries;
    }
    assert!(entries >= 8_326, "{entries}");
}

/// Returns how many values of a book to prove again, half of them the deepest ones: as many as take a few seconds.
fn spread(spec: &str) -> usize {
    match spec {
        "staqs" => 14,
        "staqs:placement=free" => 4,
        "staqs:steps=all" => 5,
        _ => 8,
    }
}

#[test]
fn a_spread_of_values_is_proven_again() {
    for spec in opening_specs() {
        let count = spread(spec);
        let check = check(spec, count, 600_000);
        assert_eq!(check.proven + check.open, count);
        assert!(check.proven * 4 >= count * 3, "{spec}: {check:?}");
    }
}

/// Draws the values of all first moves on the board: `+` wins, `=` draws and `-` loses.
fn first_moves(spec: &str, settings: EngineSettings, limits: &Limits) -> String {
    let session = open(spec, None).unwrap();
    let mut engine = cairn_engine::open(spec, settings).unwrap();
    let mut moves = solve(&mut *engine, &*session, SolveGoal::Moves, limits).moves;
    moves.sort_by_key(|SolvedMove { mv, .. }| (Reverse(mv[1..].to_owned()), mv[..1].to_owned()));
    let mut picture = String::new();
    for row in moves.chunk_by(|one, other| one.mv[1..] == other.mv[1..]) {
        let signs = row.iter().map(|solved| match solved.bounds.value() {
            None => '?',
            Some(Wdl::Win) => '+',
            Some(Wdl::Draw) => '=',
            Some(Wdl::Loss) => '-',
        });
        picture.extend(signs.chain(['/']));
    }
    picture
}

/// Checks the facts in `docs/solved.md`. The books must contain the larger boards; the smaller ones are solved without
/// a book.
#[test]
fn first_moves_have_the_published_values() {
    for (spec, picture) in [
        ("staqs", "-----/-+++-/-+-+-/-+++-/-----/"),
        ("sight", "-----/-----/-----/-----/-----/"),
        ("sight:tallest=fallback", "-----/-+-+-/-----/-+-+-/-----/"),
    ] {
        let with_openings = EngineSettings::default().with_openings();
        assert_eq!(first_moves(spec, with_openings, &Limits::nodes(0)), picture, "{spec}");
    }
    for (spec, picture) in [
        ("staqs:size=3", "+++/+++/+++/"),
        ("staqs:size=4", "====/====/====/====/"),
        ("sight:size=3", "---/-+-/---/"),
        ("sight:size=4", "----/----/----/----/"),
    ] {
        assert_eq!(first_moves(spec, EngineSettings::default(), &Limits::default()), picture, "{spec}");
    }
}
