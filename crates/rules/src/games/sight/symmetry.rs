//! The symmetries of the board: all eight of the square if they keep the diagonals.

use super::point::{Point, points};
use super::position::{Move, Position};
use crate::{Symmetric, grid};

/// By the numbers of [`grid::image`].
const ALL: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// On a board of even size one mirror alone puts the diagonals where none were (rule 2).
const WITH_BOTH_MIRRORS_OR_NONE: [u8; 4] = [0, 3, 4, 7];

impl Position {
    fn ways(&self) -> &'static [u8] {
        if self.options.size % 2 == 1 { &ALL } else { &WITH_BOTH_MIRRORS_OR_NONE }
    }

    fn image(&self, point: Point, symmetry: u8) -> Point {
        let way = self.ways()[usize::from(symmetry)];
        let (column, row) = grid::image((point.column(), point.row()), self.options.size, way);
        Point::new(column, row)
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
