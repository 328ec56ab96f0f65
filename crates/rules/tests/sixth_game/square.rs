//! Squares in rows of six, for every board size.

use super::MAX_SIZE;
use crate::grid_square;

/// A square of the largest board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct TumpSquare(u8);

grid_square!(TumpSquare, MAX_SIZE, MAX_SIZE, stride MAX_SIZE);

impl TumpSquare {
    /// The number of squares of the largest board.
    pub(super) const COUNT: usize = (MAX_SIZE * MAX_SIZE) as usize;

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the squares left, right, above and below it on a board.
    pub(super) fn neighbours(self, size: u8) -> impl Iterator<Item = Self> {
        let steps = [(-1, 0), (1, 0), (0, 1), (0, -1)];
        steps.into_iter().filter_map(move |(across, up)| {
            let column = self.column().checked_add_signed(across)?;
            let row = self.row().checked_add_signed(up)?;
            (column < size && row < size).then(|| Self::new(column, row))
        })
    }
}
