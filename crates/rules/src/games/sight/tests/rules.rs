//! One test for each sentence of RULES.md, named by its number.

use super::{position, start};
use crate::games::shared_tests::{self, after, moves, play_all, result};
use crate::games::{ALL, sight::Sight};
use crate::{Position, Present};

#[test]
fn every_rule_has_a_test() {
    shared_tests::rules_are_tested::<Sight>(include_str!("rules.rs"));
}

/// Lists the steps of the top piece of a lone stack on an otherwise empty board.
fn steps_from(size: u8, from: &str) -> String {
    let (column, row) = crate::grid::read_name(from).unwrap();
    let rows: Vec<String> = (0..size)
        .rev()
        .map(|at| {
            let cells = (0..size).map(|across| if (across, at) == (column, row) { "w2" } else { "1" });
            cells.collect::<Vec<_>>().join(",")
        })
        .collect();
    moves(&position(&format!("size={size}"), &format!("{} w", rows.join("/"))))
        .replace(&format!("{from}-"), "")
}

#[test]
fn rule_1_an_empty_board_of_five_by_five_points() {
    assert_eq!(start("official").to_string(), "5/5/5/5/5 w");
    assert_eq!(start("official").count_moves(), 25);
    assert_eq!(steps_from(5, "b3"), "a3 b2 b4 c3");
}

#[test]
fn rule_2_diagonals_where_the_sum_is_even() {
    assert_eq!(steps_from(5, "a1"), "a2 b1 b2");
    assert_eq!(steps_from(5, "a2"), "a1 a3 b2");
    assert_eq!(steps_from(5, "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    let stuck = position("official", "w1,4/1,w1,3/b2,w1,3/w2,b1,b2,2/b2,4 w");
    assert_eq!(result(&stuck), "second (no legal move)");
    // Sight extends from edge to edge: a1 sees e5.
    assert_eq!(after(&position("official", "4,w1/5/5/5/5 w"), "a1").to_string(), "4,w2/5/5/5/w1,4 b");
}

#[test]
fn rule_3_white_then_black_without_end_of_pieces() {
    let here = start("official");
    assert_eq!(here.scene().seats[here.to_move().index()].name, "White");
    let next = after(&here, "c3");
    assert_eq!(next.scene().seats[next.to_move().index()].name, "Black");
    let rich = position("official", "w150,4/5/w150,4/5/w150,4 w");
    assert_eq!(after(&rich, "a1-b1").to_string(), "w150,4/5/w150,4/5/w149,w1,3 b");
}

#[test]
fn rule_4_a_stack_is_two_or_more() {
    assert_eq!(moves(&position("size=3", "3/1,w1,1/2,b1 w")), "a1 a2 a3 b1 b3 c2 c3");
    assert_eq!(moves(&position("size=3", "3/w2,2/2,b1 w")), "a2-a1 a2-a3 a2-b2");
}

#[test]
fn rule_5_colours_never_mix() {
    assert!(!moves(&position("size=3", "3/1,w1,1/2,b1 w")).contains("c1"));
    assert!(!moves(&position("size=3", "3/w2,b1,1/3 w")).contains("b2"));
}

#[test]
fn rule_6_along_a_drawn_line_at_any_distance() {
    let here = position("official", "4,w1/w1,4/w1,4/5/4,w1 w");
    // a1 sees e1 across, a3 up and e5 along the diagonal; a4 stands behind a3.
    assert_eq!(after(&here, "a1").to_string(), "4,w2/w1,4/w2,4/5/w1,3,w2 b");
    // a2 has no diagonal, and only sees a3.
    assert_eq!(
        after(&position("official", "5/2,w1,2/w1,4/5/1,w1,3 w"), "a2").to_string(),
        "5/2,w1,2/w2,4/w1,4/1,w1,3 b"
    );
}

#[test]
fn rule_7_the_nearest_piece_hides_those_behind() {
    let here = position("official", "w1,4/b1,4/5/5/1,w1,w1,2 w");
    assert_eq!(after(&here, "a1").to_string(), "w1,4/b1,4/5/5/w1,w2,w1,2 b");
}

#[test]
fn rule_8_place_only_without_a_stack() {
    let here = position("official", "5/1,w2,3/2,w1,2/2,b1,b1,1/5 b");
    assert_eq!(here.count_moves(), 21);
    assert!(moves(&here).split(' ').all(|mv| !mv.contains('-')));
}

#[test]
fn rule_9_move_the_top_of_a_tallest_stack_one_step() {
    let here = position("official", "1,w2,2,b3/1,w2,3/1,w3,w1,2/2,b1,b1,1/1,b3,3 w");
    assert_eq!(moves(&here), "b3-a3 b3-b2");
    let two = position("size=3", "w2,2/3/2,w2 w");
    assert_eq!(moves(&two), "a3-a2 a3-b2 a3-b3 c1-b1 c1-b2 c1-c2");
}

#[test]
fn rule_10_the_stack_loses_a_piece() {
    let here = position("official", "5/1,w2,3/2,w1,2/2,b1,b1,1/5 w");
    assert_eq!(after(&here, "b4-c4").to_string(), "5/1,w1,w1,2/2,w2,2/2,b1,b1,1/5 b");
}

#[test]
fn rule_11_the_piece_stands_alone() {
    assert_eq!(after(&start("size=3"), "b2").to_string(), "3/1,w1,1/3 b");
    assert_eq!(after(&position("size=3", "3/1,w7,1/3 w"), "b2-c3").to_string(), "2,w1/1,w6,1/3 b");
}

#[test]
fn rule_12_placing_makes_friends_in_sight_grow() {
    let here = position("official", "5/1,w2,3/2,w1,2/2,b1,b1,1/5 b");
    assert_eq!(after(&here, "d4").to_string(), "5/1,w2,1,b1,1/2,w1,2/2,b1,b2,1/5 w");
}

#[test]
fn rule_13_moving_makes_friends_in_sight_grow_but_not_its_own_stack() {
    let here = position("official", "1,w2,2,b3/1,w2,3/1,w3,w1,2/2,b1,b1,1/1,b3,3 w");
    assert_eq!(after(&here, "b3-b2").to_string(), "1,w2,2,b3/1,w2,3/1,w2,w2,2/1,w1,b1,b1,1/1,b3,3 b");
    assert_eq!(after(&here, "b3-a3").to_string(), "1,w2,2,b3/1,w3,3/w1,w2,w1,2/2,b1,b1,1/1,b3,3 b");
}

#[test]
fn rule_14_the_stack_it_left_still_hides_what_is_behind() {
    let here = position("official", "5/5/5/5/w1,w2,3 w");
    assert_eq!(after(&here, "b1-c1").to_string(), "5/5/5/5/w1,w1,w1,2 b");
}

#[test]
fn rule_15_enemies_never_change() {
    let here = position("size=3", "b1,b2,b1/b3,1,b1/b1,w2,b4 w");
    assert_eq!(after(&here, "b1-b2").to_string(), "b1,b2,b1/b3,w1,b1/b1,w1,b4 b");
}

#[test]
fn rule_16_who_cannot_act_loses() {
    let here = position("official", "5/2,b2,2/b1,b1,b2,b1,w1/b2,w2,w1,b1,w1/b1,w2,w1,w2,w1 w");
    assert_eq!(result(&here), "second (no legal move)");
    assert_eq!(result(&position("size=3", "3/b1,b1,1/w2,b1,1 w")), "second (no legal move)");
    assert_eq!(result(&position("size=3", "3/w1,w1,1/b2,w1,1 b")), "first (no legal move)");
}

#[test]
fn rule_17_a_full_board_loses_and_nothing_draws() {
    assert_eq!(result(&position("size=3", "w1,b1,w1/b1,w1,b1/w1,b1,w1 b")), "first (no legal move)");
    assert_eq!(result(&position("size=3", "w1,b1,w1/b1,w1,b1/w1,b1,w1 w")), "second (no legal move)");
    let info = ALL.iter().find(|info| info.id == "sight").unwrap();
    assert!(!info.draws);
}

#[test]
fn rule_18_sizes_from_three_to_nine() {
    for size in 3..=9u64 {
        assert_eq!(start(&format!("size={size}")).count_moves(), size * size);
    }
    assert_eq!(steps_from(4, "d1"), "c1 d2");
    assert_eq!(steps_from(4, "d4"), "c3 c4 d3");
    assert_eq!(steps_from(9, "i9"), "h8 h9 i8");
    let far = play_all(start("size=9"), "a1 b1 i9");
    assert_eq!(far.to_string(), "8,w1/9/9/9/9/9/9/9/w2,b1,7 b");
}

const STUCK: &str = "5/3,b1,1/2,b2,w1,w2/3,w1,w3/b1,3,b2 w";

#[test]
fn rule_19_strict_loses_when_the_tallest_are_stuck() {
    assert_eq!(result(&position("official", STUCK)), "second (no legal move)");
    assert_eq!(result(&position("tallest=strict", STUCK)), "second (no legal move)");
}

#[test]
fn rule_20_fallback_moves_the_tallest_that_can() {
    let here = position("tallest=fallback", STUCK);
    assert_eq!(moves(&here), "e3-e4");
    assert_eq!(after(&here, "e3-e4").to_string(), "5/3,b1,w1/2,b2,w1,w1/3,w1,w3/b1,3,b2 b");
    // No stack can move: single pieces do not move, and placing is forbidden.
    let stuck = position("size=3,tallest=fallback", "3/b1,b1,1/w2,b1,w1 w");
    assert_eq!(result(&stuck), "second (no legal move)");
}

#[test]
fn rule_21_standard_is_the_default() {
    shared_tests::preset_is::<Sight>("standard", "");
    assert_eq!(start("official"), start("standard"));
}

#[test]
fn rule_22_the_preset_classic() {
    shared_tests::preset_is::<Sight>("classic", "");
}

/// With tallest=strict a lower stack may be free: the verdict explains why it does not count.
#[test]
fn a_free_lower_stack_is_explained() {
    let verdict =
        |options: &str, text: &str| position(options, text).scene().verdict.map(|said| said.to_string());

    assert_eq!(
        verdict("official", "5/3,b1,1/2,b2,w1,w2/3,w1,w3/b1,3,b2 w").as_deref(),
        Some("White's tallest stack is blocked, and only the tallest may move: Black wins")
    );

    // The player has no legal move.
    assert_eq!(verdict("official", "w1,4/1,w1,3/b2,w1,3/w2,b1,b2,2/b2,4 w"), None);
}
