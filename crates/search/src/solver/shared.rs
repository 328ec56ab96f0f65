//! What the threads of a solver share: each works on the same goals, and what one proves the others
//! need not.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

use cairn_rules::{Solvable, Wdl, WdlBounds};

use super::Oracle;
use super::busy::Busy;
use super::goal::Goal;
use super::past::Past;
use super::report::SolverReport;
use super::table::Table;
use super::worker::Worker;
use crate::clock::Clock;
use crate::settings::MAX_THREADS;

/// The time between two reports.
const REPORT_TIME: Duration = Duration::from_millis(250);
/// Plenty for the longest line.
const STACK_BYTES: usize = 16 << 20;

/// What the threads share.
pub(super) struct Shared<'a, P: Solvable> {
    pub(super) table: &'a Table,
    pub(super) clock: &'a Clock<'a>,
    pub(super) oracle: Option<&'a Oracle<P>>,
    pub(super) goals: &'a [Goal<P>],
    /// Whether the goals are what the moves of one position lead to.
    pub(super) of_moves: bool,
    pub(super) past: Past,
    pub(super) busy: Busy,
    pub(super) threads: usize,
    /// Whether positions can come back.
    pub(super) cyclic: bool,
    /// Lines are no longer than this where positions can come back.
    pub(super) longest: u32,
    /// How long they are now.
    pub(super) depth: AtomicU32,
    /// How much of the question in hand is done, in thousandths.
    pub(super) done: AtomicU32,
}

impl<P: Solvable> Shared<'_, P> {
    fn report(&self) -> SolverReport {
        let best = |all: WdlBounds, goal: &Goal<P>| {
            let bounds = goal.found().0.for_opponent();
            WdlBounds { low: all.low.max(bounds.low), high: all.high.max(bounds.high) }
        };
        let bounds = match self.goals {
            [goal] if !self.of_moves => goal.found().0,
            goals => goals.iter().fold(WdlBounds::exactly(Wdl::Loss), best),
        };
        let solved = self.goals.iter().filter(|goal| goal.is_solved()).count() as u32;
        let goals = (self.goals.len() as u32).max(1);
        let done = (solved * 1_000 + self.done.load(Ordering::Relaxed)) / goals;
        SolverReport {
            bounds,
            done: if solved == goals { 1_000 } else { done.min(999) },
            depth: self.cyclic.then(|| self.depth.load(Ordering::Relaxed)),
            nodes: self.clock.nodes(),
            time: self.clock.elapsed(),
            permille: self.table.permille(),
        }
    }

    /// Lets threads work until all goals are solved or a limit is reached.
    pub(super) fn work(&self, report: &mut dyn FnMut(&SolverReport)) -> SolverReport {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel::<()>();
            for number in 0..self.threads.clamp(1, MAX_THREADS) {
                let sender = sender.clone();
                let work = move || {
                    Worker::new(self, number).prove_all();
                    drop(sender);
                };
                // A thread that cannot be had is not missed: the others do the same work.
                if Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_err() && number == 0 {
                    Worker::new(self, number).prove_all();
                }
            }
            drop(sender);
            while receiver.recv_timeout(REPORT_TIME) == Err(RecvTimeoutError::Timeout) {
                report(&self.report());
            }
        });
        let last = self.report();
        report(&last);
        last
    }
}
