//! What an engine knows for certain before it looks around: near the end of games that must end,
//! a solver often settles what a search can only guess.

use std::time::Duration;

use cairn_rules::{Solvable, Wdl};

use crate::solver::{Solver, SolverSettings};
use crate::{Limits, Report, Score, Settings};

/// The solver gets one part in so many of the time and the nodes,
const SHARE: u32 = 3;
/// and to check the move that a search has chosen, one part in so many.
const CHECKING_SHARE: u32 = 20;
/// Of the engine's memory the solver gets one part in so many.
const MEMORY_SHARE: usize = 4;
/// Those who look at less are not meant to know for certain.
const LEAST_NODES: u64 = 10_000;
/// A solver comes to the end of so many plies while a search looks at so many positions,
const PLIES: u16 = 17;
const NODES: u128 = 50_000;
/// about so many in a millisecond,
const NODES_PER_MILLISECOND: u128 = 500;
/// and each ply more takes it so many times as long.
const GROWTH: u128 = 3;

/// The solver of an engine.
pub(crate) struct Prover<P>(Solver<P>);

/// What a solver has found out, and what that took.
pub(crate) struct Proof<P: Solvable> {
    /// The value with a move that keeps it, if it is certain.
    known: Option<(Wdl, P::Move)>,
    nodes: u64,
    time: Duration,
}

impl<P: Solvable> Proof<P> {
    /// What is left of the limits for a search; a little is kept back for a look at what it finds.
    pub(crate) fn rest(&self, limits: &Limits) -> Limits {
        let check = share(limits, CHECKING_SHARE);
        let nodes = self.nodes + check.nodes.unwrap_or(0);
        let time = self.time + check.time.unwrap_or_default();
        Limits {
            nodes: limits.nodes.map(|all| all.saturating_sub(nodes)),
            time: limits.time.map(|all| all.saturating_sub(time)),
            ..limits.clone()
        }
    }
}

/// The longest games that a solver can be expected to come to the end of.
fn reach(limits: &Limits) -> u16 {
    let by_nodes = limits.nodes.map_or(u128::MAX, u128::from);
    let by_time = limits.time.map_or(u128::MAX, |time| time.as_millis() * NODES_PER_MILLISECOND);
    PLIES + (by_nodes.min(by_time) / NODES).max(1).ilog(GROWTH) as u16
}

/// One part in so many of the limits.
fn share(limits: &Limits, parts: u32) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes / u64::from(parts)),
        time: limits.time.map(|time| time / parts),
        ..limits.clone()
    }
}

impl<P: Solvable> Prover<P> {
    /// A solver for an engine with these settings.
    pub(crate) fn new(settings: &Settings) -> Self {
        let megabytes = (settings.megabytes / MEMORY_SHARE).max(1);
        Self(Solver::new(SolverSettings { threads: settings.threads, megabytes }))
    }

    /// Whether a position is one to be settled: somebody wants to play on, and the game must end.
    pub(crate) fn is_asked(position: &P, settings: &Settings, limits: &Limits) -> bool {
        settings.features.proofs
            && settings.lines <= 1
            && limits.is_for_playing()
            && limits.nodes.is_none_or(|nodes| nodes >= LEAST_NODES)
            && position.seats() == 2
            && position.plies_left().is_some_and(|plies| plies <= reach(limits))
    }

    /// Forgets what was proven.
    pub(crate) fn forget(&mut self) {
        self.0.forget();
    }

    /// Tries to settle a position.
    pub(crate) fn prove(&mut self, position: &P, limits: &Limits) -> Proof<P> {
        let solved = self.0.solve(position, &[], &share(limits, SHARE), &mut |_| ());
        let Some(solved) = solved else { return Proof { known: None, nodes: 0, time: Duration::ZERO } };
        let known = solved.bounds.value().zip(solved.best);
        Proof { known, nodes: solved.nodes, time: solved.time }
    }

    /// Corrects what a search has found by what is certain. A move that the search prefers is kept
    /// if it can be shown to be as good.
    pub(crate) fn correct(
        &mut self,
        position: &P,
        limits: &Limits,
        proof: &Proof<P>,
        report: &mut Report<P>,
    ) {
        report.nodes += proof.nodes;
        let (Some((truth, best)), Some(line)) = (proof.known, report.lines.first_mut()) else { return };
        let score = match (truth, line.score) {
            (Wdl::Win, Score::WinIn(_)) | (Wdl::Loss, _) => return,
            (Wdl::Win, _) => Score::WinIn(position.plies_left().unwrap_or(0).into()),
            (Wdl::Draw, _) => Score::ProvenDraw,
        };
        let chosen = line.moves.first().copied().filter(|&mv| mv != best);
        if let Some(chosen) = chosen {
            let check = share(limits, CHECKING_SHARE);
            let after = self.0.solve(&position.after(chosen), &[], &check, &mut |_| ());
            report.nodes += after.as_ref().map_or(0, |after| after.nodes);
            if after.is_none_or(|after| after.bounds.for_opponent().low < truth) {
                line.moves = vec![best];
            }
        }
        line.score = score;
    }
}
