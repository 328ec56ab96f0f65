//! Random positions, which contain situations that random games hardly ever reach.

use std::collections::{HashMap, HashSet};

use super::{StacksPosition, naive, position};
use crate::games::shared_tests;
use crate::games::stacks::StacksMove;
use crate::{Position, Present, RandomSource, SmallRng};

/// A position that no game need ever reach: stacks of all heights anywhere on the board, and now
/// and then a stack of four in a corner of the home of the player to move, shut in by the enemy.
pub(super) fn random_position(rng: &mut SmallRng, options: &str) -> StacksPosition {
    // Few rows bring the stacks together, and a small tallest height makes many of them.
    let (low, rows) = [(0, 7), (0, 7), (0, 3), (4, 3), (2, 3), (1, 4)][rng.below(6) as usize];
    let tallest = 1 + rng.below(4);
    let turn = rng.below(2) as usize;
    let mut left = [5 + rng.below(6), 5 + rng.below(6)];
    // Rows from the top, as written.
    let mut board: [[(usize, u32); 5]; 7] = Default::default();
    if rng.below(4) == 0 {
        let (home, before) = [(0, 1), (6, 5)][turn];
        board[home][0] = (turn, 4);
        left[turn] -= 4;
        for (row, column) in [(home, 1), (before, 0), (before, 1)] {
            board[row][column] = (1 - turn, 1);
            left[1 - turn] -= 1;
        }
    }
    for colour in [0, 1] {
        while left[colour] > 0 {
            let cell = &mut board[(low + rng.below(rows)) as usize][rng.below(5) as usize];
            let height = (1 + rng.below(tallest)).min(left[colour]);
            if cell.1 == 0 {
                *cell = (colour, height);
                left[colour] -= height;
            } else if rng.below(8) == 0 {
                left[colour] -= 1;
            }
        }
    }
    let cell = |(colour, height): (usize, u32)| match height {
        0 => "1".to_owned(),
        _ => format!("{}{height}", ["b", "r"][colour]),
    };
    let rows: Vec<String> = board.iter().map(|row| row.map(cell).join(",")).collect();
    position(options, &format!("{} {} 0", rows.join("/"), ["b", "r"][turn]))
}

#[test]
fn agrees_with_the_naive_generator_on_random_positions() {
    let mut rng = SmallRng::seeded(5);
    let mut removals = 0;
    for round in 0..1600 {
        let options = ["official", "fours=duty"][round % 2];
        let here = random_position(&mut rng, options);
        let mut expected = naive::moves(&here, options);
        expected.sort();
        removals += u32::from(expected.iter().any(|mv| mv.ends_with('!')));
        assert_eq!(shared_tests::moves(&here), expected.join(" "), "{options} {here}");
        assert_eq!(here.count_moves(), expected.len() as u64, "{options} {here}");
        assert_eq!(here.outcome().is_some(), expected.is_empty(), "{options} {here}");
    }
    assert!(removals > 10, "only {removals} positions with removals");
}

/// Both orders of two singles are turns only if they lead to different positions.
#[test]
fn orders_that_are_both_listed_differ() {
    let mut rng = SmallRng::seeded(6);
    let (mut moves, mut both) = (Vec::new(), 0);
    for _ in 0..200 {
        let here = random_position(&mut rng, "official");
        moves.clear();
        here.legal_moves(&mut moves);
        let listed: HashSet<StacksMove> = moves.iter().copied().collect();
        for &mv in &moves {
            let StacksMove::Singles(first, second) = mv else { continue };
            let swapped = StacksMove::Singles(second, first);
            if first != second && listed.contains(&swapped) {
                assert_ne!(here.after(mv), here.after(swapped), "{here} {mv}");
                both += 1;
            }
        }
    }
    assert!(both > 10, "only {both} turns");
}

#[test]
fn random_turns_are_uniform_late_in_the_game_too() {
    let mut rng = SmallRng::seeded(9);
    let mut scratch = Vec::new();
    for text in [
        "b2,2,b2,b1/5/5/4,b1/r1,1,r1,2/r1,2,r2,1/4,r2 b 0",
        "2,r3,2/b3,1,b1,2/1,b1,b1,2/1,b4,3/3,r2,r1/r3,4/5 r 9",
        "2,b2,b3,1/2,b3,2/b1,2,r3,1/r2,4/5/r1,4/5 b 8",
        "5/5/b1,b1,b1,2/1,r2,r2,2/b1,b1,b1,r1,1/5/5 b 0",
        "5/2,r3,2/1,r1,r2,2/b1,b1,b1,b3,1/5/5/5 b 0",
    ] {
        let here = position("official", text);
        let moves = here.moves();
        let mut counts = HashMap::new();
        for _ in 0..400 * moves.len() {
            *counts.entry(here.random_move_with(&mut rng, &mut scratch).unwrap()).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), moves.len(), "{text}");
        // The standard deviation is 20, and a deviation of six times that will not occur by chance.
        for mv in moves {
            assert!((280..=520).contains(&counts[&mv]), "{text} {mv}: {}", counts[&mv]);
        }
    }
}

#[test]
fn random_turns_of_random_positions_are_legal_and_all_come_up() {
    let mut rng = SmallRng::seeded(77);
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    let mut complete = 0;
    for _ in 0..300 {
        let here = random_position(&mut rng, "official");
        moves.clear();
        here.legal_moves(&mut moves);
        if moves.len() > 600 {
            continue;
        }
        let mut left: HashSet<_> = moves.iter().copied().collect();
        // A given turn is missed with a probability below one in a billion.
        for _ in 0..21 * moves.len() {
            let mv = here.random_move_with(&mut rng, &mut scratch).unwrap();
            assert!(moves.contains(&mv), "{here} {mv}");
            left.remove(&mv);
        }
        assert!(left.is_empty(), "{here} {left:?}");
        complete += u32::from(!moves.is_empty());
    }
    assert!(complete > 50, "only {complete} positions");
}

#[test]
fn no_steps_begin_other_steps() {
    let mut rng = SmallRng::seeded(12);
    for round in 0..200 {
        let here = random_position(&mut rng, ["official", "fours=duty"][round % 2]);
        let moves = here.moves();
        let mut paths: Vec<_> = moves.iter().flat_map(|&mv| here.step_sequences(mv)).collect();
        paths.sort();
        for pair in paths.windows(2) {
            assert!(!pair[1].starts_with(&pair[0]), "{here} {pair:?}");
        }
    }
}
