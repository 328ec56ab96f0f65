//! The static bounds of games are correct.

use std::collections::HashMap;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, Solvable, StaticBounds, WdlBounds};

use crate::minimax::late_with_values;
use crate::test_positions::game;

struct Check {
    count: u64,
    left: u16,
    /// The minimum percentage of positions for which the bounds must exclude a value.
    percent: usize,
}

impl Visitor for Check {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let mut bounded = 0;
        let mut total = 0;
        let mut by_key = HashMap::new();
        for (_, values) in late_with_values(&spec, self.count, self.left) {
            for (position, value) in values.all() {
                let StaticBounds { bounds, key } = position.static_bounds();
                let WdlBounds { low, high } = bounds;
                assert!(low <= value && value <= high, "{spec} {position}: {value}, not {low} to {high}");
                bounded += usize::from(bounds != WdlBounds::OPEN);
                total += 1;
                let same_key = by_key.entry(key).or_insert((value, position.to_move()));
                assert_eq!(
                    *same_key,
                    (value, position.to_move()),
                    "{spec} {position}: its value differs from that of its key"
                );
            }
        }
        assert!(bounded * 100 >= total * self.percent, "{spec}: {bounded} of {total}");
    }
}

#[test]
fn static_bounds_are_true() {
    for (spec, count, left, percent) in [
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
        with_game(spec, Check { count, left, percent }).unwrap();
    }
}

/// `plies_left` is an upper bound.
#[test]
fn games_end_in_time() {
    struct Left;
    impl Visitor for Left {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for seed in 0..50 {
                let game = game(&spec, seed, 0);
                for (played, position) in game.iter().enumerate() {
                    let left = position.plies_left().unwrap();
                    assert!(game.len() - 1 - played <= left.into(), "{spec} {position}");
                    assert!(position.outcome().is_some() || left > 0);
                }
            }
        }
    }
    for spec in ["staqs", "staqs:placement=free", "staqs:size=3", "sight", "sight:size=3,tallest=fallback"] {
        with_game(spec, Left).unwrap();
    }
}

/// The key ignores irrelevant details: the squares of immobile stacks, and unreachable discs.
#[test]
fn keys_omit_irrelevant_details() {
    struct Alike;
    impl Visitor for Alike {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let key = |text: &str| G::read_position(&spec.options, text).unwrap().static_bounds().key;
            let one = key("b2,1,w2,1,n/5/b2,n,n,n,w2/5/b2,b2,1,w2,w2 b 0/0");
            assert_eq!(one, key("b2,1,w2,2/5/b2,n,n,n,w2/5/b2,1,b2,w2,w2 b 0/0"));
            assert_ne!(one, key("b2,1,w2,2/5/b2,n,n,n,w2/5/b3,1,b2,w2,w2 b 0/0"), "heights matter");
            assert_ne!(one, key("b2,1,w2,2/5/1,b2,n,n,w2/5/b2,1,b2,w2,w2 b 0/0"), "places to step from do");
            assert_ne!(one, key("b2,1,w2,2/5/b2,n,n,n,w2/5/b2,1,b2,w2,w2 w 0/0"), "the turn does");
            // Heights of stuck stacks must not add up: 4 + 4 + 16 is 8 + 8 + 8.
            for player in [("b", "w"), ("w", "b")] {
                let stuck = |[a, b, c]: [u8; 3]| {
                    let (own, other) = player;
                    key(&format!("{own}{a},1,{own}{b},1,{own}{c}/5/{own}2,n,n,n,{other}2/5/5 b 0/0"))
                };
                assert_ne!(stuck([2, 2, 4]), stuck([3, 3, 3]));
                assert_ne!(stuck([3, 3, 5]), stuck([4, 4, 4]));
            }
        }
    }
    with_game("staqs", Alike).unwrap();
}

/// With discs in reserve, only the number of isolated discs matters.
#[test]
fn isolated_discs_are_interchangeable() {
    struct InReserve;
    impl Visitor for InReserve {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let key = |text: &str| G::read_position(&spec.options, text).unwrap().static_bounds().key;
            let one = key("n,1,w2,1,n/5/b2,n,n,n,w2/5/1,b2,1,w2,w2 b 2/0");
            assert_eq!(
                one,
                key("w2,1,n,1,n/5/b2,n,n,n,w2/5/1,b2,1,w2,w2 b 2/0"),
                "isolated discs are interchangeable"
            );
            assert_ne!(one, key("w2,4/5/b2,n,n,n,w2/5/1,b2,1,w2,w2 b 2/0"), "but they matter");
            assert_ne!(
                one,
                key("n,n,1,1,w2/5/b2,n,n,n,w2/5/1,b2,1,w2,w2 b 2/0"),
                "and so do their neighbours"
            );
            assert_ne!(one, key("n,1,w2,1,n/5/b2,n,n,n,w2/5/1,b2,1,w2,w2 b 1/0"), "reserves matter");
        }
    }
    with_game("staqs:placement=free", InReserve).unwrap();
}

/// Reserves count as turns: a player with discs left to place can answer the opponent.
#[test]
fn reserves_count_as_turns() {
    struct Turns;
    impl Visitor for Turns {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let bounds = |text: &str| {
                G::read_position(&spec.options, text).unwrap().static_bounds().bounds.to_string()
            };
            // White could walk over all six discs, but Blue covers two or three of them.
            assert_eq!(bounds("b8,4/5/w4,n,n,n,n/4,n/4,n w 3/0"), "loss");
            assert_eq!(bounds("b8,4/5/w4,n,n,n,n/4,n/4,n w 0/0"), "win");
        }
    }
    with_game("staqs:placement=free", Turns).unwrap();
}
