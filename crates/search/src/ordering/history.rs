//! What moves have achieved so far, wherever they were played.

use std::hash::{Hash, Hasher};

use crate::score::MAX_PLY;

/// Moves are told apart by this many bits of a hash: few enough to stay in the nearest cache.
const SLOT_BITS: u32 = 12;
/// Entries stay below this.
const MOST: i32 = 16_000;
/// A refutation found by a deeper search is worth more, up to this.
const MOST_BONUS: i32 = 1_600;
const BONUS_PER_DEPTH: i32 = 120;
/// Ranks of moves that are tried before all others.
const NOISY: i32 = 4 * MOST;
const KILLERS: [i32; 2] = [3 * MOST, 2 * MOST];
/// Seats that have a history of their own.
const SEATS: usize = 4;

/// A hash of a few small numbers, as quick as can be.
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

/// What stands for a move: numbers compare quicker than moves, and no two moves of a position are
/// ever likely to share one.
#[inline]
fn sign(mv: impl Hash) -> u64 {
    let mut hasher = MoveHasher::default();
    mv.hash(&mut hasher);
    hasher.0
}

/// The place of a move's merit, by its sign.
#[inline]
const fn slot(sign: u64) -> usize {
    (sign >> (u64::BITS - SLOT_BITS)) as usize
}

/// The sign of no move.
const NO_MOVE: u64 = u64::MAX;

/// What moves have achieved.
pub(crate) struct History {
    /// By seat and slot.
    merits: Vec<[i16; 1 << SLOT_BITS]>,
    /// The last two quiet moves that refuted something at each ply.
    killers: Vec<[u64; 2]>,
}

impl History {
    pub(crate) fn new() -> Self {
        Self { merits: vec![[0; 1 << SLOT_BITS]; SEATS], killers: vec![[NO_MOVE; 2]; MAX_PLY] }
    }

    /// What a move has achieved, from -1 to 1 in units of `1 << 14`, roughly.
    #[inline]
    pub(crate) fn merit(&self, seat: usize, mv: impl Hash) -> i32 {
        self.merits[seat % SEATS][slot(sign(mv))].into()
    }

    /// Ranks for the moves of one position; those of a higher rank are tried first.
    #[inline]
    pub(crate) fn ranks<M: Hash>(&self, seat: usize, ply: usize) -> impl Fn(M, bool) -> i32 + '_ {
        let merits = &self.merits[seat % SEATS];
        let [first, second] = self.killers[ply];
        move |mv, noisy| {
            let sign = sign(mv);
            let merit = i32::from(merits[slot(sign)]);
            let quiet = if sign == second { KILLERS[1] } else { merit };
            let quiet = if sign == first { KILLERS[0] } else { quiet };
            if noisy { NOISY + merit } else { quiet }
        }
    }

    /// Whether a move refuted a neighbour.
    pub(crate) fn is_killer(&self, ply: usize, mv: impl Hash) -> bool {
        self.killers[ply].contains(&sign(mv))
    }

    /// A move was good enough, or was tried and was not.
    pub(crate) fn learn(&mut self, seat: usize, mv: impl Hash, depth: i32, good: bool) {
        let bonus = (BONUS_PER_DEPTH * depth).min(MOST_BONUS);
        let merit = &mut self.merits[seat % SEATS][slot(sign(mv))];
        let old = i32::from(*merit);
        // What is great already grows less, so that it stays within bounds.
        let change = if good { bonus } else { -bonus } - old * bonus / MOST;
        *merit = (old + change) as i16;
    }

    /// A quiet move was good enough here.
    pub(crate) fn remember_killer(&mut self, ply: usize, mv: impl Hash) {
        let sign = sign(mv);
        let killers = &mut self.killers[ply];
        if killers[0] != sign {
            *killers = [sign, killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merits_stay_within_bounds() {
        let mut history = History::new();
        for _ in 0..1_000 {
            history.learn(0, 5_u8, 60, true);
            history.learn(1, 5_u8, 60, false);
        }
        assert!(history.merit(0, 5_u8) > MOST * 9 / 10 && history.merit(0, 5_u8) <= MOST);
        assert!(history.merit(1, 5_u8) < -MOST * 9 / 10 && history.merit(1, 5_u8) >= -MOST);
    }

    #[test]
    fn killers_come_before_merits_and_after_noise() {
        let mut history = History::new();
        history.remember_killer(3, 1_u8);
        history.remember_killer(3, 2_u8);
        history.learn(0, 3_u8, 9, true);
        let mut moves = [4_u8, 3, 2, 1, 0];
        let rank = history.ranks(0, 3);
        moves.sort_by_key(|&mv| -rank(mv, mv == 0));
        assert_eq!(moves, [0, 2, 1, 3, 4]);
    }
}
