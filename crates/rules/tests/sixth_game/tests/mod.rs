//! Tests of Tump: an independent move generator, and every sentence of RULES.md.

mod rules;

use super::{Tump, TumpPosition};
use crate::games::shared_tests;
use crate::{Layer, Notation, Player, Position, Present};

fn position(options: &str, text: &str) -> TumpPosition {
    shared_tests::read::<Tump>(options, text).unwrap()
}

/// Lists the legal moves from the position string alone, following the wording of RULES.md.
fn naive(position: &TumpPosition, _options: &str) -> Vec<String> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let text = position.to_string();
    let (rows, turn) = text.split_once(' ').unwrap();
    let cells = shared_tests::cells(rows);
    let size = cells.len() as i32;
    let squares = || (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
    let stacks: std::collections::BTreeMap<_, _> =
        squares().zip(cells.iter().flatten()).filter(|(_, cell)| !cell.is_empty()).collect();
    let name = |(column, row): (i32, i32)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
    let mut moves: Vec<String> = squares().filter(|at| !stacks.contains_key(at)).map(name).collect();
    for (&(column, row), _) in stacks.iter().filter(|(_, cell)| cell.starts_with(turn)) {
        for to in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)] {
            if stacks.contains_key(&to) {
                moves.push(format!("{}-{}", name((column, row)), name(to)));
            }
        }
    }
    moves
}

#[test]
fn agrees_with_the_naive_generator() {
    for options in ["official", "seed", "size=2,goal=9", "size=6", "goal=3"] {
        shared_tests::compare_with_naive::<Tump>(options, 50, naive);
    }
}

#[test]
fn stacks_are_written_from_the_top_down() {
    let here = position("size=2", "wb2w,b1/2 w");
    assert_eq!(here.to_string(), "wb2w,b1/2 w");
    assert_eq!(position("size=2", "w1b1b1w1,b/2 w"), here);
    let [white, black] = [Player::FIRST, Player::SECOND].map(Some);
    let layers = [(white, 1), (black, 2), (white, 1)].map(|(owner, height)| Layer { owner, height });
    let scene = here.scene();
    assert!(scene.sites[2].pile.as_ref().unwrap().layers().eq(layers));
    for cell in ["w0", "w2b0", "w01", "w7", "w4b3", "wx", "w-1", "w300"] {
        let error = shared_tests::read::<Tump>("size=2", &format!("{cell},1/2 w")).unwrap_err();
        assert!(error.to_string().contains("together from 1 to 6"), "{error}");
    }
    let error = shared_tests::read::<Tump>("size=2", "w4,b4/2 w").unwrap_err();
    assert!(error.to_string().contains("both players win by a stack"), "{error}");
}

#[test]
fn refusals_say_why() {
    let here = position("size=2", "w1,b1/2 w");
    let why = |text: &str| here.parse_move(text).unwrap_err().to_string();
    assert_eq!(why("a2"), "illegal move a2: a2 is not empty");
    assert_eq!(why("b2-a2"), "illegal move b2-a2: White has no stack on b2");
    assert_eq!(
        why("a2-a1"),
        "illegal move a2-a1: a stack climbs onto a stack left, right, above or below it"
    );
    assert_eq!(why("c1"), "illegal move c1: c1 is not on the 2 x 2 board");
    assert!(why("up").starts_with("unreadable move `up`"));
}
