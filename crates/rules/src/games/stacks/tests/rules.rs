//! One test for each sentence of RULES.md, named by its number.

use super::{position, start};
use crate::games::shared_tests::{self, after, moves, play_all, result};
use crate::games::stacks::{Stacks, StacksPosition};
use crate::{Game, GameSpec, Ground, Notation, Player, Position, Present};

const RED_HOME: &str = "r2,r2,r2,r2,r2";

/// Lists the turns of one group that begin with this text.
fn groups(position: &StacksPosition, beginning: &str) -> Vec<String> {
    moves(position)
        .split(' ')
        .filter(|mv| mv.starts_with(beginning) && !mv.contains(','))
        .map(str::to_owned)
        .collect()
}

fn legal(position: &StacksPosition, mv: &str) -> bool {
    position.parse_move(mv).is_ok()
}

#[test]
fn every_rule_has_a_test() {
    shared_tests::rules_are_tested::<Stacks>(include_str!("rules.rs"));
}

#[test]
fn rule_1_five_columns_seven_rows_two_homes() {
    let scene = start("official").scene();
    assert_eq!((scene.columns, scene.rows), (5, 7));
    for site in scene.sites {
        let ground = match site.row {
            0 => Ground::Home(Player::SECOND),
            6 => Ground::Home(Player::FIRST),
            _ => Ground::Plain,
        };
        assert_eq!(site.ground, ground, "{}", site.name);
    }
    assert_eq!(Stacks::INFO.seats[1].name, "Red");
}

#[test]
fn rule_2_two_pieces_on_every_home_square() {
    assert_eq!(start("official").to_string(), format!("b2,b2,b2,b2,b2/5/5/5/5/5/{RED_HOME} b 0"));
}

#[test]
fn rule_3_black_first_then_in_turn() {
    let here = start("official");
    let name = |position: &StacksPosition| Stacks::INFO.seats[position.to_move().index()].name;
    let next = after(&here, "1a7-a6");
    assert_eq!([name(&here), name(&next), name(&after(&next, "1a1-a2"))], ["Black", "Red", "Black"]);
}

#[test]
fn rule_4_at_most_four_pieces_of_one_colour() {
    let here = position("official", &format!("b2,b3,1,b4,1/5/5/5/5/5/{RED_HOME} b 0"));
    assert!(legal(&here, "1a7-b7") && !legal(&here, "2a7-b7"));
    let options = GameSpec::<Stacks>::read_options(None).unwrap().options;
    for bad in ["b5", "r0", "br"] {
        let text = format!("{bad},4/5/5/5/5/5/5 b 0");
        assert_eq!(Stacks::read_position(&options, &text).unwrap_err().word, bad);
    }
}

#[test]
fn rule_5_eight_squares_around() {
    let here = position("official", &format!("b2,4/5/5/2,b3,2/5/5/{RED_HOME} b 0"));
    let around = ["b3", "b4", "b5", "c3", "c5", "d3", "d4", "d5"].map(|square| format!("3c4-{square}"));
    assert_eq!(groups(&here, "3c4"), around);
}

#[test]
fn rule_6_no_squeezing_between_two_enemy_stacks() {
    let squeezed = position("official", "b2,4/5/2,r1,r1,1/2,b3,r1,1/5/5/r2,r2,r2,1,r1 b 0");
    assert!(!legal(&squeezed, "3c4xd5") && legal(&squeezed, "3c4xc5"));
    assert!(legal(&squeezed, "3c4-d3"));
    let free = position("official", "b2,4/5/3,r1,1/2,b3,r1,1/5/5/r2,r2,r2,1,r2 b 0");
    assert!(legal(&free, "3c4xd5"));
    // A locked stack, here b7, also blocks the diagonal, but not together with a stack of the moving player.
    let half = position("official", "b2,r1,3/b1,b2,3/5/5/5/5/r2,r2,r2,r2,r1 b 0");
    assert!(legal(&half, "2a7-b6"));
    let locked = position("official", "b3,r1,3/r1,4/5/5/5/b2,4/r2,r2,r2,1,r2 b 0");
    assert!(groups(&locked, "3a7-").is_empty());
}

#[test]
fn rule_7_one_group_or_two_singles() {
    let texts = moves(&start("official"));
    let pairs = texts.split(' ').filter(|mv| mv.contains(',')).count();
    assert_eq!((texts.split(' ').count() - pairs, pairs), (139, 1363));
}

#[test]
fn rule_8_one_two_or_three_pieces_go_three_two_or_one_step() {
    let here = position("official", "2,b3,1,b2/5/5/5/5/r2,r2,3/r1,1,r1,r1,1 b 0");
    let rows = |pieces: &str| -> String {
        ["6", "5", "4", "3"].into_iter().filter(|row| legal(&here, &format!("{pieces}c7-c{row}"))).collect()
    };
    assert_eq!([rows("1"), rows("2"), rows("3")], ["654", "65", "6"]);
    assert_eq!(after(&here, "2c7-c5").to_string(), "2,b1,1,b2/5/2,b2,2/5/5/r2,r2,3/r1,1,r1,r1,1 r 1");
}

#[test]
fn rule_9_four_never_move_together() {
    let here = position("official", &format!("b4,3,b2/5/5/5/5/5/{RED_HOME} b 0"));
    assert!(!groups(&here, "3a7").is_empty() && groups(&here, "4a7").is_empty());
    assert!(!legal(&here, "4a7-a6") && !legal(&here, "a7-a6"));
}

#[test]
fn rule_10_two_singles_of_two_steps() {
    let here = start("official");
    assert!(legal(&here, "1a7-a5,1e7-e5"));
    assert!(!legal(&here, "1a7-a4,1e7-e5") && !legal(&here, "1a7-a5,1e7-e4"));
    assert!(!legal(&here, "2a7-a5,1e7-e5"));
}

#[test]
fn rule_11_both_off_one_stack_but_not_from_where_the_first_ended() {
    let here = start("official");
    assert_eq!(
        after(&here, "1a7-a6,1a7-b6").to_string(),
        format!("1,b2,b2,b2,b2/b1,b1,3/5/5/5/5/{RED_HOME} r 1")
    );
    assert!(!legal(&here, "1a7-a6,1a6-a5"));
    assert!(!legal(&here, "1a7-b7,1b7-b6"), "not even a piece that stood there before");
    assert!(legal(&here, "1b7-b6,1a7-b7"));
}

#[test]
fn rule_12_the_way_is_empty() {
    let here = position("official", "b1,b4,3/r1,r2,3/5/5/5/5/r2,r1,r2,1,r2 b 0");
    assert_eq!(groups(&here, "1a7-"), [""; 0]);
    let here = position("official", "b1,b3,3/1,r2,3/r1,r1,1,b1,1/5/5/5/r2,r1,r2,1,r1 b 0");
    assert_eq!(groups(&here, "1a7-"), ["1a7-a6", "1a7-b7"]);
}

#[test]
fn rule_13_ends_on_empty_own_or_enemy_squares() {
    let here = position("official", "b3,b1,b2,2/1,r1,3/5/5/5/5/r2,r1,r2,r2,r2 b 0");
    assert_eq!(groups(&here, "3a7"), ["3a7-a6", "3a7-b7", "3a7xb6", "3a7xb6+b7"]);
    assert_eq!(after(&here, "3a7-b7").to_string(), "1,b4,b2,2/1,r1,3/5/5/5/5/r2,r1,r2,r2,r2 r 1");
    assert!(!legal(&here, "2a7-a7") && !legal(&here, "3a7-c7"));
}

#[test]
fn rule_14_exchangeable_singles_are_one_turn() {
    let here = start("official");
    assert!(legal(&here, "1a7-a6,1b7-b6") && !legal(&here, "1b7-b6,1a7-a6"));
    assert!(legal(&here, "1a7-a6,1a7-b6") && !legal(&here, "1a7-b6,1a7-a6"));
    let here = position("official", "b3,4/5/2,r1,2/1,b2,b1,2/5/5/r2,r2,r2,1,r2 b 0");
    assert!(legal(&here, "1c4xc5+b4,1a7-a6") && !legal(&here, "1a7-a6,1c4xc5+b4"));
    // Only one order is legal: the joiner would be gone, or smaller, after the other single.
    assert!(legal(&here, "1b4-b3,1c4xc5+b4") && !legal(&here, "1c4xc5+b4,1b4-b3"));
}

#[test]
fn rule_15_the_attacking_step_counts() {
    let here = position("official", "4,b3/5/2,r1,2/5/2,b2,2/r1,4/r2,r2,r2,1,r2 b 0");
    assert!(legal(&here, "2c3xc5"));
    let here = position("official", "4,b3/2,r1,2/5/5/2,b2,2/r1,4/r2,r2,r2,1,r2 b 0");
    assert!(!legal(&here, "2c3xc6"));
}

#[test]
fn rule_16_joiners_stand_next_to_both_squares() {
    let here = position("official", "4,b2/2,b1,2/1,b1,r1,b1,1/5/2,b1,2/r1,4/r2,r2,r2,1,r2 b 0");
    assert_eq!(groups(&here, "1c3xc5"), ["1c3xc5+b5", "1c3xc5+b5+d5", "1c3xc5+d5"]);
    // With c4 occupied, one path ends next to b5 and another next to d5, but none next to both.
    let here = position("official", "4,b1/5/1,b1,r1,b1,1/2,b3,2/2,b1,2/r1,4/r2,r2,r2,1,r2 b 0");
    assert_eq!(groups(&here, "1c3xc5"), ["1c3xc5+b5", "1c3xc5+c4", "1c3xc5+d5"]);
}

#[test]
fn rule_17_joiners_come_with_all_their_pieces() {
    let here = position("official", "4,b3/5/1,b2,r1,2/2,b1,2/5/r1,4/r2,r2,r2,1,r2 b 0");
    assert_eq!(after(&here, "1c4xc5+b5").to_string(), "4,b3/5/2,b3,2/5/5/r1,4/r2,r2,r2,1,r2 r 0");
}

#[test]
fn rule_18_what_stays_behind_cannot_join() {
    let here = position("official", "4,b3/5/2,r1,2/2,b2,2/5/r1,4/r2,r2,r2,1,r2 b 0");
    assert_eq!(groups(&here, "1c4x"), [""; 0]);
    assert!(moves(&here).contains("2c4xc5") && !legal(&here, "1c4xc5+c4"));
}

#[test]
fn rule_19_more_attackers_than_attacked_and_at_most_four() {
    for (attacked, expected) in [
        (1, vec!["1c4xc5+b4", "1c4xc5+d4"]),
        (2, vec!["1c4xc5+d4"]),
        (3, vec!["1c4xc5+d4>b6", "1c4xc5+d4>c6", "1c4xc5+d4>d6"]),
    ] {
        let text = format!("b2,b2,b2,1,b1/5/2,b{attacked},2/1,r1,r1,r3,1/5/5/1,r1,3 r 0");
        assert_eq!(groups(&position("official", &text), "1c4x"), expected);
    }
    let here = position("official", "b2,b1,3/5/2,b4,2/1,r1,r1,r2,1/5/5/1,r3,3 r 0");
    assert!(!moves(&here).contains("xc5"));
}

#[test]
fn rule_20_attackers_end_as_one_stack_without_a_loss() {
    let here = position("official", "4,b3/5/1,b1,r1,2/2,b2,2/5/r1,4/r2,r2,r2,1,r2 b 0");
    let next = after(&here, "2c4xc5+b5");
    assert_eq!(next.to_string(), "4,b3/5/2,b3,2/5/5/r1,4/r2,r2,r2,1,r2 r 0");
}

#[test]
fn rule_21_the_attacked_lose_the_difference() {
    // Attacked pieces, attackers besides the group of one, survivors.
    for (attacked, joiner, left) in [(1, 1, 0), (1, 2, 0), (1, 3, 0), (2, 2, 1), (2, 3, 0), (3, 3, 2)] {
        let here =
            position("official", &format!("b3,4/5/1,b1,b{joiner},2/1,r{attacked},3/5/5/r3,2,r3,1 b 0"));
        let retreat = if left > 0 { ">b3" } else { "" };
        let next = after(&here, &format!("1b5xb4+c5{retreat}"));
        let survivors = if left > 0 { format!("1,r{left},3") } else { "5".to_owned() };
        let expected = format!("b3,4/5/5/1,b{},3/{survivors}/5/r3,2,r3,1 r 0", 1 + joiner);
        assert_eq!(next.to_string(), expected);
    }
}

#[test]
fn rule_22_survivors_go_back_where_the_attacker_wants() {
    let here = position("official", "b2,4/5/2,b3,2/2,r2,2/5/5/r2,r2,1,r2,r2 b 0");
    assert_eq!(groups(&here, "3c5x"), ["3c5xc4>b3", "3c5xc4>c3", "3c5xc4>d3"]);
    let here = position("official", "b2,b2,b2,1,b2/5/5/1,b2,3/1,r3,3/5/r2,4 r 0");
    assert_eq!(groups(&here, "3b3x"), ["3b3xb4>a5", "3b3xb4>b5", "3b3xb4>c5"]);
    let home = position("official", "b2,4/5/5/5/5/2,b3,2/r2,1,r2,1,r2 b 0");
    assert_eq!(groups(&home, "3c2xc1"), ["3c2xc1>b1", "3c2xc1>d1"]);
    assert_eq!(after(&home, "3c2xc1>d1").to_string(), "b2,4/5/5/5/5/5/r2,1,b3,r1,r2 r 0");
}

#[test]
fn rule_23_back_to_empty_squares_or_their_own_stacks() {
    // b3 is full, c3 belongs to Red and has room, d3 is Black's.
    let here = position("official", "b2,4/5/2,b3,2/2,r2,2/1,r4,r3,b1,1/5/r1,4 b 0");
    assert_eq!(groups(&here, "3c5x"), ["3c5xc4>c3"]);
    assert_eq!(after(&here, "3c5xc4>c3").to_string(), "b2,4/5/5/2,b3,2/1,r4,r4,b1,1/5/r1,4 r 0");
    // A joiner leaves c3, and the group leaves b3.
    let here = position("official", "b3,4/5/5/2,r2,2/1,b1,b2,2/5/r2,r2,r1,r1,1 b 0");
    assert_eq!(groups(&here, "1b3xc4"), ["1b3xc4+c3>b3", "1b3xc4+c3>c3", "1b3xc4+c3>d3"]);
    // A piece that stays behind still occupies the square.
    let here = position("official", "b2,4/5/5/2,r2,2/1,b2,b2,2/5/r2,r2,r1,r1,1 b 0");
    assert_eq!(groups(&here, "1b3xc4"), ["1b3xc4+c3>c3", "1b3xc4+c3>d3"]);
}

#[test]
fn rule_24_survivors_without_a_square_are_eliminated() {
    let here = position("official", "5/5/2,b3,2/2,r2,2/1,b2,b2,b1,1/5/r2,r2,r1,r1,1 b 0");
    assert_eq!(groups(&here, "3c5x"), ["3c5xc4"]);
    assert_eq!(after(&here, "3c5xc4").to_string(), "5/5/5/2,b3,2/1,b2,b2,b1,1/5/r2,r2,r1,r1,1 r 0");
    let home = position("official", "b2,4/5/5/5/5/1,b3,3/b1,r2,r4,r2,1 b 0");
    assert_eq!(groups(&home, "3b2xb1"), ["3b2xb1"]);
}

#[test]
fn rule_25_joiners_and_retreats_may_squeeze() {
    // The survivor goes from c4 to b3 between the black stacks b4 and c3. No path ends beside a joiner with enemy
    // stacks on both sides, so b5 has only b4 to pass.
    let here = position("official", "b1,4/5/2,b3,2/1,b1,r2,b1,1/2,b1,2/5/r2,r1,r2,1,r1 b 0");
    assert_eq!(groups(&here, "3c5xc4>"), ["3c5xc4>b3", "3c5xc4>d3"]);
    let here = position("official", "b3,4/5/1,b2,b1,r1,1/1,r1,r2,2/5/5/r2,r1,r1,1,r1 b 0");
    assert!(legal(&here, "1c5xc4+b5>c3"));
}

#[test]
fn rule_26_pieces_in_the_enemys_home_are_locked() {
    let here = position("official", "b3,1,r1,2/5/5/5/5/1,r1,b1,2/r2,r1,b1,r2,r2 b 0");
    assert!(!moves(&here).contains("1c1-") && !moves(&here).contains("1c1x"));
    assert!(!moves(&here).contains("+c1") && !moves(&here).contains("xc7"));
    let red = position("official", "b3,1,r1,2/5/5/5/5/1,r1,b1,2/r2,r1,b1,r2,r2 r 0");
    assert!(!moves(&red).contains("xc1") && moves(&red).contains("xc2"));
}

#[test]
fn rule_27_more_may_come_onto_locked_stacks() {
    let here = position("official", "b4,4/5/5/5/5/1,b1,b2,2/r2,r1,b2,r2,r2 b 0");
    let next = after(&here, "1b2-c1");
    assert_eq!(next.to_string(), "b4,4/5/5/5/5/2,b2,2/r2,r1,b3,r2,r2 r 0");
    assert!(legal(&here, "2c2-c1"));
    let here = position("official", "b4,4/5/5/5/5/2,b3,2/r2,r1,b2,r2,r2 b 0");
    assert!(!legal(&here, "3c2-c1"));
}

#[test]
fn rule_28_at_home_pieces_are_like_anywhere_else() {
    let here = position("official", "b2,4/5/5/5/5/b3,4/r2,r2,r2,r2,r2 r 0");
    assert!(legal(&here, "2a1-b2") && legal(&here, "1b1-b3,1b1-c3"));
    let here = position("official", "b2,4/5/5/5/5/b3,4/r2,r2,r2,r2,r2 b 0");
    assert_eq!(groups(&here, "3a2x"), ["3a2xa1>b1", "3a2xb1>a1", "3a2xb1>c1"]);
}

#[test]
fn rule_29_four_in_the_enemys_home_win() {
    let here = position("official", "b2,4/5/5/5/5/1,b1,b1,2/r2,r1,b1,b1,r2 b 0");
    assert_eq!(result(&after(&here, "1b2-c1")), "none");
    assert_eq!(result(&after(&here, "1b2-c1,1c2-d1")), "first (four home)");
    let red = position("official", "b2,r3,b2,b1,1/1,r1,3/5/5/5/5/r2,r2,r2,2 r 0");
    assert_eq!(result(&after(&red, "1b6-b7")), "second (four home)");
}

#[test]
fn rule_30_six_eliminated_win() {
    let here = position("official", "b2,4/5/5/5/2,b3,2/2,r1,2/r2,r1,r1,2 b 0");
    assert_eq!(result(&here), "none");
    assert_eq!(result(&after(&here, "3c3xc2")), "first (six eliminated)");
    assert_eq!(result(&position("official", "b2,b2,3/5/5/5/5/5/r2,r2,r1,2 r 0")), "second (six eliminated)");
}

#[test]
fn rule_31_set_up_for_both_it_counts_for_who_is_not_to_move() {
    assert_eq!(result(&position("official", "b2,b2,3/5/5/5/5/5/r2,r2,3 b 0")), "second (six eliminated)");
    assert_eq!(result(&position("official", "b2,b2,3/5/5/5/5/5/r2,r2,3 r 0")), "first (six eliminated)");
}

#[test]
fn rule_32_no_legal_turn_loses() {
    let here = position("official", "b4,r2,3/r4,r4,3/5/5/5/5/2,b1,2 b 0");
    assert_eq!((result(&here).as_str(), here.count_moves()), ("second (no legal move)", 0));
}

#[test]
fn rule_33_repetition_leaves_the_quiet_count_out() {
    let here = start("official");
    let again = play_all(here, "1a7-a6 1a1-a2 1a6-a7 1a2-a1");
    assert_ne!(here, again);
    assert_eq!(here.repetition_state(), again.repetition_state());
    assert_eq!(here.key(), again.key());
    assert_ne!(here.repetition_state(), after(&again, "1a7-a6").repetition_state());
}

#[test]
fn rule_34_a_hundred_quiet_turns_are_a_draw() {
    let quiet = |position: &StacksPosition| position.to_string().rsplit(' ').next().unwrap().to_owned();
    let here = position("official", "b2,1,b2,2/5/5/5/1,r1,b2,2/1,b1,3/r2,r2,2,r2 b 99");
    assert_eq!(result(&here), "none");
    assert_eq!(result(&after(&here, "1a7-a6")), "draw (quiet limit)");
    assert_eq!(quiet(&after(&here, "2c3xb3")), "0");
    assert_eq!(quiet(&after(&here, "1b2-c1")), "0");
    assert_eq!(quiet(&after(&here, "1b2-c1,1a7-a6")), "0");
    let won = position("official", "b2,4/5/5/5/5/5/r2,r2,r2,2 b 100");
    assert_eq!(result(&won), "second (six eliminated)");
}

#[test]
fn rule_35_fours_must_lose_a_piece() {
    let text = "b4,1,b2,1,b4/5/5/5/5/5/r2,r2,r2,r2,r2 b 0";
    let turns = moves(&position("fours=duty", text));
    let from_four = |mv: &str| mv.split(',').any(|part| matches!(&part[1..3], "a7" | "e7"));
    assert!(turns.split(' ').all(from_four));
    let free = moves(&position("official", text));
    assert_eq!(turns, free.split(' ').filter(|mv| from_four(mv)).collect::<Vec<_>>().join(" "));
    // A stack of four that arises during the turn creates no duty.
    let here = position("fours=duty", "b3,b1,1,b1,1/5/5/5/5/5/r2,r2,r2,r2,r2 b 0");
    assert!(legal(&here, "1b7-a7,1d7-d6") && legal(&here, "1b7-a7"));
}

#[test]
fn rule_36_pieces_off_a_four_do_not_attack() {
    let text = "b4,4/r1,4/1,b1,3/b1,4/5/5/r2,r2,r2,r2,r1 b 0";
    let here = position("fours=duty", text);
    assert!(legal(&position("official", text), "2a7xa6") && !legal(&here, "2a7xa6"));
    // Neither the first nor the second piece taken off it attacks, but another piece may.
    assert!(legal(&position("official", text), "1a7-b6,1a7xa6+b6"));
    assert!(!legal(&here, "1a7-b6,1a7xa6+b6"));
    assert!(legal(&here, "1a4xa6+b5,1a7-b7"));
}

#[test]
fn rule_37_else_a_four_is_removed() {
    let here = position("fours=duty", "b4,r1,3/r1,r1,3/5/5/b1,2,b1,b4/5/r2,r2,3 b 7");
    assert!(!moves(&here).contains('!'), "e3 can move");
    let here = position("fours=duty", "b4,r1,3/r1,r1,3/5/5/b1,2,b1,b3/5/r2,r2,3 b 7");
    assert_eq!(moves(&here), "a7!");
    let next = after(&here, "a7!");
    assert_eq!(next.to_string(), "1,r1,3/r1,r1,3/5/5/b1,2,b1,b3/5/r2,r2,3 r 0");
    assert_eq!(next.scene().seats[1].facts[1].to_string(), "enemy lost: 5 of 6");
    let last = position("fours=duty", "b4,r1,3/r1,r1,3/5/5/b1,2,b1,b1/5/r2,r2,3 b 7");
    assert_eq!(result(&after(&last, "a7!")), "second (six eliminated)");
}

#[test]
fn rule_38_the_number_of_quiet_turns() {
    let here = position("quiet=3", &format!("b2,b2,b2,2/5/5/5/5/5/{RED_HOME} b 2"));
    assert_eq!(result(&after(&here, "1a7-a6")), "draw (quiet limit)");
    let here = position("quiet=0", &format!("b2,b2,b2,2/5/5/5/5/5/{RED_HOME} b 60000"));
    assert_eq!(result(&after(&here, "1a7-a6")), "none");
}

#[test]
fn rule_39_repetition_can_be_switched_off() {
    for (options, expected) in [("official", true), ("repetition=on", true), ("repetition=off", false)] {
        assert_eq!(start(options).repetition_state().is_some(), expected, "{options}");
    }
    assert_eq!(start("repetition=off,quiet=0").quiet_plies_left(), None);
}

#[test]
fn rule_40_standard_is_the_default() {
    shared_tests::preset_is::<Stacks>("standard", "");
    assert_eq!(start("official"), start("standard"));
}

#[test]
fn rule_41_the_preset_published() {
    shared_tests::preset_is::<Stacks>("published", "fours=duty");
}

#[test]
fn rule_42_the_preset_classic() {
    shared_tests::preset_is::<Stacks>("classic", "repetition=off,quiet=0");
}
