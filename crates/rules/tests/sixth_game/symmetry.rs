//! The eight symmetries of the square.

use super::position::{TumpMove, TumpPosition};
use super::square::TumpSquare;
use crate::{Symmetric, grid};

impl TumpPosition {
    fn image(&self, square: TumpSquare, symmetry: u8) -> TumpSquare {
        let (column, row) = grid::image((square.column(), square.row()), self.options.size, symmetry);
        TumpSquare::new(column, row)
    }
}

impl Symmetric for TumpPosition {
    fn symmetries(&self) -> u8 {
        8
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let mut there = *self;
        for square in TumpSquare::all(self.options.size, self.options.size) {
            there.stacks[self.image(square, symmetry).index()] = self.stack_on(square);
        }
        there
    }

    fn transform_move(&self, mv: TumpMove, symmetry: u8) -> TumpMove {
        let image = |square| self.image(square, symmetry);
        match mv {
            TumpMove::Place(square) => TumpMove::Place(image(square)),
            TumpMove::Climb { from, to } => TumpMove::Climb { from: image(from), to: image(to) },
        }
    }
}
