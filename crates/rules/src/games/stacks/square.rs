//! Squares as bits: rows of five with a gap of one, so that a step sideways never wraps around.

use crate::grid::square_set;
use crate::{Player, grid_square};

pub(super) const COLUMNS: u8 = 5;
pub(super) const ROWS: u8 = 7;
/// The distance from a square to the one above it.
pub(super) const STRIDE: u8 = COLUMNS + 1;
/// The number of bits of a board.
pub(super) const BITS: usize = (STRIDE * ROWS) as usize;

const ROW: u64 = (1 << COLUMNS) - 1;

/// All squares.
pub(super) const BOARD: u64 = {
    let mut board = 0;
    let mut row = 0;
    while row < ROWS {
        board |= ROW << (row * STRIDE);
        row += 1;
    }
    board
};

/// Returns the home row of a player (rule 1): the top row is the first player's.
pub(super) const fn home(player: Player) -> u64 {
    if player.index() == 0 { ROW << ((ROWS - 1) * STRIDE) } else { ROW }
}

/// A square of the board. Their order is a1, b1, ..., e1, a2, ...
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct StacksSquare(u8);

grid_square!(StacksSquare, COLUMNS, ROWS, stride STRIDE);
square_set!(StacksSquare, u64, squares);

impl StacksSquare {
    /// The square at a bit below [`BITS`].
    pub(super) const fn at(bit: u8) -> Self {
        Self(bit)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the squares around it (rule 5).
    pub(super) fn near(self) -> u64 {
        NEAR[self.index()]
    }

    /// Returns the squares at most two steps away, without the square itself.
    pub(super) fn window(self) -> u64 {
        WINDOW[self.index()]
    }
}

/// Square number `index` of a set that has so many.
pub(super) fn nth(mut set: u64, index: u32) -> StacksSquare {
    for _ in 0..index {
        set &= set.wrapping_sub(1);
    }
    StacksSquare::lowest(set)
}

static NEAR: [u64; BITS] = around(1);
static WINDOW: [u64; BITS] = around(2);

const fn around(distance: u32) -> [u64; BITS] {
    let mut table = [0; BITS];
    let mut index = 0;
    while index < BITS {
        let start = (1u64 << index) & BOARD;
        let mut set = start;
        let mut step = 0;
        while step < distance {
            let line = set | set << 1 | set >> 1;
            set = (line | line << STRIDE | line >> STRIDE) & BOARD;
            step += 1;
        }
        table[index] = set & !start;
        index += 1;
    }
    table
}
