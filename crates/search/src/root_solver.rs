//! Runs a solver at the root: near the end of games that must end, it proves values that alpha-beta can only estimate.

use std::time::Duration;

use cairn_rules::{Solvable, Wdl};

use crate::solver::{Solver, SolverSettings};
use crate::{Limits, Purpose, Report, Settings};

/// The fraction (one part in this many) of the time and the nodes that the solver gets.
const SOLVER_SHARE: u32 = 3;
/// The fraction for verifying one move that alpha-beta prefers.
const VERIFICATION_SHARE: u32 = 20;
/// The maximum fraction for verifying all of them.
const ALL_VERIFICATIONS_SHARE: u32 = 4;
/// The solver gets an additional table of this fraction of the searcher's size.
pub(crate) const MEMORY_SHARE: usize = 4;
/// Searches with fewer nodes belong to weak bots, which should not play perfectly.
const MIN_NODES: u64 = 10_000;
/// The number of plies of a game that a solver finishes in about [`BASE_NODES`].
const BASE_PLIES: u16 = 17;
const BASE_NODES: u128 = 50_000;
/// The approximate speed of a solver.
const NODES_PER_MILLISECOND: u128 = 500;
/// The factor by which each further ply multiplies the nodes.
const GROWTH_PER_PLY: u128 = 3;

/// Far from the end, where few positions can be proven, a proof gets at most this many nodes.
const MAX_FAR_NODES: u64 = 100_000;

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
    /// Returns the rest of the limits, for alpha-beta, less a reserve to verify its lines.
    pub(crate) fn remaining(&self, limits: &Limits, lines: usize) -> Limits {
        let (reserve, lines) = (verification_share(limits, lines), lines as u32);
        let nodes = self.nodes + reserve.nodes.map_or(0, |nodes| nodes * u64::from(lines));
        let time = self.time + reserve.time.map_or(Duration::ZERO, |time| time * lines);
        Limits {
            nodes: limits.nodes.map(|all| all.saturating_sub(nodes)),
            time: limits.time.map(|all| all.saturating_sub(time)),
            ..limits.clone()
        }
    }
}

/// Returns the length in plies of the longest game that a solver will probably finish.
fn reach(limits: &Limits) -> u16 {
    let by_nodes = limits.nodes.map_or(u128::MAX, u128::from);
    let by_time = limits.time.map_or(u128::MAX, |time| time.as_millis() * NODES_PER_MILLISECOND);
    BASE_PLIES + (by_nodes.min(by_time) / BASE_NODES).max(1).ilog(GROWTH_PER_PLY) as u16
}

/// Returns whether a solver will probably finish the game from here.
fn is_near_end<P: Solvable>(position: &P, limits: &Limits) -> bool {
    position.plies_left().is_some_and(|plies| plies <= reach(limits))
}

/// Returns the limits of one proof, a share of those of the search.
fn proof_limits<P: Solvable>(position: &P, limits: &Limits, share: Limits) -> Limits {
    if is_near_end(position, limits) {
        return share;
    }
    Limits { nodes: Some(share.nodes.map_or(MAX_FAR_NODES, |nodes| nodes.min(MAX_FAR_NODES))), ..share }
}

/// Returns a fraction of the limits.
fn share(limits: &Limits, parts: u32) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes / u64::from(parts)),
        time: limits.time.map(|time| time / parts),
        ..limits.clone()
    }
}

/// Returns the limits for verifying one of this many lines.
fn verification_share(limits: &Limits, lines: usize) -> Limits {
    share(limits, VERIFICATION_SHARE.max(ALL_VERIFICATIONS_SHARE * lines as u32))
}

impl<P: Solvable> RootSolver<P> {
    /// Creates a solver for a searcher with these settings, if there is memory for it.
    pub(crate) fn new(settings: &Settings) -> Option<Self> {
        let hash_mib = (settings.hash_mib / MEMORY_SHARE).max(1);
        Solver::new(SolverSettings { threads: settings.threads, hash_mib }).ok().map(Self)
    }

    /// Returns whether to try to solve this root: there is a budget to share, and the game must end soon unless the
    /// settings demand it anyway.
    pub(crate) fn applies(position: &P, settings: &Settings, limits: &Limits) -> bool {
        settings.enhancements.root_solver
            && (settings.multi_pv <= 1 || limits.purpose == Purpose::Analyze)
            && limits.is_budget()
            && limits.nodes.is_none_or(|nodes| nodes >= MIN_NODES)
            && position.seats() == 2
            && (settings.always_solve || is_near_end(position, limits))
    }

    /// Clears the proof table.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Tries to solve a position, given the positions before it.
    pub(crate) fn solve(&mut self, position: &P, history: &[P], limits: &Limits) -> RootProof<P> {
        let limits = proof_limits(position, limits, share(limits, SOLVER_SHARE));
        let solved = self.0.solve(position, history, &limits, &mut |_| ());
        let Some(solved) = solved else { return RootProof { value: None, nodes: 0, time: Duration::ZERO } };
        let value = solved.bounds.value().zip(solved.best).filter(|_| solved.contradictions == 0);
        RootProof { value, nodes: solved.nodes, time: solved.time }
    }

    /// Corrects the report of alpha-beta by the proof. Keeps the preferred moves of alpha-beta if they prove equally
    /// good.
    pub(crate) fn apply(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        proof: &RootProof<P>,
        report: &mut Report<P>,
    ) {
        report.nodes += proof.nodes;
        let Some((value, best)) = proof.value else { return };
        // A player with a forced move needs only that move.
        if value == Wdl::Loss && limits.needs_no_thought(position.count_moves() as usize) {
            return;
        }
        let mut values = vec![(best, value)];
        let limits = proof_limits(position, limits, verification_share(limits, report.variations.len()));
        let history = [history, &[*position]].concat();
        for line in report.variations.iter().filter(|line| value > Wdl::Loss && !line.score.is_proven()) {
            let Some(&mv) = line.moves.first().filter(|&&mv| mv != best) else { continue };
            let Some(after) = self.0.solve(&position.after(mv), &history, &limits, &mut |_| ()) else {
                continue;
            };
            report.nodes += after.nodes;
            let bounds = after.bounds.for_opponent();
            // No move is better than the position.
            let known = if bounds.low >= value { Some(value) } else { bounds.value() };
            values.extend(known.map(|value| (mv, value)));
        }
        report.correct(position, Some((value, &[best])), |mv| {
            values.iter().find(|(known, _)| *known == mv).map(|&(_, value)| value)
        });
    }
}
