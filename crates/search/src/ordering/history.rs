//! The history heuristic and killer moves: the success of moves elsewhere in the tree.

use std::hash::{Hash, Hasher};

use crate::score::MAX_PLY;

/// The number of bits of a move's hash that index the history table: few enough for the first-level cache.
const SLOT_BITS: u32 = 12;
/// An upper bound on history scores.
const MAX_SCORE: i32 = 16_000;
/// The maximum bonus; a cutoff by a deeper search earns more.
const MAX_BONUS: i32 = 1_600;
const BONUS_PER_DEPTH: i32 = 120;
/// The ordering score of moves that come before all others.
const NOISY: i32 = 4 * MAX_SCORE;
const KILLERS: [i32; 2] = [3 * MAX_SCORE, 2 * MAX_SCORE];
/// The number of seats with a separate history.
const SEATS: usize = 4;

/// A fast hash of a few small numbers.
#[derive(Default)]
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        // The golden ratio spreads consecutive numbers.
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Hashes a move: numbers compare faster than moves, and two moves of a position are unlikely to share one.
#[inline]
fn move_hash(mv: impl Hash) -> u64 {
    let mut hasher = MoveHasher::default();
    mv.hash(&mut hasher);
    hasher.0
}

/// Returns the index of a move's history score.
#[inline]
const fn slot(hash: u64) -> usize {
    (hash >> (u64::BITS - SLOT_BITS)) as usize
}

/// The hash that stands for no move.
const NO_MOVE: u64 = u64::MAX;

/// History scores and killer moves of one thread.
pub(crate) struct History {
    /// History scores by seat and slot.
    scores: Vec<[i16; 1 << SLOT_BITS]>,
    /// The last two quiet moves that failed high at each ply.
    killers: Vec<[u64; 2]>,
}

impl History {
    pub(crate) fn new() -> Self {
        Self { scores: vec![[0; 1 << SLOT_BITS]; SEATS], killers: vec![[NO_MOVE; 2]; MAX_PLY] }
    }

    /// Returns the history score of a move, between `-MAX_SCORE` and `MAX_SCORE`.
    #[inline]
    pub(crate) fn score(&self, seat: usize, mv: impl Hash) -> i32 {
        self.scores[seat % SEATS][slot(move_hash(mv))].into()
    }

    /// Returns a function that scores the moves of one node for ordering, highest first.
    #[inline]
    pub(crate) fn ordering_scores<M: Hash>(&self, seat: usize, ply: usize) -> impl Fn(M, bool) -> i32 + '_ {
        let scores = &self.scores[seat % SEATS];
        let [first, second] = self.killers[ply];
        move |mv, noisy| {
            let hash = move_hash(mv);
            let history = i32::from(scores[slot(hash)]);
            let quiet = if hash == second { KILLERS[1] } else { history };
            let quiet = if hash == first { KILLERS[0] } else { quiet };
            if noisy { NOISY + history } else { quiet }
        }
    }

    /// Returns whether a move is a killer at this ply.
    pub(crate) fn is_killer(&self, ply: usize, mv: impl Hash) -> bool {
        self.killers[ply].contains(&move_hash(mv))
    }

    /// Raises the history score of a move that failed high, or lowers that of one that did not.
    pub(crate) fn update(&mut self, seat: usize, mv: impl Hash, depth: i32, failed_high: bool) {
        let bonus = (BONUS_PER_DEPTH * depth).min(MAX_BONUS);
        let score = &mut self.scores[seat % SEATS][slot(move_hash(mv))];
        let old = i32::from(*score);
        // Gravity: the larger the score, the less it grows, so that it stays within bounds.
        let change = if failed_high { bonus } else { -bonus } - old * bonus / MAX_SCORE;
        *score = (old + change) as i16;
    }

    /// Makes a quiet move that failed high the first killer of a ply.
    pub(crate) fn add_killer(&mut self, ply: usize, mv: impl Hash) {
        let hash = move_hash(mv);
        let killers = &mut self.killers[ply];
        if killers[0] != hash {
            *killers = [hash, killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_scores_stay_within_bounds() {
        let mut history = History::new();
        for _ in 0..1_000 {
            history.update(0, 5_u8, 60, true);
            history.update(1, 5_u8, 60, false);
        }
        assert!(history.score(0, 5_u8) > MAX_SCORE * 9 / 10 && history.score(0, 5_u8) <= MAX_SCORE);
        assert!(history.score(1, 5_u8) < -MAX_SCORE * 9 / 10 && history.score(1, 5_u8) >= -MAX_SCORE);
    }

    #[test]
    fn killers_come_after_noisy_moves_and_before_history() {
        let mut history = History::new();
        history.add_killer(3, 1_u8);
        history.add_killer(3, 2_u8);
        history.update(0, 3_u8, 9, true);
        let mut moves = [4_u8, 3, 2, 1, 0];
        let score = history.ordering_scores(0, 3);
        moves.sort_by_key(|&mv| -score(mv, mv == 0));
        assert_eq!(moves, [0, 2, 1, 3, 4]);
    }
}
