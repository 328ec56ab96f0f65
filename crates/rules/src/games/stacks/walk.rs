//! The squares that a group can reach (rules 5, 6, 8, 10, 12).

use super::board::Board;
use super::square::{STRIDE, StacksSquare};

/// The steps that a board allows.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ground {
    empty: u64,
    /// The squares from which a diagonal step is not blocked by the stacks on both sides: up right, up left, down
    /// right, down left.
    open: [u64; 4],
}

/// The squares within up to three steps of a square.
#[derive(Copy, Clone, Debug)]
pub(super) struct Walks {
    /// The squares from which the last of up to one, two or three steps can be made: the start, or an empty square on
    /// the path. Returning to the start never helps, because every square next to it is reached sooner from there.
    pub(super) approaches: [u64; 3],
    /// The squares that the last of up to one, two or three steps enters, occupied or not.
    pub(super) ends: [u64; 3],
}

impl Ground {
    pub(super) const fn new(board: &Board) -> Self {
        let enemy = board.enemy.all;
        let (right, left) = (enemy >> 1, enemy << 1);
        let (up, down) = (enemy >> STRIDE, enemy << STRIDE);
        Self { empty: board.empty(), open: [!(up & right), !(up & left), !(down & right), !(down & left)] }
    }

    /// Returns the squares one step away from any of a set, possibly including gaps between rows. Steps are symmetric:
    /// a step from a to b also leads from b to a.
    pub(super) const fn around(&self, set: u64) -> u64 {
        let [up_right, up_left, down_right, down_left] = self.open;
        let straight = set << 1 | set >> 1 | set << STRIDE | set >> STRIDE;
        let up = (set & up_right) << (STRIDE + 1) | (set & up_left) << (STRIDE - 1);
        let down = (set & down_right) >> (STRIDE - 1) | (set & down_left) >> (STRIDE + 1);
        straight | up | down
    }

    pub(super) const fn empty(&self) -> u64 {
        self.empty
    }

    /// Returns the squares within three steps of a square.
    pub(super) fn walks(&self, from: StacksSquare) -> Walks {
        let mut approaches = [from.bit(); 3];
        let mut ends = [0; 3];
        for steps in 0..3 {
            ends[steps] = self.around(approaches[steps]) & !from.bit();
            if let Some(next) = approaches.get_mut(steps + 1) {
                *next = from.bit() | ends[steps] & self.empty;
            }
        }
        Walks { approaches, ends }
    }

    /// Returns the squares from which the last of a single's two steps can be made, and those that it enters.
    pub(super) const fn two_steps(&self, from: StacksSquare) -> (u64, u64) {
        let approaches = from.bit() | self.around(from.bit()) & self.empty;
        (approaches, self.around(approaches) & !from.bit())
    }
}
