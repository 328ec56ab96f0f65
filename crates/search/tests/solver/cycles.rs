//! Games in which positions can repeat: no proven value depends on the path.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::solver::{Wdl, WdlBounds};
use cairn_search::{Limits, Score, minimax};

use crate::graph;
use crate::test_positions::{game, small_solver, solve};

#[test]
fn toy_graphs() {
    for (text, value) in [
        // The second player returns forever rather than lose.
        ("[1 L] [0 W]", Wdl::Draw),
        // The first player need not return...
        ("[1] [2] [0 3] [4] [W]", Wdl::Win),
        // ...but the second one can.
        ("[1] [2 0] [0 3] [4] [W]", Wdl::Draw),
        ("[1] [2 3] [1 L] [0 L]", Wdl::Loss),
        ("[1] [0]", Wdl::Draw),
        ("[1 D] [0 L]", Wdl::Draw),
    ] {
        let position = graph::read(text.trim());
        let expected = position.values()[0].1;
        let solved = solve(&mut small_solver(), &position, &Limits::default());
        assert_eq!(solved.bounds.value(), Some(expected), "{position}");
        assert_eq!(expected, value, "{position}");
    }
}

/// One solver solves all positions of a graph, so that its table is used across them.
#[test]
fn random_graphs() {
    for seed in 0..3_000 {
        let graph = graph::random(seed, 3 + seed as u32 % 9);
        let mut solver = small_solver();
        for (position, value) in graph.values() {
            let solved = solve(&mut solver, &position, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(value), "{position}");
            let best = position.after(solved.best.unwrap());
            let after = crate::minimax::outcome(&best)
                .unwrap_or_else(|| solve(&mut solver, &best, &Limits::default()).bounds.value().unwrap());
            assert_eq!(after.for_opponent(), value, "{position}");
        }
    }
}

/// The third occurrence of a position is a draw, in this game and no other.
#[test]
fn history_counts_and_does_not_leak() {
    let position = graph::read("[1] [2] [W]");
    let mut solver = small_solver();
    let next = position.after(graph::Place::Open(1));
    let value = |solver: &mut cairn_search::solver::Solver<_>, history: &[graph::Graph]| {
        solver.solve(&position, history, &Limits::default(), &mut |_| ()).unwrap().bounds.value()
    };
    assert_eq!(value(&mut solver, &[next, next]), Some(Wdl::Draw));
    assert_eq!(value(&mut solver, &[next]), Some(Wdl::Win));
    assert_eq!(value(&mut solver, &[next, next]), Some(Wdl::Draw));
}

/// Forced wins that minimax finds are proven, and nothing is proven that it contradicts.
#[test]
fn short_wins_in_every_game() {
    struct Check {
        count: u64,
        depth: u32,
        greed: u32,
        /// At least this many positions must be decided.
        decided: u64,
    }
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut decided = 0;
            let mut solver = small_solver();
            for seed in 0..self.count {
                let game = game(&spec, seed, self.greed);
                let plies = 1 + seed as usize % 4;
                let (history, rest) = game.split_at(game.len().saturating_sub(1 + plies));
                let position = rest[0];
                let expected = match minimax::value(&position, history, self.depth) {
                    Score::WinIn(_) => Some(Wdl::Win),
                    Score::LossIn(_) => Some(Wdl::Loss),
                    _ => None,
                };
                let limits = Limits::depth(self.depth);
                let solved = solver.solve(&position, history, &limits, &mut |_| ()).unwrap();
                let Some(value) = expected else { continue };
                decided += 1;
                assert_eq!(solved.bounds, WdlBounds::exactly(value), "{spec} {position}");
            }
            assert!(decided >= self.decided, "{spec}: {decided}");
        }
    }
    for (spec, count, depth, greed, decided) in [
        ("stac", 100, 3, 0, 20),
        ("stac:quiet=20", 40, 3, 0, 1),
        ("stacks", 4, 2, 0, 1),
        ("stlts", 20, 2, 2, 1),
    ] {
        with_game(spec, Check { count, depth, greed, decided }).unwrap();
    }
}
