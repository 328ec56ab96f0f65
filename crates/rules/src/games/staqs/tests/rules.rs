//! One test for each sentence of RULES.md, named by its number.

use super::{position, start};
use crate::games::shared_tests::{self, after, moves, result};
use crate::{Position, Present, games::staqs::Staqs};

#[test]
fn every_rule_has_a_test() {
    shared_tests::rules_are_tested::<Staqs>(include_str!("rules.rs"));
}

#[test]
fn rule_1_the_board_is_five_by_five_with_a_neutral_disc_each() {
    assert_eq!(start("official").to_string(), "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n b 4/4");
}

#[test]
fn rule_2_blue_then_white() {
    let here = start("official");
    assert_eq!(here.scene().seats[here.to_move().index()].name, "Blue");
    let next = after(&here, "c3");
    assert_eq!(next.scene().seats[next.to_move().index()].name, "White");
}

#[test]
fn rule_3_four_discs_in_reserve() {
    assert!(start("official").to_string().ends_with(" 4/4"));
}

#[test]
fn rule_4_place_on_an_uncovered_neutral_disc() {
    let here = position("size=3,placement=free", "n,1,b2/w3,2/2,n b 2/2");
    assert_eq!(moves(&here), "a3 c1");
}

#[test]
fn rule_5_the_stack_has_height_two() {
    assert_eq!(after(&start("size=3"), "b2").to_string(), "n,n,n/n,b2,n/n,n,n w 3/4");
}

#[test]
fn rule_6_all_place_before_anything_steps() {
    let here = shared_tests::play_all(start("official"), "a1 e5 a2 e4 a3 e3 a4");
    assert!(moves(&here).split(' ').all(|mv| !mv.contains('-')));
    assert!(moves(&after(&here, "e2")).split(' ').all(|mv| mv.contains('-')));
}

#[test]
fn rule_7_reserves_without_a_neutral_disc_are_forfeited() {
    let here = shared_tests::play_all(start("size=3,players=3"), "a1 a2 a3 b1 b2 b3 c1 c2 c3");
    assert!(here.to_string().ends_with(" b 1/1/1"));
    assert_eq!(result(&here), "draw (tallest stack)");
}

#[test]
fn rule_8_step_one_square_onto_a_neutral_disc() {
    assert_eq!(moves(&position("size=4", "n,n,n,n/n,b2,n,n/n,w2,n,n/n,n,n,n b 0/0")), "b3-a3 b3-b4 b3-c3");
}

#[test]
fn rule_9_the_stack_grows_by_one() {
    let here = position("size=3", "n,n,n/n,b4,n/w2,n,n b 0/0");
    assert_eq!(after(&here, "b2-c2").to_string(), "n,n,n/n,1,b5/w2,n,n w 0/0");
}

#[test]
fn rule_10_the_square_it_left_stays_empty() {
    let here = position("size=3", "n,n,n/n,b4,n/w2,n,n b 0/0");
    let here = shared_tests::play_all(here, "b2-c2 a1-b1 c2-c3");
    assert_eq!(here.to_string(), "n,n,b6/n,2/1,w3,n w 0/0");
    assert!(!moves(&here).contains("-b2"));
}

#[test]
fn rule_11_nothing_enters_an_empty_square_or_a_stack() {
    let here = position("size=3", "n,n,n/b2,b2,w2/1,n,n b 0/0");
    assert_eq!(moves(&here), "a2-a3 b2-b1 b2-b3");
}

#[test]
fn rule_12_pass_when_and_only_when_nothing_else_is_possible() {
    let here = position("size=3", "b2,1,n/1,1,n/3 b 0/0");
    assert_eq!(result(&here), "first (tallest stack)");
    let here = position("size=3", "b2,1,w2/2,n/3 b 0/0");
    assert_eq!(moves(&here), "pass");
    assert_eq!(moves(&after(&here, "pass")), "c3-c2");
}

#[test]
fn rule_13_over_when_nobody_can_act() {
    let here = position("size=3", "b2,1,w2/2,n/3 w 0/0");
    assert_eq!(result(&here), "none");
    assert_eq!(result(&after(&here, "c3-c2")), "second (tallest stack)");
}

#[test]
fn rule_14_the_first_difference_decides() {
    assert_eq!(result(&position("size=3", "b5,b3,b2/w5,w4,w2/3 b 0/0")), "second (tallest stack)");
    assert_eq!(result(&position("size=3", "b6,1,b2/w5,w5,w5/3 b 0/0")), "first (tallest stack)");
}

#[test]
fn rule_15_a_longer_list_beats_its_beginning() {
    assert_eq!(result(&position("size=3", "b5,b3,1/w5,w3,w2/3 b 0/0")), "second (tallest stack)");
}

#[test]
fn rule_16_equal_lists_are_a_draw() {
    assert_eq!(result(&position("size=3", "b5,b3,1/w3,w5,1/3 b 0/0")), "draw (tallest stack)");
}

#[test]
fn rule_17_sizes_from_three_to_ten() {
    for size in 3..=10u64 {
        assert_eq!(start(&format!("size={size}")).count_moves(), size * size);
    }
}

#[test]
fn rule_18_free_placement() {
    let here = shared_tests::play_all(start("size=3,placement=free"), "a1 c3");
    assert_eq!(moves(&here), "a1-a2 a1-b1 a2 a3 b1 b2 b3 c1 c2");
    let over = position("size=3,placement=free", "b2,2/3/2,w2 b 3/3");
    assert_eq!(result(&over), "draw (tallest stack)");
}

#[test]
fn rule_19_diagonal_steps() {
    let here = position("size=3,steps=all", "n,1,n/n,b2,n/w2,n,n b 0/0");
    assert_eq!(moves(&here), "b2-a2 b2-a3 b2-b1 b2-c1 b2-c2 b2-c3");
}

#[test]
fn rule_20_red_and_green() {
    let four = start("players=4").scene();
    let names: Vec<&str> = four.seats.iter().map(|seat| seat.name).collect();
    assert_eq!(names, ["Blue", "White", "Red", "Green"]);
    let third = shared_tests::play_all(start("players=3"), "a1 a2");
    assert_eq!(third.scene().seats[third.to_move().index()].name, "Red");
    let fourth = shared_tests::play_all(start("players=4"), "a1 a2 a3");
    assert_eq!(fourth.scene().seats[fourth.to_move().index()].name, "Green");
}

#[test]
fn rule_21_the_best_list_wins_alone_or_is_shared() {
    assert_eq!(
        result(&position("size=3,players=3", "b5,b3,1/w4,w4,1/r5,r4,1 b 0/0/0")),
        "third (tallest stack)"
    );
    assert_eq!(
        result(&position("size=3,players=3", "b5,b4,1/w4,w4,1/r5,r4,1 b 0/0/0")),
        "draw (tallest stack, shared by first and third)"
    );
}

#[test]
fn rule_22_standard_is_the_default() {
    shared_tests::preset_is::<Staqs>("standard", "");
    assert_eq!(start("official"), start("standard"));
}

#[test]
fn rule_23_the_preset_classic() {
    shared_tests::preset_is::<Staqs>("classic", "placement=free");
}

/// If the tallest stacks are equal, the verdict names the stack that decides.
#[test]
fn the_deciding_stack_is_named() {
    for (options, text, said) in [
        ("official", "5/5/w5,3,w2/5/b5,b3,3 w 0/0", Some("Blue wins on the second stack, 3 against 2")),
        (
            "official",
            "5/5/w5,2,w4,1/5/b5,1,b4,1,b2 w 0/0",
            Some("Blue wins on the third stack, 2 against none"),
        ),
        ("official", "5/5/w5,2,w4,1/5/b6,1,b4,1,b2 w 0/0", None),
        ("official", "5/5/w5,2,w4,1/5/b5,1,b4,2 w 0/0", None),
        (
            "players=3",
            "r5,r3,3/5/w5,3,w2/5/b5,b2,3 w 0/0/0",
            Some("Red wins on the second stack, 3 against 2"),
        ),
        ("players=3", "r5,r2,3/5/w5,3,w2/5/b5,b2,3 w 0/0/0", None),
        ("players=3", "r5,r2,r2,2/5/w5,3,w2/5/b5,b2,b2,w2,1 w 0/0/0", None),
    ] {
        let verdict = position(options, text).scene().verdict.map(|verdict| verdict.to_string());
        assert_eq!(verdict.as_deref(), said, "{text}");
    }
}

/// The facts show the discs to place, and after the last one the heights that decide.
#[test]
fn deciding_numbers_are_facts_of_each_player() {
    let facts = |options, text| -> Vec<String> {
        let seats = position(options, text).scene().seats;
        seats
            .iter()
            .map(|seat| seat.facts.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
            .collect()
    };
    assert_eq!(
        facts("official", "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,w2,n,n/b2,b2,n,n,n w 2/3"),
        ["discs to place: 2", "discs to place: 3"]
    );
    assert_eq!(facts("official", "5/5/w5,3,w2/5/b5,b3,3 w 0/0"), ["heights: 5, 3", "heights: 5, 2"]);
}

/// The error names the option that would allow the reserves.
#[test]
fn impossible_reserves_name_the_option_that_allows_them() {
    let text = "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n b 1/4";
    let problem = shared_tests::read::<Staqs>("official", text).unwrap_err().to_string();
    assert!(problem.ends_with("impossible with Blue to move; placement=free allows them"), "{problem}");
    assert!(shared_tests::read::<Staqs>("placement=free", text).is_ok());
}
