//! A match between two bots, resumable and optionally stopped by an SPRT.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use cairn_engine::bots::BotSpec;
use cairn_session::Record;

use crate::game::{Forfeit, match_name};
use crate::pool::{Job, Pool};
use crate::scoreboard::Scoreboard;
use crate::{ArenaError, MatchConfig, RecordFile, Results, Sprt};

/// A match to play.
#[derive(Clone, Debug)]
pub struct Match {
    /// The bot whose results are reported.
    pub first: BotSpec,
    /// Its opponent.
    pub second: BotSpec,
    /// What the games depend on besides the bots.
    pub config: MatchConfig,
    /// The maximum number of games.
    pub games: usize,
    /// How many games to play at a time.
    pub threads: usize,
    /// A sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Whether the report has the records of the games played. A long match needs much memory for them.
    pub keep_records: bool,
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
    /// The games lost by a bot's fault; they count from 0.
    pub forfeits: Vec<(usize, Forfeit)>,
    /// How long it took.
    pub elapsed: Duration,
    /// How many games were read from the record file.
    pub restored: usize,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// The pairs that the SPRT has seen, by half points.
    pub sprt_pairs: [u64; 5],
    /// The games played, in the order of their numbers, if [`Match::keep_records`] asks for them; without those read
    /// from the record file.
    pub records: Vec<Record>,
}

impl Match {
    /// A match of this many games on one thread.
    pub const fn new(first: BotSpec, second: BotSpec, config: MatchConfig, games: usize) -> Self {
        Self { first, second, config, games, threads: 1, sprt: None, keep_records: false }
    }

    /// Plays the match, or the games missing in `file`, until `stop` is set. The results are the same for any number of threads.
    pub fn run(
        &self,
        mut file: Option<&mut RecordFile>,
        stop: &StopFlag,
        on_progress: &mut dyn FnMut(MatchProgress),
    ) -> Result<MatchReport, ArenaError> {
        let started = Instant::now();
        let mut scoreboard = Scoreboard::new(self.games, self.sprt);
        let name = match_name(&self.first, &self.second);
        for game in file.iter_mut().flat_map(|file| file.take(&name)) {
            scoreboard.add(&game);
        }
        let restored = scoreboard.games();
        let played: HashSet<usize> = (0..self.games).filter(|&number| scoreboard.has(number)).collect();
        let left = (0..self.games).filter(|number| !played.contains(number));
        let jobs = left.map(|number| Job { pairing: 0, bots: [0, 1], number });
        on_progress(MatchProgress { games: restored, results: scoreboard.interim_results() });
        let bots = [self.first.clone(), self.second.clone()];
        let pool = Pool {
            bots: &bots,
            config: &self.config,
            threads: self.threads.min(self.games),
            observe: false,
            stop,
        };
        let mut records = BTreeMap::new();
        if !scoreboard.is_decided() {
            pool.run(jobs, |_, game| {
                if let Some(file) = &mut file {
                    file.append(&game.record)?;
                }
                scoreboard.add(&game);
                if self.keep_records {
                    records.insert(game.number, game.record);
                }
                on_progress(MatchProgress {
                    games: scoreboard.games(),
                    results: scoreboard.interim_results(),
                });
                Ok(if scoreboard.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        Ok(MatchReport {
            results: scoreboard.final_results(),
            plies: scoreboard.plies(),
            forfeits: scoreboard.forfeits(),
            elapsed: started.elapsed(),
            restored,
            interrupted: scoreboard.games() < self.games && !scoreboard.is_decided(),
            sprt_pairs: *scoreboard.sprt_pairs(),
            records: records.into_values().collect(),
        })
    }
}
