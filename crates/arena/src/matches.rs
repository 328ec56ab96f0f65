//! A match between two bots, resumable and optionally stopped by an SPRT.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use cairn_engine::bots::{BotSpec, EngineLog};
use cairn_session::Record;

use crate::game::Forfeit;
use crate::pool::{Job, Pool};
use crate::series::Series;
use crate::{ArenaError, MatchConfig, RecordFile, Results, Sprt};

/// A match to play.
#[derive(Clone, Debug)]
pub struct Match {
    /// The bot whose results are reported.
    pub first: BotSpec,
    /// Its opponent.
    pub second: BotSpec,
    /// The terms of the match.
    pub config: MatchConfig,
    /// The maximum number of games.
    pub games: usize,
    /// The number of games played at a time.
    pub threads: usize,
    /// A sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Whether the report includes the records of the games played. Those of a long match need much memory.
    pub keep_records: bool,
    /// The log of external engines.
    pub log: Option<EngineLog>,
}

/// The progress of a match.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct MatchProgress {
    /// Games that have ended.
    pub games: usize,
    /// The results so far.
    pub results: Results,
}

/// The outcome of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchReport {
    /// The results.
    pub results: Results,
    /// The total length of the games in plies.
    pub plies: usize,
    /// The games lost by a bot's fault, numbered from 0.
    pub forfeits: Vec<(usize, Forfeit)>,
    /// The time taken.
    pub elapsed: Duration,
    /// The number of games read from the record file.
    pub restored: usize,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// The pairs in the SPRT, by half points.
    pub sprt_pairs: [u64; 5],
    /// The games played, in the order of their numbers, if [`Match::keep_records`] requests them; without those read
    /// from the record file.
    pub records: Vec<Record>,
}

impl Match {
    /// Creates a match of this many games on one thread.
    pub const fn new(first: BotSpec, second: BotSpec, config: MatchConfig, games: usize) -> Self {
        Self { first, second, config, games, threads: 1, sprt: None, keep_records: false, log: None }
    }

    /// Plays some of the games, given by their numbers from 0, and returns their records in this order; fewer if `stop`
    /// is set. A game depends only on its number and the match, so any program can play it: [`RecordFile::append`]
    /// collects the games of all.
    pub fn play(&self, numbers: Range<usize>, stop: &StopFlag) -> Result<Vec<Record>, ArenaError> {
        let bots = [self.first.clone(), self.second.clone()];
        let (config, threads, log) = (&self.config, self.threads.min(numbers.len()), self.log.as_ref());
        let pool = Pool { bots: &bots, config, threads, observe: false, log, stop };
        let mut records = BTreeMap::new();
        pool.run(numbers.map(|number| Job { pairing: 0, bots: [0, 1], number }), |_, game| {
            records.insert(game.number, game.record);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(records.into_values().collect())
    }

    /// Plays the match, or the games missing in `file`, until `stop` is set. The results are the same for any number of threads.
    pub fn run(
        &self,
        file: Option<&mut RecordFile>,
        stop: &StopFlag,
        on_progress: &mut dyn FnMut(MatchProgress),
    ) -> Result<MatchReport, ArenaError> {
        let started = Instant::now();
        let series = Series {
            bots: &[self.first.clone(), self.second.clone()],
            pairings: &[[0, 1]],
            config: &self.config,
            games: self.games,
            threads: self.threads,
            sprt: self.sprt,
            log: self.log.as_ref(),
        };
        let mut records = BTreeMap::new();
        let mut restored = None;
        let scoreboards = series.run(file, stop, &mut |scoreboards, game| {
            if let Some(game) = game.filter(|_| self.keep_records) {
                records.insert(game.number, game.record);
            }
            for scoreboard in scoreboards {
                let progress =
                    MatchProgress { games: scoreboard.games(), results: scoreboard.interim_results() };
                restored.get_or_insert(progress.games);
                on_progress(progress);
            }
        })?;
        let scoreboard = &scoreboards[0];
        Ok(MatchReport {
            results: scoreboard.final_results(),
            plies: scoreboard.plies(),
            forfeits: scoreboard.forfeits(),
            elapsed: started.elapsed(),
            restored: restored.unwrap_or_default(),
            interrupted: scoreboard.games() < self.games && !scoreboard.is_decided(),
            sprt_pairs: *scoreboard.sprt_pairs(),
            records: records.into_values().collect(),
        })
    }
}
