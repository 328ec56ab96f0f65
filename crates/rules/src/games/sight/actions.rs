//! Numeric encoding of Sight: placements by point, steps by point and direction.

use super::point::{STRIDE, SightPoint, points};
use super::position::{SightMove, SightPosition};
use crate::encode::{Planes, actions_are_moves, direction, neighbour, neighbours, rows};
use crate::{ActionSet, Encode, Position};

const DIRECTIONS: u32 = 8;

impl SightPosition {
    fn cells(&self) -> u32 {
        u32::from(self.options.size).pow(2)
    }

    fn place_of(&self, point: SightPoint) -> u32 {
        u32::from(point.row()) * u32::from(self.options.size) + u32::from(point.column())
    }

    fn point_at(&self, place: u32) -> SightPoint {
        let size = u32::from(self.options.size);
        SightPoint::new((place % size) as u8, (place / size) as u8)
    }

    fn number_of(&self, mv: SightMove) -> u32 {
        match mv {
            SightMove::Place(point) => self.place_of(point),
            SightMove::Step { from, to } => {
                let direction = direction((from.column(), from.row()), (to.column(), to.row()));
                self.cells() + self.place_of(from) * DIRECTIONS + direction
            }
        }
    }

    fn numbered(&self, number: u32) -> Option<SightMove> {
        if number < self.cells() {
            return Some(SightMove::Place(self.point_at(number)));
        }
        let number = number - self.cells();
        if number >= self.cells() * DIRECTIONS {
            return None;
        }
        let from = self.point_at(number / DIRECTIONS);
        let size = self.options.size;
        let (column, row) = neighbour((from.column(), from.row()), number % DIRECTIONS, size, size)?;
        Some(SightMove::Step { from, to: SightPoint::new(column, row) })
    }
}

impl Encode for SightPosition {
    actions_are_moves!();

    fn action_count(&self) -> u32 {
        self.cells() * (1 + DIRECTIONS)
    }

    fn add_legal_actions(&self, (): (), out: &mut ActionSet<'_>) {
        let tallest = self.tallest(self.to_move());
        if tallest == 0 {
            let size = self.options.size;
            for (row, empty) in (0..).zip(rows(self.empty(), STRIDE, size, size)) {
                out.insert_all(row * u32::from(size), empty);
            }
        }
        for from in points(self.movers(self.to_move(), tallest)) {
            let steps = neighbours::<STRIDE>(self.targets(from), (from.column(), from.row()));
            out.insert_all(self.cells() + self.place_of(from) * DIRECTIONS, steps);
        }
    }

    fn observation_shape(&self) -> [usize; 3] {
        [2, self.options.size.into(), self.options.size.into()]
    }

    fn observe(&self, (): (), planes: &mut [f32]) {
        let mut planes = Planes::new(planes, self.options.size, self.options.size);
        for player in [self.to_move(), self.to_move().opponent()] {
            planes.squares(
                self.stacks_of(player).map(|(point, height)| ((point.column(), point.row()), height)),
            );
        }
    }
}
