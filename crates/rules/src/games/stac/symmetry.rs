//! The eight symmetries of the square, each with and without an exchange of the colours.

use super::SIZE;
use super::position::{StacMove, StacPosition};
use super::square::{StacSquare, squares};
use crate::{Symmetric, grid};

/// The bit that exchanges the colours.
const EXCHANGE: u8 = 8;

fn image(square: StacSquare, symmetry: u8) -> StacSquare {
    let (column, row) = grid::image((square.column(), square.row()), SIZE, symmetry);
    StacSquare::new(column, row)
}

impl Symmetric for StacPosition {
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

    fn transform_move(&self, mv: StacMove, symmetry: u8) -> StacMove {
        StacMove { from: image(mv.from, symmetry), to: image(mv.to, symmetry), ..mv }
    }
}
