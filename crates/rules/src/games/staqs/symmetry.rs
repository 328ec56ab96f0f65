//! The eight symmetries of the square.

use super::position::{Move, Position, Stack};
use super::square::{Square, squares};
use crate::Symmetric;

impl Position {
    /// Bit 0 mirrors left and right, bit 1 up and down, bit 2 exchanges columns and rows.
    fn image(&self, square: Square, symmetry: u8) -> Square {
        let last = self.options.size - 1;
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
        let neutral = squares(self.neutral).fold(0, |set, square| set | self.image(square, symmetry).bit());
        let stacks = self.stacks.map(|stacks| {
            stacks.map(|stack| {
                if stack.height == 0 {
                    stack
                } else {
                    Stack { square: self.image(stack.square, symmetry), ..stack }
                }
            })
        });
        let mut stacks = stacks;
        for stacks in &mut stacks {
            stacks.sort_unstable_by_key(|stack| stack.square);
        }
        let in_use = |player: usize| &stacks[player][..usize::from(self.counts[player])];
        let stacks = [in_use(0), in_use(1), in_use(2), in_use(3)];
        Self::set_up(self.options, neutral, stacks, self.reserves, crate::Position::to_move(self))
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
