//! The eight symmetries of the square, each with the colours as they are or exchanged.

use super::SIZE;
use super::position::{Move, Position};
use super::square::{Square, squares};
use crate::Symmetric;

/// The bit that exchanges the colours.
const EXCHANGE: u8 = 8;

/// Bit 0 mirrors left and right, bit 1 up and down, bit 2 exchanges columns and rows.
fn image(square: Square, symmetry: u8) -> Square {
    let last = SIZE - 1;
    let (column, row) = (square.column(), square.row());
    let column = if symmetry & 1 == 0 { column } else { last - column };
    let row = if symmetry & 2 == 0 { row } else { last - row };
    if symmetry & 4 == 0 { Square::new(column, row) } else { Square::new(row, column) }
}

impl Symmetric for Position {
    fn symmetries(&self) -> u8 {
        16
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let seen = |set: u32| squares(set).fold(0, |set, square| set | image(square, symmetry).bit());
        let mut there = *self;
        there.ones = seen(self.ones);
        there.twos = seen(self.twos);
        there.towers = self.towers.map(seen);
        there.pawns = self.pawns.map(|pawn| image(pawn, symmetry));
        if symmetry & EXCHANGE != 0 {
            there.towers.reverse();
            there.pawns.reverse();
            there.carried.reverse();
            there.to_move = there.to_move.opponent();
        }
        there.keyed()
    }

    fn transform_move(&self, mv: Move, symmetry: u8) -> Move {
        Move { from: image(mv.from, symmetry), to: image(mv.to, symmetry), ..mv }
    }
}
