//! Squares, sets of squares as bits, and the lines along which pawns move.

use super::{SIZE, SQUARES};
use crate::grid::square_set;
use crate::grid_square;

/// The number of squares in line with any square.
pub(super) const IN_LINE: u32 = 2 * (SIZE as u32 - 1);

/// A square of the board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct StacSquare(u8);

grid_square!(StacSquare, SIZE, SIZE, stride SIZE);
square_set!(StacSquare, u32, squares);

impl StacSquare {
    /// The place in square order: a1, b1, ..., a2, ...
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the other squares of the same row and the same column.
    pub(super) fn lines(self) -> u32 {
        LINES[self.index()]
    }

    /// Returns a square of these lines by its number, modulo [`IN_LINE`].
    pub(super) fn in_line(self, number: u32) -> Self {
        LINED_UP[self.index()][(number % IN_LINE) as usize]
    }

    /// Returns the squares of these lines that lie behind `other`, as seen from here.
    pub(super) fn behind(self, other: Self) -> u32 {
        BEHIND[self.index()][other.index()]
    }
}

static LINED_UP: [[StacSquare; IN_LINE as usize]; SQUARES] = lined_up();
static LINES: [u32; SQUARES] = lines();
static BEHIND: [[u32; SQUARES]; SQUARES] = behind();

const fn lined_up() -> [[StacSquare; IN_LINE as usize]; SQUARES] {
    let mut table = [[StacSquare(0); IN_LINE as usize]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let (mut to, mut number) = (0, 0);
        while to < SQUARES {
            if direction(from, to) != 0 {
                table[from][number] = StacSquare(to as u8);
                number += 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

const fn lines() -> [u32; SQUARES] {
    let lined_up = lined_up();
    let mut table = [0; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut number = 0;
        while number < IN_LINE as usize {
            table[from] |= lined_up[from][number].bit();
            number += 1;
        }
        from += 1;
    }
    table
}

const fn behind() -> [[u32; SQUARES]; SQUARES] {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut over = 0;
        while over < SQUARES {
            let mut to = 0;
            while to < SQUARES {
                let step = direction(from, over);
                if step != 0 && step == direction(over, to) {
                    table[from][over] |= 1 << to;
                }
                to += 1;
            }
            over += 1;
        }
        from += 1;
    }
    table
}

/// Returns the step from one square towards another in the same line; 0 if they share no line.
const fn direction(from: usize, to: usize) -> isize {
    let size = SIZE as usize;
    let sign = if to > from { 1 } else { -1 };
    if from == to {
        0
    } else if from / size == to / size {
        sign
    } else if from % size == to % size {
        sign * size as isize
    } else {
        0
    }
}
