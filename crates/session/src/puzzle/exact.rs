//! What a position is worth with best play, as the solver proves it.

use std::collections::HashSet;

use cairn_rules::{Outcome, Player, Solvable, Wdl};
use cairn_search::Limits;
use cairn_search::solver::{Solver, SolverSettings};

/// What the solver may look at for one position of a puzzle.
const NODES: u64 = 5_000_000;
/// Memory of the solver.
const MEGABYTES: usize = 16;
/// So many positions are looked at to see whether the game can only end well.
const ENDS: usize = 20_000;

/// Exact values for one player of a game for two.
pub(super) struct Exact<P> {
    player: Player,
    solver: Solver<P>,
}

/// What a game that is over is worth to a player.
fn worth(outcome: Outcome, player: Player) -> Wdl {
    match outcome.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == player => Wdl::Win,
        Some(_) => Wdl::Loss,
    }
}

impl<P: Solvable> Exact<P> {
    pub(super) fn new(player: Player) -> Self {
        Self { player, solver: Solver::new(SolverSettings { threads: 1, megabytes: MEGABYTES }) }
    }

    /// What the position is worth to the player when both sides play their best; `None` if that
    /// is too hard to tell.
    pub(super) fn value(&mut self, position: &P) -> Option<Wdl> {
        let solved = self.solver.solve(position, &[], &Limits::nodes(NODES), &mut |_| ())?;
        let value = solved.bounds.value()?;
        Some(if position.to_move() == self.player { value } else { value.for_opponent() })
    }

    /// Whether the player gets at least this, whatever anybody plays; false if that is too long to
    /// tell. Where positions come back nothing is certain before the end.
    pub(super) fn is_certain(&self, position: &P, least: Wdl) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![*position];
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            if let Some(outcome) = position.outcome() {
                if worth(outcome, self.player) < least {
                    return false;
                }
                continue;
            }
            if position.plies_left().is_none() || seen.len() > ENDS {
                return false;
            }
            moves.clear();
            position.legal_moves(&mut moves);
            let next = moves.iter().map(|&mv| position.after(mv));
            open.extend(next.filter(|&next| seen.insert(next)));
        }
        true
    }
}
