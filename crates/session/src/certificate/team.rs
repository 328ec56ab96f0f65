//! Plain solvers side by side, one on each thread, who share the work on many positions.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use cairn_rules::{Player, Solvable, Wdl};

use super::plain::{Allowance, GivenUp, Plain};
use super::{CertificateError, Headway, Watch};

/// All of them together remember so many positions.
const REMEMBERED: usize = 3_600_000;
/// Neighbours in a list have much in common: where there are many, a solver takes so many at a time.
const PORTION: usize = 8;

/// Solvers who find out whether a player gets at least so much.
pub(super) struct Team<P> {
    members: Vec<Plain<P>>,
}

/// What a solver found of the position at a place in the list, and how many nodes that took.
struct Word {
    place: usize,
    found: Result<bool, GivenUp>,
    nodes: u64,
}

impl<P: Solvable> Team<P> {
    pub(super) fn new(player: Player, least: Wdl, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { members: (0..threads).map(|_| Plain::new(player, least, REMEMBERED / threads)).collect() }
    }

    /// Finds out of each position whether the player gets enough from there; `None` where that takes
    /// more than so many nodes.
    pub(super) fn ask(
        &mut self,
        positions: &[P],
        nodes: u64,
        headway: &mut Headway,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Option<bool>>, CertificateError> {
        let size = positions.len().div_ceil(self.members.len()).clamp(1, PORTION);
        let portions: Vec<&[P]> = positions.chunks(size).collect();
        let (portions, next, stop) = (&portions, &AtomicUsize::new(0), watch.stop);
        let mut answers = vec![None; positions.len()];
        let (teller, told) = mpsc::channel();
        thread::scope(move |scope| {
            for plain in &mut self.members {
                let teller = teller.clone();
                scope.spawn(move || {
                    loop {
                        let portion = next.fetch_add(1, Ordering::Relaxed);
                        let Some(positions) = portions.get(portion) else { return };
                        for (index, position) in positions.iter().enumerate() {
                            let before = plain.nodes;
                            let allowance = Allowance { until: before.saturating_add(nodes), stop };
                            let found = plain.holds(position, allowance);
                            let place = portion * size + index;
                            if teller.send(Word { place, found, nodes: plain.nodes - before }).is_err() {
                                return;
                            }
                        }
                    }
                });
            }
            drop(teller);
            for Word { place, found, nodes } in told {
                headway.nodes += nodes;
                match found {
                    Ok(holds) => {
                        answers[place] = Some(holds);
                        headway.leaves += 1;
                    }
                    Err(GivenUp::TooMany) => (),
                    Err(GivenUp::Stopped) => return Err(CertificateError::Stopped),
                }
                watch.tell(*headway)?;
            }
            Ok(answers)
        })
    }
}
