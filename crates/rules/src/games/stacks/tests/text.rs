//! Notation: accepted and rejected texts, and the reasons for rejection.

use super::{StacksPosition, position};
use crate::games::shared_tests;
use crate::games::stacks::Stacks;
use crate::{Notation, Present};

#[test]
fn strange_positions_are_refused_by_name() {
    let field = "5/5/5/5/5/r2,r2,r2,r2,r2";
    for (options, text, word) in [
        ("official", format!("b2,b2,b2,b2,b2/{field} b"), format!("b2,b2,b2,b2,b2/{field} b")),
        ("official", format!("b2,b2,b2,b2,b5/{field} b 0"), "b5".to_owned()),
        ("official", format!("b2,b2,b2,b2,b0/{field} b 0"), "b0".to_owned()),
        ("official", format!("b2,b2,b2,b2,w2/{field} b 0"), "w2".to_owned()),
        ("official", format!("b2,b2,b2,b2,é2/{field} b 0"), "é2".to_owned()),
        ("official", format!("b2,b2,b2,b2,b3/{field} b 0"), format!("b2,b2,b2,b2,b3/{field}")),
        ("official", format!("b2,b2,b2,b2/{field} b 0"), "b2,b2,b2,b2".to_owned()),
        ("official", format!("b2,b2,b2,b2,b2/{field} w 0"), "w".to_owned()),
        ("official", format!("b2,b2,b2,b2,b2/{field} b 101"), "101".to_owned()),
        ("quiet=7", format!("b2,b2,b2,b2,b2/{field} b 8"), "8".to_owned()),
        ("official", format!("b2,b2,b2,b2,b2/{field} b 0 0"), "0".to_owned()),
    ] {
        assert_eq!(shared_tests::read::<Stacks>(options, &text).unwrap_err().word, word);
    }
}

#[test]
fn numbers_may_be_left_out_for_whole_stacks() {
    let here = position("official", "b1,b3,b1,1,b2/5/5/5/5/5/r2,r2,r2,r2,r2 b 0");
    for (text, meant) in [
        ("b7-b6", "3b7-b6"),
        (" A7-A4 ", "1a7-a4"),
        ("e7-e5", "2e7-e5"),
        ("a7-a6,C7-C6", "1a7-a6,1c7-c6"),
        ("a7-a6,1b7-b6", "1a7-a6,1b7-b6"),
        // The number counts the pieces left on the stack: one of two has moved.
        ("1e7-d6,e7-e6", "1e7-d6,1e7-e6"),
    ] {
        assert_eq!(here.parse_move(text).unwrap().to_string(), meant);
    }
    assert_eq!(why(&here, "a7-a6,b7-b6"), "b7 has 3 pieces: write 1b7 for a single one");
    let here = position("official", "b1,4/5/b1,4/1,r1,3/1,b3,3/5/r2,r2,r2,r2,r1 b 0");
    assert_eq!(here.parse_move("A7XB4+A5").unwrap().to_string(), "1a7xb4+a5");
}

fn why(position: &StacksPosition, text: &str) -> String {
    let error = position.parse_move(text).unwrap_err().to_string();
    error.replacen(&format!("illegal move {text}: "), "", 1)
}

#[test]
fn refusals_say_why() {
    let here = position("official", "r2,b1,b1,b4,1/1,b1,3/1,b1,1,r1,1/1,r1,r2,2/5/r2,4/r1,r1,1,b1,b1 b 0");
    for (text, reason) in [
        ("1a6-a5", "Black has no stack on a6"),
        ("a6-a5", "Black has no stack on a6"),
        ("1d1-d2", "the stack on d1 is in the enemy's home and locked"),
        ("2b7-a6", "the stack on b7 has only 1"),
        ("1b7-b7", "a group must end on a different square from where it started"),
        ("1b5-b4", "b4 holds an enemy stack, and an attack is written with x"),
        ("1b5xb3", "b3 holds no enemy stack to attack"),
        ("1b7xa7", "the stack on a7 is locked and cannot be attacked"),
        ("1c7-d7", "d7 would hold 5 pieces, more than four"),
        ("4d7-d6", "four pieces never move together: write how many move, 1 to 3"),
        ("d7-d6", "four pieces never move together: write how many move, 1 to 3"),
        ("7d7-d6", "a group is 1, 2 or 3 pieces"),
        ("2d7-d6,1b7-a6", "each of the two singles is one piece"),
        ("3d7-d5", "d5 holds an enemy stack, and an attack is written with x"),
        (
            "1c7-c1",
            "c1 cannot be reached from c7: 3 steps at most, over empty squares, \
             and no step squeezes diagonally between two enemy stacks",
        ),
        ("1b5xb4", "1 against 1 is too few: the attackers must outnumber the attacked"),
        ("1b5xb4+a5", "Black has no stack on a5"),
        ("1b5xb4+b6", "b6 is not next to b4 and cannot join"),
        ("1b5-f5", "f5 is not on the 5 x 7 board"),
        ("d7!", "stacks can be removed only with the option fours=duty"),
        ("c7!", "Black has no stack of four on c7 that can move"),
        ("1b7-a6,1a6-a5", "the second single may not start from a6, where the first one ended"),
        ("1c7-c6,1b7-a6", "either order gives the same position, so it is written 1b7-a6,1c7-c6"),
        ("1b7-a6,1b7-a6", "Black has no stack on b7"),
    ] {
        assert_eq!(why(&here, text), reason, "{text}");
    }
    let forms = why(&here, "a1~a2");
    assert!(forms.starts_with("unreadable move `a1~a2`: a turn is a group (2a7-a5)"), "{forms}");
    assert!(why(&here, "1b7-a6+c6").contains("only an attack (x) has joiners"));
    assert!(why(&here, "1b7-a6,1b6-a6,1c7-c6").contains("a turn is a group"));
}

#[test]
fn refusals_of_attacks_say_why() {
    let here = position("official", "5/1,r3,3/b1,r2,3/b1,b1,b1,2/b3,b2,3/5/r2,r1,3 b 0");
    for (text, reason) in [
        ("1b4xb5+a4+a5", "say where the survivors retreat to: >a4 or >b4"),
        ("1b4xb5+a4+a5>c4", "say where the survivors retreat to: >a4 or >b4"),
        ("1b4xb5+a4+a5>b7", "b7 is not next to b5: survivors retreat one step"),
        ("1b4xb5+a5+a4", "joiners are written once each and in the order a1, b1, ..., a2"),
        ("1b4xb5+a4+a4", "joiners are written once each and in the order a1, b1, ..., a2"),
        ("1b4xb5+a4", "2 against 2 is too few: the attackers must outnumber the attacked"),
        ("1b4xb5+a4+c4+a5>c6", "there are no survivors to retreat"),
        ("1c4xb5", "1 against 2 is too few: the attackers must outnumber the attacked"),
        ("2b3xb5", "b5 cannot be reached"),
        ("1a5xb6+a4", "a4 is not next to b6 and cannot join"),
    ] {
        let found = why(&here, text);
        assert!(found.starts_with(reason), "{text}: {found}");
    }
    let here = position("official", "4,b2/2,b1,2/1,b1,r1,b1,1/5/2,b2,2/r1,4/r2,r2,r2,1,b1 b 0");
    assert_eq!(
        why(&here, "1c3xc5+c6"),
        "joiners must all be next to the square from which the last step is made"
    );
    let lost = position("official", "5/5/2,b3,2/2,r2,2/1,b2,b2,b1,1/5/r2,r2,r1,r1,1 b 0");
    assert_eq!(
        why(&lost, "3c5xc4>c3"),
        "the survivors have nowhere to go and are eliminated: leave out the retreat"
    );
    assert_eq!(why(&lost, "1c5xc4+c5"), "what stays behind on c5 cannot join");
}

#[test]
fn refusals_under_duty_say_why() {
    let here = position("fours=duty", "2,b4,b2,1/5/2,r1,2/5/5/5/r2,r2,r2,r1,r2 b 0");
    assert_eq!(why(&here, "1d7-d6"), "a piece must be taken off a stack of four: c7");
    assert_eq!(why(&here, "1d7-d6,1d7-d6"), "a piece must be taken off a stack of four: c7");
    assert_eq!(why(&here, "2c7xc5"), "a piece from the stack of four on c7 may not attack this turn");
    assert_eq!(why(&here, "c7!"), "a piece can be taken off a stack of four, so no stack is removed");
    let shut = position("fours=duty", "b4,r1,3/r1,r1,3/5/5/b1,2,b1,1/5/r2,4 b 0");
    assert_eq!(
        why(&shut, "1a3-a4"),
        "no piece can be taken off a stack of four, so one stack must be removed: a7!"
    );
}

/// Stacks can be removed only with fours=duty, so the forms mention the option; a refusal names a square off the board.
#[test]
fn forms_name_the_option_that_they_need() {
    let here = position("official", "5/1,r3,3/b1,r2,3/b1,b1,b1,2/b3,b2,3/5/r2,r1,3 b 0");
    assert_eq!(why(&here, "f7"), "unreadable move `f7`: f7 is not on the 5 x 7 board");
    assert!(why(&here, "a1~a2").ends_with("with fours=duty, also the removal of a stack of four (c4!)"));
}

/// Both facts count towards a win of the player beside whom they appear.
#[test]
fn facts_count_enemies() {
    let here = position("official", "b2,b2,b1,1,b2/5/5/5/5/5/r2,r2,r2,r2,r2 b 0");
    let facts = |seat: usize| here.scene().seats[seat].facts[1].to_string();
    assert_eq!([facts(0), facts(1)], ["enemy lost: 0 of 6", "enemy lost: 3 of 6"]);
}
