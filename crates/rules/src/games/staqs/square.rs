//! Squares as bits: rows of ten with a gap of one, so that a step sideways never wraps around.

use super::MAX_SIZE;
use crate::grid::square_names;

/// How many bits apart two squares of a column are.
pub(super) const STRIDE: u8 = MAX_SIZE + 1;
/// The largest board whose squares all lie within the first 64 bits.
pub(super) const NARROW: u8 = 6;

/// A square of the largest board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square in this column and row, both from 0.
    pub(super) const fn new(column: u8, row: u8) -> Self {
        Self(row * STRIDE + column)
    }

    pub(super) const fn from_bit(bit: u32) -> Self {
        Self(bit as u8)
    }

    /// From the left, from 0.
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// From the bottom, from 0.
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// Which word of a set the square is in.
    pub(super) const fn word(self) -> usize {
        (self.0 >> 6 & 1) as usize
    }

    /// Its bit in that word.
    pub(super) const fn mask(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// A place in a table of 128.
    pub(super) const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// The square from which a step of this many bits leads here.
    #[must_use]
    pub(super) const fn back(self, step: i8) -> Self {
        Self(self.0.wrapping_sub(step as u8))
    }
}

square_names!(Square, MAX_SIZE, MAX_SIZE);
