//! The symmetries of the board: all eight of the square if they keep the diagonals.

use super::point::{Point, points};
use super::position::{Move, Position};
use crate::Symmetric;

/// Bit 0 mirrors left and right, bit 1 up and down, bit 2 exchanges columns and rows.
const ALL: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// On a board of even size one mirror alone puts the diagonals where none were (rule 2).
const WITH_BOTH_MIRRORS_OR_NONE: [u8; 4] = [0, 3, 4, 7];

impl Position {
    fn ways(&self) -> &'static [u8] {
        if self.options.size % 2 == 1 { &ALL } else { &WITH_BOTH_MIRRORS_OR_NONE }
    }

    fn image(&self, point: Point, symmetry: u8) -> Point {
        let way = self.ways()[usize::from(symmetry)];
        let last = self.options.size - 1;
        let (column, row) = (point.column(), point.row());
        let column = if way & 1 == 0 { column } else { last - column };
        let row = if way & 2 == 0 { row } else { last - row };
        if way & 4 == 0 { Point::new(column, row) } else { Point::new(row, column) }
    }
}

impl Symmetric for Position {
    fn symmetries(&self) -> u8 {
        self.ways().len() as u8
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let image = |set| points(set).fold(0, |image, point| image | self.image(point, symmetry).bit());
        let to_move = crate::Position::to_move(self);
        Self::set_up(self.options, self.pieces.map(image), self.planes.map(image), to_move)
    }

    fn transform_move(&self, mv: Move, symmetry: u8) -> Move {
        match mv {
            Move::Place(point) => Move::Place(self.image(point, symmetry)),
            Move::Step { from, to } => {
                Move::Step { from: self.image(from, symmetry), to: self.image(to, symmetry) }
            }
        }
    }
}
