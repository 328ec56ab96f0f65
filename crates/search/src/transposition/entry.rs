//! An entry of the transposition table, packed into one word.

use crate::score::{Value, WIN_IN_MAX_PLY};

/// Generations wrap around after this many searches.
pub(super) const GENERATIONS: u8 = 64;

/// The relation of a stored value to the true one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Bound {
    /// No value, only a best move.
    None,
    /// The true value is at least this: the node failed high.
    Lower,
    /// The true value is at most this: the node failed low.
    Upper,
    /// The true value equals this.
    Exact,
}

/// An entry of the table: the result of a search of one position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct TtEntry {
    /// The value for the side to move; win and loss distances count from this position.
    pub(crate) value: i16,
    /// The depth of the search below it.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The best move, as an index into the legal moves, whose order depends only on the position.
    pub(crate) index: Option<u16>,
}

/// Returns the generation of a packed entry.
pub(super) const fn generation(data: u64) -> u8 {
    (data >> 26) as u8 & (GENERATIONS - 1)
}

impl TtEntry {
    /// Packs the entry into bits: 0 to 15 value, 16 to 23 depth, 24 and 25 bound, 26 to 31 generation, 32 to 47 move
    /// plus one, 48 a one so that no entry is zero.
    pub(super) fn pack(self, generation: u8) -> u64 {
        let index = self.index.map_or(0, |index| index.wrapping_add(1));
        u64::from(self.value as u16)
            | u64::from(self.depth) << 16
            | (self.bound as u64) << 24
            | u64::from(generation) << 26
            | u64::from(index) << 32
            | 1 << 48
    }

    #[inline]
    pub(super) fn unpack(data: u64) -> Self {
        let bound = match data >> 24 & 3 {
            0 => Bound::None,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        let index = ((data >> 32) as u16).checked_sub(1);
        Self { value: data as u16 as i16, depth: (data >> 16) as u8, bound, index }
    }

    /// Converts a value at a ply, with distances from the root, to distances from the position.
    pub(crate) fn value_from(value: Value, ply: usize) -> i16 {
        let ply = ply as Value;
        let value = match value {
            WIN_IN_MAX_PLY.. => value + ply,
            _ if value <= -WIN_IN_MAX_PLY => value - ply,
            _ => value,
        };
        value as i16
    }

    /// Returns the stored value at a ply, with distances from the root.
    #[inline]
    pub(crate) fn value_at(self, ply: usize) -> Value {
        let (value, ply) = (Value::from(self.value), ply as Value);
        match value {
            WIN_IN_MAX_PLY.. => value - ply,
            _ if value <= -WIN_IN_MAX_PLY => value + ply,
            _ => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::win_in;

    #[test]
    fn entries_round_trip() {
        for value in [0, 1, -1, 9_999, -9_999, i16::MAX, i16::MIN] {
            for bound in [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact] {
                for index in [None, Some(0), Some(1_499), Some(u16::MAX - 1)] {
                    let entry = TtEntry { value, depth: 200, bound, index };
                    assert_eq!(TtEntry::unpack(entry.pack(63)), entry);
                    assert_eq!(generation(entry.pack(63)), 63);
                }
            }
        }
    }

    #[test]
    fn win_distances_count_from_the_position() {
        for value in [win_in(9), -win_in(9), 120, -120] {
            let entry =
                TtEntry { value: TtEntry::value_from(value, 4), depth: 1, bound: Bound::Exact, index: None };
            assert_eq!(entry.value_at(4), value);
        }
        let entry =
            TtEntry { value: TtEntry::value_from(win_in(9), 4), depth: 1, bound: Bound::Exact, index: None };
        assert_eq!(entry.value_at(0), win_in(5));
    }
}
