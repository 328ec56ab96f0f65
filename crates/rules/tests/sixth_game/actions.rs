//! Numeric encoding of Tump: placements by square, climbs by both squares.

use super::MAX_SIZE;
use super::position::{TumpMove, TumpPosition};
use super::square::TumpSquare;
use crate::encode::{Planes, actions_are_moves};
use crate::{ActionSet, Encode, Position};

const CELLS: u32 = MAX_SIZE as u32 * MAX_SIZE as u32;

impl TumpPosition {
    #[expect(clippy::unused_self, reason = "as in the games whose numbers depend on their options")]
    fn number_of(&self, mv: TumpMove) -> u32 {
        let place = |square: TumpSquare| u32::from(square.row() * MAX_SIZE + square.column());
        match mv {
            TumpMove::Place(square) => place(square),
            TumpMove::Climb { from, to } => CELLS * (1 + place(from)) + place(to),
        }
    }

    #[expect(clippy::unused_self, reason = "as in the games whose numbers depend on their options")]
    fn numbered(&self, number: u32) -> Option<TumpMove> {
        let square = |place: u32| {
            TumpSquare::try_new((place % u32::from(MAX_SIZE)) as u8, (place / u32::from(MAX_SIZE)) as u8)
        };
        match number.checked_sub(CELLS) {
            None => square(number).map(TumpMove::Place),
            Some(climb) => Some(TumpMove::Climb { from: square(climb / CELLS)?, to: square(climb % CELLS)? }),
        }
    }
}

impl Encode for TumpPosition {
    actions_are_moves!();

    fn action_count(&self) -> u32 {
        CELLS * (1 + CELLS)
    }

    fn add_legal_actions(&self, (): (), out: &mut ActionSet<'_>) {
        self.for_each_move(|mv| out.insert(self.number_of(mv)));
    }

    fn observation_shape(&self) -> [usize; 3] {
        [2, self.options.size.into(), self.options.size.into()]
    }

    fn observe(&self, (): (), planes: &mut [f32]) {
        let mut planes = Planes::new(planes, self.options.size, self.options.size);
        for player in [self.to_move(), self.to_move().opponent()] {
            let stacks = self.stacks_of(player);
            planes.squares(
                stacks.map(|(square, stack)| ((square.column(), square.row()), stack.height().into())),
            );
        }
    }
}
