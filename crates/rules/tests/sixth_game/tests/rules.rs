//! One test for each sentence of RULES.md, named by its number.

use super::position;
use crate::games::shared_tests::{self, after, moves, result};
use crate::{Game, GameSpec, Player, Position};

type Tump = super::Tump;

#[test]
fn every_rule_has_a_test() {
    shared_tests::rules_are_tested::<Tump>(include_str!("rules.rs"));
}

#[test]
fn rule_1_an_empty_board_of_four_by_four() {
    assert_eq!(Tump::start(&super::super::TumpOptions::default()).to_string(), "4/4/4/4 w");
}

#[test]
fn rule_2_white_then_black() {
    let here = position("size=2", "2/2 w");
    assert_eq!((here.to_move(), after(&here, "a1").to_move()), (Player::FIRST, Player::SECOND));
}

#[test]
fn rule_3_a_single_piece_is_a_stack_of_one() {
    assert_eq!(after(&position("size=2", "2/2 w"), "a1").to_string(), "2/w1,1 b");
}

#[test]
fn rule_4_the_top_piece_owns_the_stack() {
    let here = after(&position("size=2", "w1,b1/2 w"), "a2-b2");
    let stack = here.stack_on("b2".parse().unwrap()).unwrap();
    assert_eq!((stack.owner(), stack.height()), (Player::FIRST, 2));
}

#[test]
fn rule_5_place_on_an_empty_square_or_climb() {
    assert_eq!(moves(&position("size=2", "w1,b1/2 w")), "a1 a2-b2 b1");
}

#[test]
fn rule_6_climb_onto_any_stack_next_to_it() {
    assert_eq!(moves(&position("size=2", "w1,b1/w1,b1 w")), "a1-a2 a1-b1 a2-a1 a2-b2");
}

#[test]
fn rule_7_the_climbing_pieces_are_on_top() {
    let here = after(&position("size=2,goal=9", "w2,b1/w1,1 b"), "b2-a2");
    assert_eq!(here.to_string(), "bw2,1/w1,1 w");
    assert_eq!(after(&here, "a1-a2").to_string(), "wbw2,1/2 b");
}

#[test]
fn rule_8_the_majority_in_a_stack_of_four_wins() {
    for (start, winner) in [
        ("w2,b2/2 b", "second (high enough)"),
        ("w3,b1/2 b", "first (high enough)"),
        ("w1,bwb/2 b", "second (high enough)"),
        ("w2,bw/2 b", "first (high enough)"),
        ("w1,bw/2 b", "none"),
    ] {
        assert_eq!(result(&after(&position("size=2", start), "b2-a2")), winner, "{start}");
    }
}

#[test]
fn rule_9_without_a_turn_you_lose() {
    assert_eq!(result(&position("size=2", "w1,w1/w1,w1 b")), "first (no legal move)");
}

#[test]
fn rule_10_sizes_from_two_to_six() {
    for size in 2..=6u64 {
        let spec: GameSpec<Tump> = format!("tump:size={size}").parse().unwrap();
        assert_eq!(Tump::start(&spec.options).count_moves(), size * size);
    }
}

#[test]
fn rule_11_the_goal() {
    assert_eq!(result(&after(&position("size=2,goal=3", "w1,b2/2 b"), "b2-a2")), "second (high enough)");
    assert_eq!(result(&after(&position("size=2,goal=9", "w2,b2/2 b"), "b2-a2")), "none");
}
