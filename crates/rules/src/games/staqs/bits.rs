//! Bitboards: two words, of which boards up to 6 x 6 need only the first.

use super::square::{STRIDE, StaqsSquare};
use crate::zobrist;

/// See [`Word::CHEQUERED`].
const CHEQUERED: u128 = {
    let mut set = 0;
    let mut bit = 0;
    while bit < u128::BITS as u8 {
        if (bit / STRIDE + bit % STRIDE).is_multiple_of(2) {
            set |= 1 << bit;
        }
        bit += 1;
    }
    set
};

/// A set of squares.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub(super) struct Bits([u64; 2]);

impl Bits {
    pub(super) const fn insert(&mut self, square: StaqsSquare) {
        self.0[square.word()] |= square.mask();
    }

    pub(super) const fn contains(self, square: StaqsSquare) -> bool {
        self.0[square.word()] & square.mask() != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    pub(super) const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Returns the squares in order.
    pub(super) fn iter(self) -> impl Iterator<Item = StaqsSquare> {
        let mut rest = u128::of(self);
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let square = rest.lowest();
                rest = rest.rest();
                square
            })
        })
    }
}

impl FromIterator<StaqsSquare> for Bits {
    fn from_iter<I: IntoIterator<Item = StaqsSquare>>(squares: I) -> Self {
        let mut set = Self::default();
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// The integer that holds a whole bitboard: `u64` for small boards, `u128` for all boards.
pub(super) trait Word: Copy + Eq {
    const EMPTY: Self;
    /// The squares of one colour of a chequered board.
    const CHEQUERED: Self;
    fn of(bits: Bits) -> Self;
    /// Overwrites a bitboard.
    fn store(self, bits: &mut Bits);
    /// Returns the set of one square.
    fn bit(square: StaqsSquare) -> Self;
    /// Removes the squares of another set.
    fn minus(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Counts the squares below `bit`, which has one square.
    fn rank(self, bit: Self) -> u32;
    /// Shifts all squares by a step; those that leave the board fall into gaps that no board uses.
    fn ahead(self, step: i8) -> Self;
    fn and(self, other: Self) -> Self;
    fn count(self) -> u32;
    fn lowest(self) -> StaqsSquare;
    /// Removes the lowest square.
    fn rest(self) -> Self;
    /// Hashes the set.
    fn mix(self) -> u64;
}

macro_rules! word {
    ($word:ty, $bits:ident => $of:expr, $self:ident => $store:expr) => {
        impl Word for $word {
            const EMPTY: Self = 0;
            const CHEQUERED: Self = CHEQUERED as Self;

            fn of($bits: Bits) -> Self {
                $of
            }

            fn store($self, $bits: &mut Bits) {
                $store
            }

            fn bit(square: StaqsSquare) -> Self {
                1 << (square.index() as u32 % Self::BITS)
            }

            fn minus(self, other: Self) -> Self {
                self & !other
            }

            fn or(self, other: Self) -> Self {
                self | other
            }

            fn rank(self, bit: Self) -> u32 {
                (self & bit.wrapping_sub(1)).count_ones()
            }

            fn ahead(self, step: i8) -> Self {
                if step > 0 { self << step } else { self >> -step }
            }

            fn and(self, other: Self) -> Self {
                self & other
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn lowest(self) -> StaqsSquare {
                StaqsSquare::from_bit(self.trailing_zeros())
            }

            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            fn mix(self) -> u64 {
                let (low, high) = (self as u64, (self as u128 >> 64) as u64);
                zobrist::mix(low ^ zobrist::mix(high))
            }
        }
    };
}

word!(u64, bits => bits.0[0], self => bits.0[0] = self);
word!(u128, bits => bits.0[0] as u128 | (bits.0[1] as u128) << 64, self => bits.0 = [self as u64, (self >> 64) as u64]);
