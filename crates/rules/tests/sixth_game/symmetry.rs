//! The eight symmetries of the square.

use super::position::{Move, Position};
use super::square::Square;
use crate::{Symmetric, grid};

impl Position {
    fn image(&self, square: Square, symmetry: u8) -> Square {
        let (column, row) = grid::image((square.column(), square.row()), self.options.size, symmetry);
        Square::new(column, row)
    }
}

impl Symmetric for Position {
    fn symmetries(&self) -> u8 {
        8
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let mut there = *self;
        for square in Square::all(self.options.size) {
            there.stacks[self.image(square, symmetry).index()] = self.stack_on(square);
        }
        there
    }

    fn transform_move(&self, mv: Move, symmetry: u8) -> Move {
        let image = |square| self.image(square, symmetry);
        match mv {
            Move::Place(square) => Move::Place(image(square)),
            Move::Climb { from, to } => Move::Climb { from: image(from), to: image(to) },
        }
    }
}
