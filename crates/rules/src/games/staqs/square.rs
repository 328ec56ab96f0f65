//! Squares as bits: rows of ten with a gap of one, so that a step sideways never wraps around.

use super::MAX_SIZE;
use crate::grid_square;

/// The bit distance between two squares of a column.
pub(super) const STRIDE: u8 = MAX_SIZE + 1;
/// The largest board whose squares all lie within the first 64 bits.
pub(super) const NARROW: u8 = 6;

/// A square of the largest board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct StaqsSquare(u8);

grid_square!(StaqsSquare, MAX_SIZE, MAX_SIZE, stride STRIDE);

impl StaqsSquare {
    pub(super) const fn from_bit(bit: u32) -> Self {
        Self(bit as u8)
    }

    /// Returns the index of the word of a set that holds the square.
    pub(super) const fn word(self) -> usize {
        (self.0 >> 6 & 1) as usize
    }

    /// Returns its bit in that word.
    pub(super) const fn mask(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Returns an index into a table of 128.
    pub(super) const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// Returns the square from which a step of this many bits leads here.
    #[must_use]
    pub(super) const fn back(self, step: i8) -> Self {
        Self(self.0.wrapping_sub(step as u8))
    }
}
