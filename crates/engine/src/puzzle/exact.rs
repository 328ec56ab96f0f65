//! Exact values for one player, from the solver.

use std::collections::HashSet;

use cairn_rules::{Player, Solvable, Wdl};
use cairn_search::solver::{Solver, SolverSettings};
use cairn_search::{Limits, OutOfMemory};

use crate::solution::value_for;

/// Node limit of the solver for one position of a puzzle.
const NODES: u64 = 5_000_000;
/// Size of the solver's proof table.
const MEGABYTES: usize = 16;
/// The node limit of the check that every continuation is good.
const MAX_REACHABLE: usize = 20_000;

/// Exact values for one player of a two-player game.
pub(super) struct ExactValues<P> {
    player: Player,
    solver: Solver<P>,
}

impl<P: Solvable> ExactValues<P> {
    pub(super) fn new(player: Player) -> Result<Self, OutOfMemory> {
        let solver = Solver::new(SolverSettings { threads: 1, hash_mib: MEGABYTES })?;
        Ok(Self { player, solver })
    }

    /// Returns the value of a position for the player; `None` if it takes too long to solve.
    pub(super) fn value(&mut self, position: &P) -> Option<Wdl> {
        let solved = self.solver.solve(position, &[], &Limits::nodes(NODES), &mut |_| ())?;
        let value = solved.bounds.value()?;
        Some(if position.to_move() == self.player { value } else { value.for_opponent() })
    }

    /// Returns whether the player gets at least `least` under any play of both sides; `false` if that takes too long to
    /// decide, and in games in which positions can repeat.
    pub(super) fn is_certain(&self, position: &P, least: Wdl) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![*position];
        while let Some(position) = open.pop() {
            if let Some(outcome) = position.outcome() {
                if value_for(outcome, self.player) < least {
                    return false;
                }
                continue;
            }
            if position.plies_left().is_none() || seen.len() > MAX_REACHABLE {
                return false;
            }
            let next = position.moves().into_iter().map(|mv| position.after(mv));
            open.extend(next.filter(|&next| seen.insert(next)));
        }
        true
    }
}
