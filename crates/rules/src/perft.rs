//! Counting move sequences: the exact test of a move generator.

use crate::Position;

/// Counts the move sequences of length `depth`; sequences that end earlier do not count.
///
/// ```
/// use cairn_rules::{Game, games::stacks::Stacks, perft::perft};
///
/// assert_eq!(perft(&Stacks::start(&Default::default()), 1), 1_502);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    count(position, depth, &mut Vec::new())
}

/// Counts recursively. `moves` is one list for the whole tree: every ply appends its moves and truncates the list
/// afterwards.
fn count<P: Position>(position: &P, depth: u32, moves: &mut Vec<P::Move>) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let start = moves.len();
            position.legal_moves(moves);
            let mut total = 0;
            for index in start..moves.len() {
                let mut next = *position;
                next.play_unchecked(moves[index]);
                total += count(&next, depth - 1, moves);
            }
            moves.truncate(start);
            total
        }
    }
}
