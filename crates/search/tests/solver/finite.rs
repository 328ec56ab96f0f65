//! Games that must end: the solver finds the minimax value.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, Symmetric};
use cairn_search::Limits;
use cairn_search::solver::Wdl;

use crate::minimax::{MinimaxValues, late_with_values};
use crate::test_positions::{late, small_solver, solve};

/// Solves every reachable position, or only the canonical ones.
struct Everything {
    all_images: bool,
    /// The expected number of positions.
    count: usize,
}

impl Visitor for Everything {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let values = MinimaxValues::of(&G::start(&spec.options), usize::MAX).unwrap();
        let is_canonical = |position: &G::Position| position.canonical() == *position;
        let mut solver = small_solver();
        let mut count = 0;
        for (position, value) in
            values.all().filter(|(position, _)| self.all_images || is_canonical(position))
        {
            let solved = solve(&mut solver, position, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(value), "{spec} {position}");
            count += 1;
        }
        assert_eq!(count, self.count, "{spec}");
    }
}

#[test]
fn all_positions_of_the_smallest_boards() {
    for (spec, count) in [
        ("staqs:size=3", 7_025),
        ("staqs:size=3,steps=all", 7_400),
        ("sight:size=3", 47_353),
        ("sight:size=3,tallest=fallback", 47_641),
    ] {
        with_game(spec, Everything { all_images: true, count }).unwrap();
    }
}

/// The canonical positions stand for 154,085 and 373,103, which would take a minute.
#[test]
fn canonical_positions_of_the_smallest_boards_with_free_placement() {
    for (spec, count) in
        [("staqs:size=3,placement=free", 19_509), ("staqs:size=3,placement=free,steps=all", 47_165)]
    {
        with_game(spec, Everything { all_images: false, count }).unwrap();
    }
}

/// Solves positions near the end, and checks that the moves keep the proven value.
struct Late {
    count: u64,
    left: u16,
}

impl Visitor for Late {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let mut solver = small_solver();
        for (position, values) in late_with_values(&spec, self.count, self.left) {
            let value = values.value(&position);
            let solved = solve(&mut solver, &position, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(value), "{spec} {position}");
            let Some(best) = solved.best else {
                assert!(position.outcome().is_some(), "{spec} {position}");
                continue;
            };
            assert_eq!(values.value(&position.after(best)).for_opponent(), value, "{spec} {position} {best}");
            let all = solver.solve_moves(&position, &[], &Limits::default(), &mut |_| ()).unwrap();
            for one in &all.moves {
                let expected = values.value(&position.after(one.mv)).for_opponent();
                assert_eq!(one.bounds.value(), Some(expected), "{spec} {position} {}", one.mv);
            }
        }
    }
}

#[test]
fn thousands_of_late_positions() {
    for (spec, count, left) in [
        ("staqs:size=4", 700, 19),
        ("staqs", 700, 21),
        ("staqs:size=6", 100, 19),
        ("staqs:size=7", 100, 17),
        ("staqs:placement=free", 300, 17),
        ("staqs:size=4,placement=free", 300, 17),
        ("staqs:steps=all", 300, 15),
        ("sight:size=4", 700, 10),
        ("sight", 700, 11),
        ("sight:tallest=fallback", 300, 11),
        ("sight:size=8", 50, 9),
    ] {
        with_game(spec, Late { count, left }).unwrap();
    }
}

/// A game of best moves keeps its value to the end.
#[test]
fn best_moves_keep_the_value_to_the_end() {
    struct Hold(u16);
    impl Visitor for Hold {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut solver = small_solver();
            for mut position in late(&spec, 20, self.0) {
                let mut expected = None;
                while position.outcome().is_none() {
                    let solved = solve(&mut solver, &position, &Limits::default());
                    let value = solved.bounds.value().unwrap();
                    assert_eq!(expected.unwrap_or(value), value, "{spec} {position}");
                    position.play_unchecked(solved.best.unwrap());
                    expected = Some(value.for_opponent());
                }
                let end = crate::minimax::outcome(&position);
                assert_eq!(expected.or(end), end, "{spec} {position}");
            }
        }
    }
    for (spec, left) in [
        ("staqs", 35),
        ("staqs:placement=free", 23),
        ("staqs:size=6", 31),
        ("sight", 14),
        ("sight:size=6", 14),
    ] {
        with_game(spec, Hold(left)).unwrap();
    }
}

#[test]
fn small_boards_from_the_start() {
    struct Start(Wdl);
    impl Visitor for Start {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let solved = solve(&mut small_solver(), &G::start(&spec.options), &Limits::default());
            assert_eq!(solved.bounds.value(), Some(self.0), "{spec}");
        }
    }
    for (spec, value) in [
        ("staqs:size=3", Wdl::Win),
        ("staqs:size=4", Wdl::Draw),
        ("sight:size=3", Wdl::Win),
        ("sight:size=3,tallest=fallback", Wdl::Win),
        ("sight:size=4", Wdl::Loss),
        ("sight:size=4,tallest=fallback", Wdl::Loss),
    ] {
        with_game(spec, Start(value)).unwrap();
    }
}
