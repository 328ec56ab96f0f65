//! The eight symmetries of the square, each with and without an exchange of the sides.

use super::SIZE;
use super::position::{StltsMove, StltsPosition};
use super::side::{Pin, Pins, Side};
use super::square::StltsSquare;
use crate::{Position, Symmetric, grid};

/// The bits of [`grid::image`], where bit 2 also exchanges white and black pins; bit 3 exchanges the sides.
#[derive(Copy, Clone)]
struct Symmetry(u8);

impl Symmetry {
    const fn has(self, bit: u8) -> bool {
        self.0 & 1 << bit != 0
    }

    const fn square(self, square: StltsSquare) -> StltsSquare {
        let (column, row) = grid::image((square.column(), square.row()), SIZE, self.0);
        StltsSquare::new(column, row)
    }

    const fn pin(self, pin: Pin) -> Pin {
        if self.has(2) { pin.other() } else { pin }
    }

    const fn pins(self, pins: Pins) -> Pins {
        if self.has(2) { Pins { white: pins.black, black: pins.white } } else { pins }
    }

    fn side(self, side: &Side) -> Side {
        let mut image = Side::EMPTY;
        for (square, pins) in side.pieces() {
            image.put(self.square(square), self.pins(pins));
        }
        image
    }
}

impl Symmetric for StltsPosition {
    fn symmetries(&self) -> u8 {
        16
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let symmetry = Symmetry(symmetry);
        let player = self.to_move();
        let (own, enemy) = (symmetry.side(self.own()), symmetry.side(self.enemy()));
        let player = if symmetry.has(3) { player.opponent() } else { player };
        let mut image = *self;
        image.sides = [own, enemy];
        image.sides.rotate_left(player.index());
        image.to_move = player;
        image.keyed()
    }

    fn transform_move(&self, mv: StltsMove, symmetry: u8) -> StltsMove {
        let symmetry = Symmetry(symmetry);
        match mv {
            StltsMove::Insert { at, pin } => {
                StltsMove::Insert { at: symmetry.square(at), pin: symmetry.pin(pin) }
            }
            StltsMove::Walk { from, to } => {
                StltsMove::Walk { from: symmetry.square(from), to: symmetry.square(to) }
            }
            StltsMove::Capture { from, to } => {
                StltsMove::Capture { from: symmetry.square(from), to: symmetry.square(to) }
            }
        }
    }
}
