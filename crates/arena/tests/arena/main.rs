//! Whole matches: on threads, in record files, and against engines that misbehave.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

#[cfg(unix)]
mod engines;
mod files;
mod hostile_input;
mod invariants;
mod options;
mod play;
mod stats;

use std::path::Path;

use cairn_arena::{ArenaError, Match, MatchConfig, MatchReport, RecordFile};
use cairn_engine::StopFlag;
use cairn_engine::bots::{Bot, BotFault, BotSpec};
use cairn_session::{Record, Session, record};

/// Returns a match of a small game.
fn small_match(first: &str, second: &str, games: usize) -> Match {
    let config = MatchConfig::new("staqs:size=3", 7).unwrap();
    let (first, second) = (first.parse().unwrap(), second.parse().unwrap());
    Match { threads: 2, ..Match::new(first, second, config, games) }
}

fn run(bots: &Match) -> MatchReport {
    bots.run(None, &StopFlag::default(), &mut |_| {}).unwrap()
}

/// Opens the record file of a match.
fn open_file(path: &Path, bots: &Match) -> Result<RecordFile, ArenaError> {
    RecordFile::open(path, &bots.config, &[(&bots.first, &bots.second)])
}

/// Plays a match into a record file, or resumes it.
fn run_into(path: &Path, bots: &Match) -> MatchReport {
    let mut file = open_file(path, bots).unwrap();
    bots.run(Some(&mut file), &StopFlag::default(), &mut |_| {}).unwrap()
}

/// Returns the records of a file, sorted by the number of the game.
fn records(path: &Path) -> Vec<Record> {
    let mut records = record::read_bytes(&std::fs::read(path).unwrap()).unwrap();
    records.sort_by_key(|record| record.tag("Round").unwrap().parse::<usize>().unwrap());
    records
}

/// A bot that answers every turn in the same way: with a text for a move, or a fault.
#[derive(Debug)]
struct StubBot(fn() -> Result<String, BotFault>);

impl StubBot {
    fn spec(name: &str, answer: fn() -> Result<String, BotFault>) -> BotSpec {
        BotSpec::new(name, move || Box::new(Self(answer)))
    }
}

impl Bot for StubBot {
    fn name(&self) -> String {
        "stub".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
        Ok(())
    }

    fn choose(&mut self, _: &dyn Session) -> Result<String, BotFault> {
        (self.0)()
    }
}
