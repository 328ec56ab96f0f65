//! The eight symmetries of the square.

use super::position::{StaqsMove, StaqsPosition};
use super::square::StaqsSquare;
use super::stacks::Stack;
use crate::{Player, Position, Symmetric, grid};

impl StaqsPosition {
    fn image(&self, square: StaqsSquare, symmetry: u8) -> StaqsSquare {
        let (column, row) = grid::image((square.column(), square.row()), self.options().size, symmetry);
        StaqsSquare::new(column, row)
    }
}

impl Symmetric for StaqsPosition {
    fn symmetries(&self) -> u8 {
        8
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let neutral = self.neutral().iter().map(|square| self.image(square, symmetry)).collect();
        let stacks: Vec<(Player, Stack)> = self
            .all_stacks()
            .map(|(player, stack)| (player, Stack { square: self.image(stack.square, symmetry), ..stack }))
            .collect();
        Self::set_up(self.options(), neutral, &stacks, self.reserves(), self.to_move())
    }

    fn transform_move(&self, mv: StaqsMove, symmetry: u8) -> StaqsMove {
        match mv {
            StaqsMove::Place(square) => StaqsMove::Place(self.image(square, symmetry)),
            StaqsMove::Step { from, to } => {
                StaqsMove::Step { from: self.image(from, symmetry), to: self.image(to, symmetry) }
            }
            StaqsMove::Pass => StaqsMove::Pass,
        }
    }
}
