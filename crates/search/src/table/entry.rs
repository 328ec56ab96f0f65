//! What is known of one position, packed into a word.

use crate::score::{DECIDED, Value};

/// How many searches are told apart by age.
pub(super) const GENERATIONS: u8 = 64;

/// How a value bounds the true one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Bound {
    /// Nothing is known but a good move.
    None,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Entry {
    /// The value for the side to move; wins and losses count from this position.
    pub(crate) value: i16,
    /// How deep the search below it was.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The best move by its place among the legal ones, whose order the position fixes.
    pub(crate) index: Option<u16>,
}

/// The generation of a packed entry.
pub(super) const fn generation(data: u64) -> u8 {
    (data >> 26) as u8 & (GENERATIONS - 1)
}

impl Entry {
    /// Bits 0 to 15 value, 16 to 23 depth, 24 and 25 bound, 26 to 31 generation, 32 to 47 move
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

    /// A value seen from a position so many plies below the root, as it is kept.
    pub(crate) fn relative(value: Value, ply: usize) -> i16 {
        let ply = ply as Value;
        let value = match value {
            DECIDED.. => value + ply,
            _ if value <= -DECIDED => value - ply,
            _ => value,
        };
        value as i16
    }

    /// The kept value as it is seen so many plies below the root.
    #[inline]
    pub(crate) fn value_at(self, ply: usize) -> Value {
        let (value, ply) = (Value::from(self.value), ply as Value);
        match value {
            DECIDED.. => value - ply,
            _ if value <= -DECIDED => value + ply,
            _ => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::win_at;

    #[test]
    fn entries_round_trip() {
        for value in [0, 1, -1, 9_999, -9_999, i16::MAX, i16::MIN] {
            for bound in [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact] {
                for index in [None, Some(0), Some(1_499), Some(u16::MAX - 1)] {
                    let entry = Entry { value, depth: 200, bound, index };
                    assert_eq!(Entry::unpack(entry.pack(63)), entry);
                    assert_eq!(generation(entry.pack(63)), 63);
                }
            }
        }
    }

    #[test]
    fn distances_count_from_the_position() {
        for value in [win_at(9), -win_at(9), 120, -120] {
            let kept = Entry { value: Entry::relative(value, 4), depth: 1, bound: Bound::Exact, index: None };
            assert_eq!(kept.value_at(4), value);
        }
        let kept = Entry { value: Entry::relative(win_at(9), 4), depth: 1, bound: Bound::Exact, index: None };
        assert_eq!(kept.value_at(0), win_at(5));
    }
}
