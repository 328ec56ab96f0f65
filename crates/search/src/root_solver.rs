//! A solver at the root: near the end of games that must end, it proves what alpha-beta can only
//! estimate.

use std::time::Duration;

use cairn_rules::{Solvable, Wdl};

use crate::solver::{Solver, SolverSettings};
use crate::{Limits, Report, Score, Settings};

/// The solver gets this fraction (one in so many) of the time and the nodes,
const SOLVER_SHARE: u32 = 3;
/// and this fraction to verify the move that alpha-beta prefers.
const VERIFICATION_SHARE: u32 = 20;
/// The solver gets a table of this fraction of the searcher's, besides it.
pub(crate) const MEMORY_SHARE: usize = 4;
/// Searches with fewer nodes belong to weak bots, which are not meant to play perfectly.
const MIN_NODES: u64 = 10_000;
/// A solver finishes games of this many plies in about this many nodes,
const BASE_PLIES: u16 = 17;
const BASE_NODES: u128 = 50_000;
/// at about this speed,
const NODES_PER_MILLISECOND: u128 = 500;
/// and needs so many times as many nodes for each further ply.
const GROWTH_PER_PLY: u128 = 3;

/// The solver of a searcher.
pub(crate) struct RootSolver<P>(Solver<P>);

/// The proof about the root, and its cost.
pub(crate) struct RootProof<P: Solvable> {
    /// The value, with a move that keeps it.
    value: Option<(Wdl, P::Move)>,
    nodes: u64,
    time: Duration,
}

impl<P: Solvable> RootProof<P> {
    /// The rest of the limits, for alpha-beta, less a reserve for verification.
    pub(crate) fn remaining(&self, limits: &Limits) -> Limits {
        let reserve = share(limits, VERIFICATION_SHARE);
        let nodes = self.nodes + reserve.nodes.unwrap_or(0);
        let time = self.time + reserve.time.unwrap_or_default();
        Limits {
            nodes: limits.nodes.map(|all| all.saturating_sub(nodes)),
            time: limits.time.map(|all| all.saturating_sub(time)),
            ..limits.clone()
        }
    }
}

/// The longest games, in plies, that a solver can be expected to finish.
fn reach(limits: &Limits) -> u16 {
    let by_nodes = limits.nodes.map_or(u128::MAX, u128::from);
    let by_time = limits.time.map_or(u128::MAX, |time| time.as_millis() * NODES_PER_MILLISECOND);
    BASE_PLIES + (by_nodes.min(by_time) / BASE_NODES).max(1).ilog(GROWTH_PER_PLY) as u16
}

/// A fraction of the limits.
fn share(limits: &Limits, parts: u32) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes / u64::from(parts)),
        time: limits.time.map(|time| time / parts),
        ..limits.clone()
    }
}

impl<P: Solvable> RootSolver<P> {
    /// A solver for a searcher with these settings, if there is memory for it.
    pub(crate) fn new(settings: &Settings) -> Option<Self> {
        let hash_mib = (settings.hash_mib / MEMORY_SHARE).max(1);
        Solver::new(SolverSettings { threads: settings.threads, hash_mib }).ok().map(Self)
    }

    /// Whether solving this root is worth a try: there is a budget to share, and the game must end soon.
    pub(crate) fn applies(position: &P, settings: &Settings, limits: &Limits) -> bool {
        settings.enhancements.root_solver
            && settings.multi_pv <= 1
            && limits.is_budget()
            && limits.nodes.is_none_or(|nodes| nodes >= MIN_NODES)
            && position.seats() == 2
            && position.plies_left().is_some_and(|plies| plies <= reach(limits))
    }

    /// Clears the proof table.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Tries to solve a position.
    pub(crate) fn solve(&mut self, position: &P, limits: &Limits) -> RootProof<P> {
        let solved = self.0.solve(position, &[], &share(limits, SOLVER_SHARE), &mut |_| ());
        let Some(solved) = solved else { return RootProof { value: None, nodes: 0, time: Duration::ZERO } };
        let value = solved.bounds.value().zip(solved.best).filter(|_| solved.contradictions == 0);
        RootProof { value, nodes: solved.nodes, time: solved.time }
    }

    /// Corrects the report of alpha-beta by the proof. The move that alpha-beta prefers stays if it
    /// can be proven to be as good.
    pub(crate) fn apply(
        &mut self,
        position: &P,
        limits: &Limits,
        proof: &RootProof<P>,
        report: &mut Report<P>,
    ) {
        report.nodes += proof.nodes;
        let (Some((value, best)), Some(pv)) = (proof.value, report.variations.first_mut()) else { return };
        let score = match (value, pv.score) {
            (Wdl::Win, Score::WinIn(_)) | (Wdl::Loss, Score::LossIn(_)) => return,
            // The solver proves that there is a win or a loss, not how long it takes.
            (Wdl::Win, _) => Score::WinWithin(position.plies_left().unwrap_or(0).into()),
            // A player whose move is forced only wants that move.
            (Wdl::Loss, _) if limits.needs_no_thought(position.count_moves() as usize) => return,
            (Wdl::Loss, _) => {
                // All moves lose: the one that alpha-beta prefers is as good as any.
                pv.score = Score::LossWithin(position.plies_left().unwrap_or(0).into());
                return;
            }
            (Wdl::Draw, _) => Score::ProvenDraw,
        };
        let preferred = pv.moves.first().copied().filter(|&mv| mv != best);
        if let Some(preferred) = preferred {
            let limits = share(limits, VERIFICATION_SHARE);
            let after = self.0.solve(&position.after(preferred), &[], &limits, &mut |_| ());
            report.nodes += after.as_ref().map_or(0, |after| after.nodes);
            if after.is_none_or(|after| after.bounds.for_opponent().low < value) {
                pv.moves = vec![best];
            }
        }
        pv.score = score;
    }
}
