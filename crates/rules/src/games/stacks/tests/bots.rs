//! Preferences of the greedy bot.

use super::{StacksPosition, position, start};
use crate::SmallRng;
use crate::games::stacks::{Part, StacksMove};
use crate::{BasicBots, Player, Position};

/// Collects the moves of many greedy turns.
fn choices(position: &StacksPosition) -> Vec<StacksMove> {
    let mut rng = SmallRng::seeded(3);
    (0..200).filter_map(|_| position.greedy_move(&mut rng)).collect()
}

/// Counts the red pieces and the progress of the black ones, from the position string.
fn red_and_advance(position: &StacksPosition) -> (u32, u32) {
    let text = position.to_string();
    let (mut red, mut advance) = (0, 0);
    for (row, cells) in (1..).zip(text.split(' ').next().unwrap().split('/')) {
        for cell in cells.split(',') {
            let height = cell[1..].parse::<u32>().unwrap_or(0);
            red += if cell.starts_with('r') { height } else { 0 };
            advance += if cell.starts_with('b') { row * height } else { 0 };
        }
    }
    (red, advance)
}

#[test]
fn greedy_takes_a_win() {
    let here = position("official", "b1,4/5/1,r1,3/1,b2,3/3,b1,1/5/r2,r2,r1,b3,r2 b 0");
    for mv in choices(&here) {
        assert_eq!(here.after(mv).outcome().unwrap().winner(), Some(Player::FIRST), "{mv}");
    }
}

#[test]
fn greedy_eliminates_most_and_then_advances_most() {
    for text in [
        "b2,4/5/5/1,r2,3/b1,b3,3/r1,4/r2,r2,r2,r1,1 b 0",
        "b1,b2,b1,2/b1,2,r3,1/5/r3,2,r1,1/1,b1,b1,1,r2/5/b1,4 b 17",
        "b2,2,b2,b1/5/5/4,b1/r1,1,r1,2/r1,2,r2,1/4,r2 b 0",
    ] {
        let here = position("official", text);
        let moves = here.moves();
        let score = |&mv: &StacksMove| {
            let (red, advance) = red_and_advance(&here.after(mv));
            (std::cmp::Reverse(red), advance)
        };
        let best = moves.iter().map(score).max();
        assert!(choices(&here).iter().all(|mv| Some(score(mv)) == best), "{text}");
    }
}

#[test]
fn greedy_starts_by_marching() {
    let rows = |part: Part| part.from().row() - part.to().row();
    for mv in choices(&start("official")) {
        // Two singles by two rows each, or two pieces together by two rows.
        match mv {
            StacksMove::Singles(first, second) => assert_eq!(rows(first) + rows(second), 4, "{mv}"),
            StacksMove::Group(part) => assert_eq!((part.pieces(), rows(part)), (2, 2), "{mv}"),
            StacksMove::Remove(_) => panic!("{mv}"),
        }
    }
}
