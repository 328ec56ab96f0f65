//! The symmetries of the board: those of the square that preserve the diagonals.

use super::point::{SightPoint, points};
use super::position::{SightMove, SightPosition};
use crate::{Position, Symmetric, grid};

/// The numbers are those of [`grid::image`].
const ALL: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// On a board of even size, a single mirror moves the diagonals to squares without any (rule 2).
const WITH_BOTH_MIRRORS_OR_NONE: [u8; 4] = [0, 3, 4, 7];

impl SightPosition {
    fn symmetries_of_board(&self) -> &'static [u8] {
        if self.options.size % 2 == 1 { &ALL } else { &WITH_BOTH_MIRRORS_OR_NONE }
    }

    fn image(&self, point: SightPoint, symmetry: u8) -> SightPoint {
        let image = self.symmetries_of_board()[usize::from(symmetry)];
        let (column, row) = grid::image((point.column(), point.row()), self.options.size, image);
        SightPoint::new(column, row)
    }
}

impl Symmetric for SightPosition {
    fn symmetries(&self) -> u8 {
        self.symmetries_of_board().len() as u8
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let image = |set| points(set).fold(0, |image, point| image | self.image(point, symmetry).bit());
        let to_move = self.to_move();
        Self::set_up(self.options, self.pieces.map(image), self.planes.map(image), to_move)
    }

    fn transform_move(&self, mv: SightMove, symmetry: u8) -> SightMove {
        match mv {
            SightMove::Place(point) => SightMove::Place(self.image(point, symmetry)),
            SightMove::Step { from, to } => {
                SightMove::Step { from: self.image(from, symmetry), to: self.image(to, symmetry) }
            }
        }
    }
}
