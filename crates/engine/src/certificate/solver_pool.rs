//! A pool of plain solvers, one per thread, for many positions.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::{self, Builder};

use cairn_rules::{Player, Solvable, Wdl};
use cairn_search::fitting_threads;

use super::plain_solver::{Budget, GiveUp, PlainSolver};
use super::{CertificateError, CertificateProgress, Monitor};

/// The total size of their tables, in positions.
const CAPACITY: usize = 3_600_000;
/// The number of positions per batch: neighbours in the list share many positions.
const PORTION: usize = 8;

/// Solvers that decide whether a player can force a result.
pub(super) struct SolverPool<P> {
    solvers: Vec<PlainSolver<P>>,
}

/// The result for the position at an index of the list, and the nodes it took.
struct Answer {
    index: usize,
    found: Result<bool, GiveUp>,
    nodes: u64,
}

impl<P: Solvable> SolverPool<P> {
    pub(super) fn new(player: Player, least: Wdl, threads: usize) -> Self {
        let threads = fitting_threads(threads);
        Self { solvers: (0..threads).map(|_| PlainSolver::new(player, least, CAPACITY / threads)).collect() }
    }

    /// Returns for each position whether the player can force the result; `None` where that takes more than `nodes`
    /// nodes.
    pub(super) fn solve(
        &mut self,
        positions: &[P],
        nodes: u64,
        progress: &mut CertificateProgress,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<Option<bool>>, CertificateError> {
        let size = positions.len().div_ceil(self.solvers.len()).clamp(1, PORTION);
        let portions: Vec<&[P]> = positions.chunks(size).collect();
        let (portions, next, stop) = (&portions, &AtomicUsize::new(0), monitor.stop);
        let mut answers = vec![None; positions.len()];
        let (sender, answers_in) = mpsc::channel();
        thread::scope(move |scope| {
            for (number, plain) in self.solvers.iter_mut().enumerate() {
                let sender = sender.clone();
                let work = move || {
                    loop {
                        let portion = next.fetch_add(1, Ordering::Relaxed);
                        let Some(positions) = portions.get(portion) else { return };
                        for (offset, position) in positions.iter().enumerate() {
                            let before = plain.nodes;
                            let budget = Budget { until: before.saturating_add(nodes), stop };
                            let found = plain.holds(position, budget);
                            let index = portion * size + offset;
                            if sender.send(Answer { index, found, nodes: plain.nodes - before }).is_err() {
                                return;
                            }
                        }
                    }
                };
                // If a thread cannot start, the others do its work.
                match Builder::new().spawn_scoped(scope, work) {
                    Err(_) if number == 0 => return Err(CertificateError::NoThread),
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            drop(sender);
            for Answer { index, found, nodes } in answers_in {
                progress.nodes += nodes;
                match found {
                    Ok(holds) => {
                        answers[index] = Some(holds);
                        progress.leaves += 1;
                    }
                    Err(GiveUp::TooMany) => (),
                    Err(GiveUp::Stopped) => return Err(CertificateError::Stopped),
                }
                monitor.report(*progress)?;
            }
            Ok(answers)
        })
    }
}
