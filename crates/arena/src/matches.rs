//! A match between two bots.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cairn_session::players::BotSpec;

use crate::game::{Forfeit, label};
use crate::ledger::Ledger;
use crate::pool::{Job, Pool};
use crate::{ArenaError, Sprt, Store, Tally, Terms};

/// A match that is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The bot whose wins are counted.
    pub first: BotSpec,
    /// Its opponent.
    pub second: BotSpec,
    /// What the games depend on besides.
    pub terms: Terms,
    /// How many games to play at most.
    pub games: usize,
    /// How many to play at a time.
    pub threads: usize,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// How far a match has come.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    /// Games that have ended.
    pub games: usize,
    /// The results so far.
    pub tally: Tally,
}

/// What came of a match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The results.
    pub tally: Tally,
    /// How many plies the games had together.
    pub plies: usize,
    /// The games that were lost by a fault, counted from 0.
    pub forfeits: Vec<(usize, Forfeit)>,
    /// How long it took.
    pub elapsed: Duration,
    /// How many games came from the file.
    pub restored: usize,
    /// Whether it was stopped before it had ended.
    pub interrupted: bool,
    /// The pairs that the test has seen, by twice their points.
    pub tested: [u64; 5],
}

impl Match {
    /// Plays the match, or what is left of it after the games in `store`, until `stop` is set. The
    /// results are the same for any number of threads.
    pub fn run(
        &self,
        mut store: Option<&mut Store>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Report, ArenaError> {
        let begun = Instant::now();
        let mut ledger = Ledger::new(self.games, self.sprt);
        let label = label(&self.first, &self.second);
        for game in store.iter_mut().flat_map(|store| store.take(&label)) {
            ledger.enter(&game);
        }
        let restored = ledger.known();
        let played: HashSet<usize> = (0..self.games).filter(|&number| ledger.has(number)).collect();
        let left = (0..self.games).filter(|number| !played.contains(number));
        let jobs = left.map(|number| Job { pairing: 0, bots: [0, 1], number });
        watch(Progress { games: restored, tally: ledger.so_far() });
        let bots = [self.first.clone(), self.second.clone()];
        let pool = Pool {
            bots: &bots,
            terms: &self.terms,
            threads: self.threads.min(self.games),
            observe: false,
            stop,
        };
        if !ledger.is_decided() {
            pool.play(jobs, |_, game| {
                if let Some(store) = &mut store {
                    store.append(&game.record)?;
                }
                ledger.enter(&game);
                watch(Progress { games: ledger.known(), tally: ledger.so_far() });
                Ok(if ledger.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        Ok(Report {
            tally: ledger.tally(),
            plies: ledger.plies(),
            forfeits: ledger.forfeits(),
            elapsed: begun.elapsed(),
            restored,
            interrupted: ledger.known() < self.games && !ledger.is_decided(),
            tested: *ledger.tested(),
        })
    }
}
