//! Squares as bits: rows of ten with a gap of one, so that a step sideways never wraps around.

use std::fmt;

use super::MAX_SIZE;
use crate::grid;

const STRIDE: u8 = MAX_SIZE + 1;
/// How many bits a board takes.
pub(super) const BITS: usize = (STRIDE * MAX_SIZE) as usize;

/// A square of the largest board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square in this column and row, both from 0.
    pub const fn new(column: u8, row: u8) -> Self {
        Self(row * STRIDE + column)
    }

    /// The square of the lowest bit of a set.
    pub(super) const fn lowest(set: u128) -> Self {
        Self(set.trailing_zeros() as u8)
    }

    /// From the left, from 0.
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// From the bottom, from 0.
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// The set of this square alone.
    pub(super) const fn bit(self) -> u128 {
        1 << self.0
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::write_name(f, self.column(), self.row())
    }
}

/// All squares of a set, lowest first.
pub(super) fn squares(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square::lowest(set);
            set &= set - 1;
            square
        })
    })
}

/// The neighbours of every square, orthogonal ones and all; some lie off smaller boards, where
/// no neutral disc is.
pub(super) static NEIGHBOURS: [[u128; BITS]; 2] = [neighbours(false), neighbours(true)];

const fn neighbours(diagonal: bool) -> [u128; BITS] {
    let mut table = [0; BITS];
    let mut index = 0;
    while index < BITS {
        let bit = 1u128 << index;
        let line = if diagonal { bit | bit << 1 | bit >> 1 } else { bit };
        let sideways = bit << 1 | bit >> 1;
        table[index] = sideways | line << STRIDE | line >> STRIDE;
        index += 1;
    }
    table
}
