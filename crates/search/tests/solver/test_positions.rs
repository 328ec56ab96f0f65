//! Test positions from random games, near the end.

use cairn_rules::{Game, GameSpec, SmallRng, Solvable};
use cairn_search::solver::{Solved, Solver, SolverSettings};
use cairn_search::{Limits, solver};

use crate::random_game::random_game;

/// Returns the positions of the game of a seed, the last one included.
pub(crate) fn game<G: Game>(spec: &GameSpec<G>, seed: u64, greed: u32) -> Vec<G::Position> {
    random_game(spec, &mut SmallRng::seeded(seed), greed)
}

/// Returns the first position with at most `left` plies left from each of `count` random games.
pub(crate) fn late<G: Game>(spec: &GameSpec<G>, count: u64, left: u16) -> Vec<G::Position> {
    let is_late = |position: &G::Position| position.plies_left().is_some_and(|plies| plies <= left);
    (0..count).filter_map(|seed| game(spec, seed, 0).into_iter().find(is_late)).collect()
}

pub(crate) fn small_solver<P: Solvable>() -> Solver<P> {
    Solver::new(SolverSettings { threads: 1, hash_mib: 1 }).unwrap()
}

/// Solves a position without history.
pub(crate) fn solve<P: Solvable>(solver: &mut Solver<P>, position: &P, limits: &Limits) -> Solved<P> {
    solver.solve(position, &[], limits, &mut |_: &solver::SolverReport| ()).unwrap()
}
