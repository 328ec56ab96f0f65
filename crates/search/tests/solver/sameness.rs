//! Threads, memory and mirrors change nothing, and limits are kept.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, Symmetric};
use cairn_search::Limits;
use cairn_search::solver::{Solver, SolverSettings, Wdl, WdlBounds};

use crate::walks::{late, small_solver, solve};

/// Words, and how few plies are left when positions are solved.
const WORDS: [(&str, u16); 4] =
    [("staqs", 29), ("staqs:placement=free", 21), ("sight", 14), ("sight:tallest=fallback", 14)];

#[test]
fn threads_and_memory_do_not_matter() {
    struct Check(u16);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let with = |threads, megabytes| Solver::new(SolverSettings { threads, megabytes });
            let mut solvers = [with(1, 16), with(2, 16), with(3, 1), with(1, 0), with(2, 0)];
            for position in late(&word, 30, self.0) {
                let values: Vec<_> = solvers
                    .iter_mut()
                    .map(|solver| solve(solver, &position, &Limits::default()).bounds.value())
                    .collect();
                assert!(
                    values[0].is_some() && values.iter().all(|&value| value == values[0]),
                    "{word} {position}"
                );
            }
        }
    }
    for (word, left) in WORDS {
        with_game(word, Check(left)).unwrap();
    }
}

#[test]
fn images_are_worth_the_same() {
    struct Check(u16);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            for position in late(&word, 40, self.0) {
                let value =
                    |image: &G::Position| solve(&mut small_solver(), image, &Limits::default()).bounds;
                let expected = value(&position);
                for symmetry in 1..position.symmetries() {
                    assert_eq!(value(&position.transformed(symmetry)), expected, "{word} {position}");
                }
            }
        }
    }
    for (word, left) in WORDS {
        with_game(word, Check(left)).unwrap();
    }
}

#[test]
fn limits_are_kept_and_what_is_left_open_is_said() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let start = G::start(&word.options);
            for nodes in [1, 100, 5_000] {
                let solved = solve(&mut small_solver(), &start, &Limits::nodes(nodes));
                assert_eq!((solved.bounds, solved.best), (WdlBounds::OPEN, None), "{word}");
                assert_eq!(solved.nodes, nodes, "{word}");
            }
        }
    }
    for word in ["staqs", "sight:size=7", "stac", "stacks", "stlts"] {
        with_game(word, Check).unwrap();
    }
}

#[test]
fn more_than_two_players_are_refused() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let start = G::start(&word.options);
            assert!(small_solver().solve(&start, &[], &Limits::default(), &mut |_| ()).is_none());
            assert!(small_solver().solve_moves(&start, &[], &Limits::default(), &mut |_| ()).is_none());
        }
    }
    with_game("staqs:players=3", Check).unwrap();
}

/// An oracle is believed near the root, and forgotten when it should be.
#[test]
fn oracles_are_asked() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let start = G::start(&word.options);
            let mut solver = small_solver();
            solver.consult(Box::new(|position: &G::Position| {
                (position.to_string().matches('n').count() < 24).then_some(Wdl::Draw)
            }));
            let solved = solve(&mut solver, &start, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(Wdl::Draw));
            assert!(solved.nodes < 100, "{word}");
            let after = start.after(solved.best.unwrap());
            let moves = solver.solve_moves(&after, &[], &Limits::default(), &mut |_| ()).unwrap();
            assert!(moves.moves.iter().all(|proven| proven.bounds.value() == Some(Wdl::Draw)));
            assert_eq!(moves.nodes, 0, "{word}: all of them are known");
            solver.forget();
            let solved = solve(&mut solver, &start, &Limits::nodes(1_000));
            assert_eq!(solved.bounds, WdlBounds::OPEN);
        }
    }
    with_game("staqs", Check).unwrap();
}
