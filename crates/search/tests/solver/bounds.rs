//! What games say about positions without looking ahead is true.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Bounds, Game, Position, Solvable, Word};

use crate::plain::late_and_plain;
use crate::walks::game;

struct Check {
    count: u64,
    left: u16,
    /// In how many of a hundred positions something must be known, lest the bounds say nothing.
    percent: usize,
}

impl Visitor for Check {
    type Output = ();

    fn visit<G: Game>(self, word: Word<G>) {
        let mut told = 0;
        let mut seen = 0;
        for (_, plain) in late_and_plain(&word, self.count, self.left) {
            for (position, value) in plain.all() {
                let Bounds { low, high } = position.bounds();
                assert!(low <= value && value <= high, "{word} {position}: {value}, not {low} to {high}");
                told += usize::from(position.bounds() != Bounds::OPEN);
                seen += 1;
            }
        }
        assert!(told * 100 >= seen * self.percent, "{word}: {told} of {seen}");
    }
}

#[test]
fn bounds_are_true() {
    for (word, count, left, percent) in [
        ("staqs:size=3", 200, 19, 10),
        ("staqs:size=4", 400, 19, 30),
        ("staqs", 400, 21, 30),
        ("staqs:size=7", 60, 17, 30),
        ("staqs:placement=free", 150, 17, 20),
        ("staqs:placement=free,steps=all", 100, 13, 20),
        ("staqs:steps=all", 200, 15, 20),
        ("sight:size=4", 300, 10, 20),
        ("sight", 400, 11, 20),
        ("sight:tallest=fallback", 300, 11, 20),
        ("sight:size=7", 60, 10, 20),
    ] {
        with_game(word, Check { count, left, percent }).unwrap();
    }
}

/// So many plies are left, and no more.
#[test]
fn games_end_in_time() {
    struct Left;
    impl Visitor for Left {
        type Output = ();
        fn visit<G: Game>(self, word: Word<G>) {
            for seed in 0..50 {
                let game = game(&word, seed, 0);
                for (played, position) in game.iter().enumerate() {
                    let left = position.plies_left().unwrap();
                    assert!(game.len() - 1 - played <= left.into(), "{word} {position}");
                    assert!(position.outcome().is_some() || left > 0);
                }
            }
        }
    }
    for word in ["staqs", "staqs:placement=free", "staqs:size=3", "sight", "sight:size=3,tallest=fallback"] {
        with_game(word, Left).unwrap();
    }
}
