//! Squares and sets of squares: rows of sixteen bits, so that the four beyond the board's twelve catch every step over
//! the edge.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::SIZE;
use crate::grid_square;

/// A square of the board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct StltsSquare(u8);

grid_square!(StltsSquare, SIZE, SIZE, stride 16);

impl StltsSquare {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    const fn word(self) -> usize {
        self.index() / 64
    }

    const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// A set of squares, four rows per word.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Squares([u64; 3]);

impl Squares {
    pub(super) const EMPTY: Self = Self([0; 3]);
    /// Every square of the board.
    pub(super) const BOARD: Self = Self([0x0FFF_0FFF_0FFF_0FFF; 3]);

    /// Creates the set of one square.
    pub(super) const fn of(square: StltsSquare) -> Self {
        let mut words = [0; 3];
        if square.word() < 3 {
            words[square.word()] = square.bit();
        }
        Self(words)
    }

    /// Returns the squares of the rectangle with these two in opposite corners.
    pub(super) fn rectangle(a: StltsSquare, b: StltsSquare) -> Self {
        let (left, right) = (a.column().min(b.column()), a.column().max(b.column()));
        let (bottom, top) = (a.row().min(b.row()), a.row().max(b.row()));
        let columns = ((2 << right) - (1 << left)) * 0x0001_0001_0001_0001;
        Self([columns; 3]) & BELOW[usize::from(top & 15) + 1] & !BELOW[usize::from(bottom & 15)]
    }

    pub(super) fn contains(self, square: StltsSquare) -> bool {
        self.0.get(square.word()).is_some_and(|word| word & square.bit() != 0)
    }

    /// The squares of a row, a bit for each column.
    pub(super) fn row(self, row: u8) -> u64 {
        self.0[usize::from(row / 4 % 3)] >> (row % 4 * 16) & 0xFFF
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Counts its squares before `square` in square order.
    pub(super) fn count_before(self, square: StltsSquare) -> usize {
        let [low, middle, high] = self.0;
        let rest = |word: u64| (word & (square.bit() - 1)).count_ones();
        let count = match square.word() {
            0 => rest(low),
            1 => low.count_ones() + rest(middle),
            _ => low.count_ones() + middle.count_ones() + rest(high),
        };
        count as usize
    }

    /// Returns its squares in square order.
    pub(super) fn iter(self) -> impl Iterator<Item = StltsSquare> {
        let [mut word, mut next, mut last] = self.0;
        let mut offset = 0;
        std::iter::from_fn(move || {
            while word == 0 {
                if next | last == 0 {
                    return None;
                }
                (word, next, last) = (next, last, 0);
                offset += 64;
            }
            let square = StltsSquare(offset | word.trailing_zeros() as u8);
            word &= word - 1;
            Some(square)
        })
    }

    /// Returns the squares one step to the left and to the right, some of them off the board.
    pub(super) fn sideways(self) -> Self {
        Self(self.0.map(|word| word << 1 | word >> 1))
    }

    /// Returns the squares one step up and down, some of them off the board.
    pub(super) fn up_and_down(self) -> Self {
        let [low, middle, high] = self.0;
        Self([
            low << 16 | low >> 16 | middle << 48,
            middle << 16 | low >> 48 | middle >> 16 | high << 48,
            high << 16 | middle >> 48 | high >> 16,
        ])
    }
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a & d, b & e, c & f])
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a | d, b | e, c | f])
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Squares {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// The squares below every row, including rows beyond the board.
static BELOW: [Squares; 17] = {
    let mut table = [Squares::EMPTY; 17];
    let mut row = 1;
    while row < table.len() {
        table[row] = table[row - 1];
        if row <= SIZE as usize {
            table[row].0[(row - 1) / 4] |= 0xFFF << ((row - 1) % 4 * 16);
        }
        row += 1;
    }
    table
};
