//! Positions to solve: from random games, near the end.

use cairn_rules::{BasicBots, Game, GameSpec, Position, RandomSource, Solvable};
use cairn_search::SearchDice;
use cairn_search::solver::{Solved, Solver, SolverSettings};
use cairn_search::{Limits, solver};

/// The positions of a game, the last one included. So many of four moves are greedy, all others
/// random.
pub(crate) fn game<G: Game>(word: &GameSpec<G>, seed: u64, greed: u32) -> Vec<G::Position> {
    /// No game lasts longer here.
    const LONGEST: usize = 400;
    let mut rng = SearchDice::seeded(seed);
    let mut scratch = Vec::new();
    let mut position = G::start(&word.options);
    let mut game = vec![position];
    while game.len() < LONGEST {
        let greedy = rng.below(4) < greed;
        let mv = if greedy {
            position.greedy_move(&mut rng, &mut scratch)
        } else {
            position.random_move(&mut rng, &mut scratch)
        };
        let Some(mv) = mv else { break };
        position.play_unchecked(mv);
        game.push(position);
    }
    game
}

/// A position of each of `count` random games, when no more than so many plies are left.
pub(crate) fn late<G: Game>(word: &GameSpec<G>, count: u64, left: u16) -> Vec<G::Position> {
    let is_late = |position: &G::Position| position.plies_left().is_some_and(|plies| plies <= left);
    (0..count).filter_map(|seed| game(word, seed, 0).into_iter().find(is_late)).collect()
}

pub(crate) fn small_solver<P: Solvable>() -> Solver<P> {
    Solver::new(SolverSettings { threads: 1, megabytes: 1 })
}

/// Solves a position that has no history.
pub(crate) fn solve<P: Solvable>(solver: &mut Solver<P>, position: &P, limits: &Limits) -> Solved<P> {
    solver.solve(position, &[], limits, &mut |_: &solver::SolverReport| ()).unwrap()
}
