//! Matches as they are really played: on threads, kept in files, against programs that misbehave.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

#[cfg(unix)]
mod engines;
mod files;
mod play;
mod stats;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cairn_arena::{Match, Report, Store, Terms};
use cairn_session::{Record, record};

/// A match of small games.
fn versus(first: &str, second: &str, games: usize) -> Match {
    let terms = Terms::of("staqs:size=3", 7).unwrap();
    Match {
        first: first.parse().unwrap(),
        second: second.parse().unwrap(),
        terms,
        games,
        threads: 2,
        sprt: None,
    }
}

fn run(versus: &Match) -> Report {
    versus.run(None, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// Plays a match into a file, or goes on with it.
fn run_into(path: &Path, versus: &Match) -> Report {
    let mut store = Store::open(path, &versus.terms, &[(&versus.first, &versus.second)]).unwrap();
    versus.run(Some(&mut store), &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// The games of a file in the order of their numbers.
fn records(path: &Path) -> Vec<Record> {
    let mut records = record::read_bytes(&std::fs::read(path).unwrap()).unwrap();
    records.sort_by_key(|record| record.tag("Round").unwrap().parse::<usize>().unwrap());
    records
}
