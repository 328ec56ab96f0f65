//! Points as bits, and the lines between them: neighbours and lines of sight.
//!
//! Points are numbered as on the largest board, with a gap after each row so that a step sideways never wraps around.
//! Tables also have entries for points off a smaller board; they are harmless, because no piece ever stands there.

use super::MAX_SIZE;
use crate::grid::square_set;
use crate::grid_square;

/// The distance from a point to the one above it.
pub(super) const STRIDE: u8 = MAX_SIZE + 1;
/// The number of bits of a board.
const BITS: usize = (STRIDE * MAX_SIZE) as usize;

/// The points through which diagonal lines run (rule 2).
pub(super) const DIAGONALS: u128 = {
    let mut set = 0;
    let mut bit = 0;
    while bit < BITS as u8 {
        if bit % STRIDE < MAX_SIZE && (bit / STRIDE + bit % STRIDE).is_multiple_of(2) {
            set |= 1 << bit;
        }
        bit += 1;
    }
    set
};

/// A point of the largest board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct SightPoint(u8);

grid_square!(SightPoint, MAX_SIZE, MAX_SIZE, stride STRIDE);
square_set!(SightPoint, u128, points);

impl SightPoint {
    /// The points one step away along a drawn line.
    pub(super) fn adjacent(self) -> u128 {
        ADJACENT[usize::from(self.0)]
    }

    /// Returns the adjacent point with this number.
    pub(super) fn nth_adjacent(self, some: u128, index: u32) -> Self {
        // Gathers the three rows around the point, three bits each, into an index.
        let around = ((some << (STRIDE + 1)) >> self.0) as u32;
        let nine = (around | around >> (STRIDE - 3) | around >> (2 * (STRIDE - 3))) & 0o777;
        Self(self.0.wrapping_add(NTH_OFFSET[nine as usize][index as usize & 7]))
    }

    /// Returns the nearest of `pieces` on every line through this point, in both directions (rules 6, 7).
    pub(super) fn nearest(self, pieces: u128) -> u128 {
        let rays = &RAYS[usize::from(self.0)];
        // Boards up to size 6 fit into the lower half, which is much faster to search.
        if let Ok(pieces) = u64::try_from(pieces) {
            let up = rays.up.iter().fold(0, |seen, &ray| {
                let standing = ray as u64 & pieces;
                seen | (standing & standing.wrapping_neg())
            });
            let below = |ray: u128| HIGHEST[64 + (ray as u64 & pieces).leading_zeros() as usize] as u64;
            return rays.down.iter().fold(up, |seen, &ray| seen | below(ray)).into();
        }
        let up = rays.up.iter().fold(0, |seen, &ray| {
            let standing = ray & pieces;
            seen | (standing & standing.wrapping_neg())
        });
        let below = |ray: u128| HIGHEST[(ray & pieces).leading_zeros() as usize];
        rays.down.iter().fold(up, |seen, &ray| seen | below(ray))
    }
}

/// The points of a board.
pub(super) fn board(size: u8) -> u128 {
    BOARDS[usize::from(size)]
}

/// The points in sight from a point of an empty board, by direction.
struct Rays {
    /// Towards higher bits.
    up: [u128; 4],
    /// Towards lower bits.
    down: [u128; 4],
}

static BOARDS: [u128; MAX_SIZE as usize + 1] = boards();
static ADJACENT: [u128; BITS] = adjacent();
static RAYS: [Rays; BITS] = rays();
/// The highest bit of a set, by the number of zeros above it.
static HIGHEST: [u128; 129] = highest_bits();
/// The offset from a point to the nth of its selected neighbours, indexed by the nine bits of the 3 x 3 square around
/// it.
static NTH_OFFSET: [[u8; 8]; 1 << 9] = nth_offset();

const fn boards() -> [u128; MAX_SIZE as usize + 1] {
    let mut table = [0; MAX_SIZE as usize + 1];
    let mut size = 1;
    while size <= MAX_SIZE {
        let mut row = 0;
        while row < size {
            table[size as usize] |= ((1 << size) - 1) << (row * STRIDE);
            row += 1;
        }
        size += 1;
    }
    table
}

const fn highest_bits() -> [u128; 129] {
    let mut table = [0; 129];
    let mut zeros = 0;
    while zeros < 128 {
        table[zeros] = 1 << (127 - zeros);
        zeros += 1;
    }
    table
}

/// Returns the points from one point to the edge, exclusive; none diagonally where no diagonal runs (rule 2).
const fn ray(from: u8, across: i8, up: i8) -> u128 {
    let (mut column, mut row) = ((from % STRIDE) as i8, (from / STRIDE) as i8);
    let mut ray = 0;
    if across != 0 && up != 0 && (column + row) % 2 != 0 {
        return ray;
    }
    loop {
        (column, row) = (column + across, row + up);
        if column < 0 || row < 0 || column >= MAX_SIZE as i8 || row >= MAX_SIZE as i8 {
            return ray;
        }
        ray |= SightPoint::new(column as u8, row as u8).bit();
    }
}

const fn rays() -> [Rays; BITS] {
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; BITS];
    let mut from = 0;
    while from < BITS as u8 {
        if from % STRIDE < MAX_SIZE {
            table[from as usize] = Rays {
                up: [ray(from, 1, 0), ray(from, -1, 1), ray(from, 0, 1), ray(from, 1, 1)],
                down: [ray(from, -1, 0), ray(from, 1, -1), ray(from, 0, -1), ray(from, -1, -1)],
            };
        }
        from += 1;
    }
    table
}

/// Returns the first step of every ray.
const fn adjacent() -> [u128; BITS] {
    let rays = rays();
    let mut table = [0; BITS];
    let mut from = 0;
    while from < BITS {
        let mut direction = 0;
        while direction < 4 {
            let (up, down) = (rays[from].up[direction], rays[from].down[direction]);
            table[from] |= up & up.wrapping_neg();
            if down != 0 {
                table[from] |= 1 << down.ilog2();
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

const fn nth_offset() -> [[u8; 8]; 1 << 9] {
    let mut table = [[0; 8]; 1 << 9];
    let mut nine = 0;
    while nine < table.len() {
        let mut found = 0;
        let mut bit = 0;
        while bit < 9 {
            if nine >> bit & 1 != 0 && found < 8 {
                table[nine][found] = (bit / 3 * STRIDE + bit % 3).wrapping_sub(STRIDE + 1);
                found += 1;
            }
            bit += 1;
        }
        nine += 1;
    }
    table
}
