//! Tests of the basic bots.

use std::collections::BTreeSet;

use super::{pieces, start};
use crate::games::shared_tests::{self, greedy_choices};
use crate::{BasicBots, Position, SmallRng};

#[track_caller]
fn easy_choices(options: &str, board: &str, expected: &str) {
    let here = pieces(options, board, "w 0");
    let mut rng = SmallRng::seeded(1);
    let found: BTreeSet<String> =
        (0..400).filter_map(|_| here.easy_move(&mut rng)).map(|mv| mv.to_string()).collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn easy_moves_mobile_pieces_and_pins_others() {
    easy_choices("official", "a1w1.0 e5w l12b", "a1-a2 e5+b e5+w");
    easy_choices("official", "a1w1.0 a2b l12b", "a1xa2");
    // A piece that is blocked and has a white pin can only take a black one.
    easy_choices("pins=1", "a1w1.0 a2w l12b", "a1+b a2+b a2+w");
    // The piece in the corner cannot act, so the bot picks another one.
    easy_choices("pins=1", "a1w1.1 a2w b1w0.1 l12b", "a2+b a2+w b1-c1");
}

#[test]
fn easy_rests_when_the_game_is_over() {
    easy_choices("official", "a1w", "");
}

#[test]
fn greedy_captures_the_piece_with_the_most_pins() {
    let here = pieces("official", "c3w1.1 c4b3.0 d3b2.2 l12b9.9", "w 0");
    greedy_choices(&here, &["c3xd3"]);
    let here = pieces("official", "c3w1.1 c4b d3b l12b9.9", "w 0");
    greedy_choices(&here, &["c3xc4", "c3xd3"]);
}

#[test]
fn greedy_adds_the_pin_that_the_closest_pair_lacks() {
    // Three columns and no row apart: black pins.
    greedy_choices(&pieces("official", "c3w f3b a9w l12b", "w 0"), &["c3+b"]);
    // One row up, three columns on: the shorter distance first.
    greedy_choices(&pieces("official", "c3w f4b", "w 0"), &["c3+w"]);
    greedy_choices(&pieces("official", "c3w1.0 f4b", "w 0"), &["c3+b"]);
    // As many rows as columns: either.
    greedy_choices(&pieces("official", "c3w e5b", "w 0"), &["c3+b", "c3+w"]);
}

#[test]
fn greedy_leaves_pairs_that_no_pin_helps() {
    // The near enemy is four columns away, too far for two pins: a white pin helps against the other.
    greedy_choices(&pieces("pins=2", "c3w0.2 g3b c11b", "w 0"), &["c3+w"]);
    // The piece cannot take the pin for the shorter distance any more, but it can take the other.
    greedy_choices(&pieces("pins=2", "c3w2.0 f7b", "w 0"), &["c3+b"]);
}

#[test]
fn greedy_comes_nearer_when_no_pin_helps() {
    let here = pieces("pins=1", "c3w1.1 f8b", "w 0");
    greedy_choices(&here, &["c3-d4"]);
}

#[test]
fn greedy_keeps_to_the_pair_it_has_begun() {
    // Two pairs are equally close; one of them has its first pin.
    let board = "c3w0.1 e3b i9w k9b a12w";
    greedy_choices(&pieces("official", board, "w 0"), &["c3+b"]);
    // A closer pair comes before one that lacks less.
    greedy_choices(&pieces("official", "c3w0.2 f3b i9w j9b", "w 0"), &["i9+b"]);
}

/// The opponent's moves do not matter here: greedy inserts, inserts and captures, again and again.
#[test]
fn greedy_captures_on_every_third_turn_from_the_start() {
    for (seed, options) in (0..20).flat_map(|seed| [(seed, "official"), (seed, "seed")]) {
        let (mut here, mut rng) = (start(options), SmallRng::seeded(seed));
        let mut turns = String::new();
        for turn in 0..3 {
            let mv = here.greedy_move(&mut rng).unwrap();
            turns.push(mv.to_string().chars().find(|sign| "+-x".contains(*sign)).unwrap());
            here = here.after(mv);
            // Black inserts pins into a piece that captures nothing.
            if turn < 2 {
                here = shared_tests::after(&here, "j11+w");
            }
        }
        assert_eq!(turns, "++x", "{options} {seed}: {here}");
    }
}

#[test]
fn greedy_turns_corners_with_straight_walks() {
    let straight = |board: &str| pieces("walks=straight", board, "w 0");
    // Around a corner: first the pins, then a walk into the enemy's row or column, then the capture.
    greedy_choices(&straight("c3w d4b"), &["c3+b", "c3+w"]);
    greedy_choices(&straight("c3w1.0 d4b"), &["c3+b"]);
    greedy_choices(&straight("c3w1.1 d4b"), &["c3-c4", "c3-d3"]);
    greedy_choices(&straight("c4w1.1 d4b"), &["c4xd4"]);
    // In line: no pin of the other colour is needed.
    greedy_choices(&straight("c3w0.1 e3b"), &["c3+b"]);
}
