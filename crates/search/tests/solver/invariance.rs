//! Threads, table size and symmetries do not affect values, and the solver respects its limits.

use cairn_rules::games::staqs::Staqs;
use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, Symmetric};
use cairn_search::Limits;
use cairn_search::solver::{Solver, SolverSettings, Wdl, WdlBounds};

use crate::test_positions::{late, small_solver, solve};

/// Specs, with the plies left when positions are solved.
const SPECS: [(&str, u16); 4] =
    [("staqs", 29), ("staqs:placement=free", 21), ("sight", 14), ("sight:tallest=fallback", 14)];

#[test]
fn threads_and_table_size_do_not_matter() {
    struct Check(u16);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let with = |threads, hash_mib| Solver::new(SolverSettings { threads, hash_mib }).unwrap();
            let mut solvers = [with(1, 16), with(2, 16), with(3, 1), with(1, 0), with(2, 0)];
            for position in late(&spec, 30, self.0) {
                let values: Vec<_> = solvers
                    .iter_mut()
                    .map(|solver| solve(solver, &position, &Limits::default()).bounds.value())
                    .collect();
                assert!(
                    values[0].is_some() && values.iter().all(|&value| value == values[0]),
                    "{spec} {position}"
                );
            }
        }
    }
    for (spec, left) in SPECS {
        with_game(spec, Check(left)).unwrap();
    }
}

#[test]
fn symmetric_positions_have_the_same_value() {
    struct Check(u16);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for position in late(&spec, 40, self.0) {
                let value =
                    |image: &G::Position| solve(&mut small_solver(), image, &Limits::default()).bounds;
                let expected = value(&position);
                for symmetry in 1..position.symmetries() {
                    assert_eq!(value(&position.transformed(symmetry)), expected, "{spec} {position}");
                }
            }
        }
    }
    for (spec, left) in SPECS {
        with_game(spec, Check(left)).unwrap();
    }
}

#[test]
fn limits_are_kept_and_unsolved_positions_stay_open() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let start = G::start(&spec.options);
            for nodes in [1, 100, 5_000] {
                let solved = solve(&mut small_solver(), &start, &Limits::nodes(nodes));
                assert_eq!((solved.bounds, solved.best), (WdlBounds::OPEN, None), "{spec}");
                assert_eq!(solved.nodes, nodes, "{spec}");
            }
        }
    }
    for spec in ["staqs", "sight:size=7", "stac", "stacks", "stlts"] {
        with_game(spec, Check).unwrap();
    }
}

#[test]
fn more_than_two_players_are_refused() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let start = G::start(&spec.options);
            assert!(small_solver().solve(&start, &[], &Limits::default(), &mut |_| ()).is_none());
            assert!(small_solver().solve_moves(&start, &[], &Limits::default(), &mut |_| ()).is_none());
        }
    }
    with_game("staqs:players=3", Check).unwrap();
}

/// A wrong oracle contradicts values that were proven without it.
#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "two proofs contradict each other"))]
fn contradictions_are_reported() {
    let spec = GameSpec::<Staqs>::read_options(Some("size=3")).unwrap();
    let start = Staqs::start(&spec.options);
    let mut solver = small_solver();
    let solved = solve(&mut solver, &start, &Limits::default());
    assert_eq!((solved.bounds.value(), solved.contradictions), (Some(Wdl::Win), 0));
    solver.set_oracle(Box::new(|_| Some(Wdl::Win)));
    assert!(solve(&mut solver, &start, &Limits::default()).contradictions > 0);
}

/// The solver trusts the oracle near the root, also after `clear`.
#[test]
fn oracles_are_queried() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let start = G::start(&spec.options);
            let mut solver = small_solver();
            solver.set_oracle(Box::new(|position: &G::Position| {
                (position.to_string().matches('n').count() < 24).then_some(Wdl::Draw)
            }));
            let solved = solve(&mut solver, &start, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(Wdl::Draw));
            assert!(solved.nodes < 100, "{spec}");
            let after = start.after(solved.best.unwrap());
            let moves = solver.solve_moves(&after, &[], &Limits::default(), &mut |_| ()).unwrap();
            assert!(moves.moves.iter().all(|proven| proven.bounds.value() == Some(Wdl::Draw)));
            assert_eq!(moves.nodes, 0, "{spec}: all of them are known");
            // Clearing empties the tables but keeps the oracle.
            solver.clear();
            let solved = solve(&mut solver, &start, &Limits::nodes(1_000));
            assert_eq!(solved.bounds.value(), Some(Wdl::Draw));
            let solved = solve(&mut small_solver(), &start, &Limits::nodes(1_000));
            assert_eq!(solved.bounds, WdlBounds::OPEN);
        }
    }
    with_game("staqs", Check).unwrap();
}
