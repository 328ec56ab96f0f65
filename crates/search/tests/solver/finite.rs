//! Games that must end: the solver finds what plain minimax finds.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, Symmetric};
use cairn_search::Limits;
use cairn_search::solver::Wdl;

use crate::plain::{Plain, late_and_plain};
use crate::walks::{late, small_solver, solve};

/// Solves every position that can come about, or one of those that are images of each other.
struct Everything {
    images: bool,
    /// So many positions are solved.
    count: usize,
}

impl Visitor for Everything {
    type Output = ();

    fn visit<G: Game>(self, word: GameSpec<G>) {
        let plain = Plain::of(&G::start(&word.options), usize::MAX).unwrap();
        let is_first = |position: &G::Position| position.canonical() == *position;
        let mut solver = small_solver();
        let mut count = 0;
        for (position, value) in plain.all().filter(|(position, _)| self.images || is_first(position)) {
            let solved = solve(&mut solver, position, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(value), "{word} {position}");
            count += 1;
        }
        assert_eq!(count, self.count, "{word}");
    }
}

#[test]
fn all_of_the_smallest_boards() {
    for (word, count) in [
        ("staqs:size=3", 7_025),
        ("staqs:size=3,steps=all", 7_400),
        ("sight:size=3", 47_353),
        ("sight:size=3,tallest=fallback", 47_641),
    ] {
        with_game(word, Everything { images: true, count }).unwrap();
    }
}

/// They stand for 154,085 and 373,103 positions, which would take a minute.
#[test]
fn all_of_the_smallest_boards_with_free_placement_but_for_images() {
    for (word, count) in
        [("staqs:size=3,placement=free", 19_509), ("staqs:size=3,placement=free,steps=all", 47_165)]
    {
        with_game(word, Everything { images: false, count }).unwrap();
    }
}

/// Solves positions near the end, and looks at the moves: they hold what was promised.
struct Late {
    count: u64,
    left: u16,
}

impl Visitor for Late {
    type Output = ();

    fn visit<G: Game>(self, word: GameSpec<G>) {
        let mut solver = small_solver();
        for (position, plain) in late_and_plain(&word, self.count, self.left) {
            let value = plain.value(&position);
            let solved = solve(&mut solver, &position, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(value), "{word} {position}");
            let Some(best) = solved.best else {
                assert!(position.outcome().is_some(), "{word} {position}");
                continue;
            };
            assert_eq!(plain.value(&position.after(best)).for_opponent(), value, "{word} {position} {best}");
            let all = solver.solve_moves(&position, &[], &Limits::default(), &mut |_| ()).unwrap();
            for one in &all.moves {
                let expected = plain.value(&position.after(one.mv)).for_opponent();
                assert_eq!(one.bounds.value(), Some(expected), "{word} {position} {}", one.mv);
            }
        }
    }
}

#[test]
fn thousands_of_late_positions() {
    for (word, count, left) in [
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
        with_game(word, Late { count, left }).unwrap();
    }
}

/// Along a game of best moves nothing is lost, seen from both sides.
#[test]
fn values_are_held_to_the_end() {
    struct Hold(u16);
    impl Visitor for Hold {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let mut solver = small_solver();
            for mut position in late(&word, 20, self.0) {
                let mut expected = None;
                while position.outcome().is_none() {
                    let solved = solve(&mut solver, &position, &Limits::default());
                    let value = solved.bounds.value().unwrap();
                    assert_eq!(expected.unwrap_or(value), value, "{word} {position}");
                    position.play_unchecked(solved.best.unwrap());
                    expected = Some(value.for_opponent());
                }
                let end = crate::plain::outcome(&position);
                assert_eq!(expected.or(end), end, "{word} {position}");
            }
        }
    }
    for (word, left) in [
        ("staqs", 35),
        ("staqs:placement=free", 23),
        ("staqs:size=6", 31),
        ("sight", 14),
        ("sight:size=6", 14),
    ] {
        with_game(word, Hold(left)).unwrap();
    }
}

#[test]
fn small_boards_from_the_start() {
    struct Start(Wdl);
    impl Visitor for Start {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let solved = solve(&mut small_solver(), &G::start(&word.options), &Limits::default());
            assert_eq!(solved.bounds.value(), Some(self.0), "{word}");
        }
    }
    for (word, value) in [
        ("staqs:size=3", Wdl::Win),
        ("staqs:size=4", Wdl::Draw),
        ("sight:size=3", Wdl::Win),
        ("sight:size=3,tallest=fallback", Wdl::Win),
        ("sight:size=4", Wdl::Loss),
        ("sight:size=4,tallest=fallback", Wdl::Loss),
    ] {
        with_game(word, Start(value)).unwrap();
    }
}
