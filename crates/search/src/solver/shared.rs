//! The state shared by the threads of a solver: all work on the same goals, and use each other's proofs.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

use cairn_rules::{Position, Solvable, Wdl, WdlBounds, zobrist};

use super::Oracle;
use super::goal::Goal;
use super::proof_table::ProofTable;
use super::report::SolverReport;
use super::worker::Worker;
use crate::limits::SearchControl;
use crate::memory::fitting_threads;
use crate::settings::MAX_THREADS;

/// The time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// The stack of a thread, large enough for the longest line.
const STACK_BYTES: usize = 16 << 20;

/// The state that the threads share.
pub(super) struct SolverContext<'a, P: Solvable> {
    pub(super) table: &'a ProofTable,
    pub(super) control: &'a SearchControl<'a>,
    pub(super) oracle: Option<&'a Oracle<P>>,
    pub(super) goals: &'a [Goal<P>],
    /// Whether the goals are the positions after the moves of one position.
    pub(super) of_moves: bool,
    pub(super) drawn_keys: DrawnKeys,
    pub(super) searching: CurrentlySearching,
    pub(super) threads: usize,
    /// Whether positions can repeat.
    pub(super) cyclic: bool,
    /// Where positions can repeat: the last depth of iterative deepening.
    pub(super) max_depth: u32,
    /// The current depth.
    pub(super) depth: AtomicU32,
    /// The progress on the current question, in permille.
    pub(super) progress: AtomicU32,
}

impl<P: Solvable> SolverContext<'_, P> {
    fn report(&self) -> SolverReport {
        let best = |all: WdlBounds, goal: &Goal<P>| {
            let bounds = goal.proven().0.for_opponent();
            WdlBounds { low: all.low.max(bounds.low), high: all.high.max(bounds.high) }
        };
        let bounds = match self.goals {
            [goal] if !self.of_moves => goal.proven().0,
            goals => goals.iter().fold(WdlBounds::exactly(Wdl::Loss), best),
        };
        let solved = self.goals.iter().filter(|goal| goal.is_solved()).count() as u32;
        let goals = (self.goals.len() as u32).max(1);
        let progress = (solved * 1_000 + self.progress.load(Ordering::Relaxed)) / goals;
        SolverReport {
            bounds,
            progress: if solved == goals { 1_000 } else { progress.min(999) },
            depth: self.cyclic.then(|| self.depth.load(Ordering::Relaxed)),
            nodes: self.control.nodes(),
            time: self.control.elapsed(),
            hashfull: self.table.hashfull(),
            contradictions: self.table.contradictions()
                + self.goals.iter().map(Goal::contradictions).sum::<u64>(),
        }
    }

    /// Runs the threads until all goals are solved or a limit is reached.
    pub(super) fn run(&self, report: &mut dyn FnMut(&SolverReport)) -> SolverReport {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel::<()>();
            let mut any_started = false;
            for number in 0..fitting_threads(self.threads.min(MAX_THREADS)) {
                let sender = sender.clone();
                let work = move || {
                    Worker::new(self, number).solve_all();
                    drop(sender);
                };
                // If a thread cannot start, the others do the same work.
                any_started |= Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_ok();
            }
            drop(sender);
            if !any_started {
                return Worker::new(self, 0).solve_all();
            }
            while receiver.recv_timeout(REPORT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                report(&self.report());
            }
        });
        let last = self.report();
        report(&last);
        last
    }
}

/// Simplified ABDADA: the keys of positions that a thread is searching, so that the others try different moves first.
/// Keys that share a slot evict each other, which only costs time.
pub(super) struct CurrentlySearching(Vec<AtomicU64>);

impl CurrentlySearching {
    const SLOTS: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self((0..Self::SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % Self::SLOTS]
    }

    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    pub(super) fn start(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    pub(super) fn finish(&self, key: u64) {
        self.slot(key).store(0, Ordering::Relaxed);
    }
}

/// Keys of the positions that have occurred twice in the game: a third occurrence is a draw.
pub(super) struct DrawnKeys(Vec<u64>);

impl DrawnKeys {
    /// Collects the keys of the positions before the one to solve.
    pub(super) fn new<P: Position>(history: &[P]) -> Self {
        let mut keys: Vec<u64> =
            history.iter().filter_map(Position::repetition_state).map(|position| position.key()).collect();
        keys.sort_unstable();
        let mut twice: Vec<u64> =
            keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        twice.dedup();
        Self(twice)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether this position is a draw by repetition.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        !self.0.is_empty() && self.0.contains(&key)
    }

    /// Returns a salt that separates table entries that hold only after this history.
    pub(super) fn key_salt(&self) -> u64 {
        self.0.iter().fold(0, |salt, &key| zobrist::mix(salt ^ key))
    }
}
