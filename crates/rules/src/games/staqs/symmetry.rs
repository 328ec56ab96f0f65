//! The eight symmetries of the square.

use super::position::{Move, Position};
use super::square::Square;
use super::stacks::Stack;
use crate::{Player, Symmetric};

impl Position {
    /// Bit 0 mirrors left and right, bit 1 up and down, bit 2 exchanges columns and rows.
    fn image(&self, square: Square, symmetry: u8) -> Square {
        let last = self.options().size - 1;
        let (column, row) = (square.column(), square.row());
        let column = if symmetry & 1 == 0 { column } else { last - column };
        let row = if symmetry & 2 == 0 { row } else { last - row };
        if symmetry & 4 == 0 { Square::new(column, row) } else { Square::new(row, column) }
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
