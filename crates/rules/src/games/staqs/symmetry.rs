//! The eight symmetries of the square.

use super::position::{Move, Position};
use super::square::Square;
use super::stacks::Stack;
use crate::{Player, Symmetric, grid};

impl Position {
    fn image(&self, square: Square, symmetry: u8) -> Square {
        let (column, row) = grid::image((square.column(), square.row()), self.options().size, symmetry);
        Square::new(column, row)
    }
}

impl Symmetric for Position {
    fn symmetries(&self) -> u8 {
        8
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let neutral = self.neutral().iter().map(|square| self.image(square, symmetry)).collect();
        let stacks: Vec<(Player, Stack)> = self
            .all_stacks()
            .map(|(player, stack)| (player, Stack { square: self.image(stack.square, symmetry), ..stack }))
            .collect();
        Self::set_up(self.options(), neutral, &stacks, self.reserves(), crate::Position::to_move(self))
    }

    fn transform_move(&self, mv: Move, symmetry: u8) -> Move {
        match mv {
            Move::Place(square) => Move::Place(self.image(square, symmetry)),
            Move::Step { from, to } => {
                Move::Step { from: self.image(from, symmetry), to: self.image(to, symmetry) }
            }
            Move::Pass => Move::Pass,
        }
    }
}
