//! Numeric encoding of Stlts: moves by the piece's square and the target, then pins by the piece's square and the
//! colour.

use super::SIZE;
use super::position::{StltsMove, StltsPosition};
use super::side::Pin;
use super::square::StltsSquare;
use crate::encode::{Planes, actions_are_moves};
use crate::{Encode, Position};

const CELLS: u32 = SIZE as u32 * SIZE as u32;
const MOVES: u32 = CELLS * CELLS;

fn place_of(square: StltsSquare) -> u32 {
    u32::from(square.row()) * u32::from(SIZE) + u32::from(square.column())
}

fn square_at(place: u32) -> StltsSquare {
    StltsSquare::new((place % u32::from(SIZE)) as u8, (place / u32::from(SIZE)) as u8)
}

impl StltsPosition {
    #[expect(clippy::unused_self, reason = "as in the games whose numbers depend on their options")]
    fn number_of(&self, mv: StltsMove) -> u32 {
        match mv {
            StltsMove::Walk { from, to } | StltsMove::Capture { from, to } => {
                place_of(from) * CELLS + place_of(to)
            }
            StltsMove::Insert { at, pin } => MOVES + place_of(at) * 2 + u32::from(pin == Pin::Black),
        }
    }

    fn numbered(&self, number: u32) -> Option<StltsMove> {
        if number < MOVES {
            return Some(self.walk(square_at(number / CELLS), square_at(number % CELLS)));
        }
        let number = number - MOVES;
        let pin = Pin::BOTH[(number % 2) as usize];
        (number < 2 * CELLS).then(|| StltsMove::Insert { at: square_at(number / 2), pin })
    }
}

impl Encode for StltsPosition {
    actions_are_moves!();

    fn action_count(&self) -> u32 {
        MOVES + 2 * CELLS
    }

    fn legal_actions(&self, (): (), out: &mut Vec<u32>) {
        self.for_each_move(|mv| out.push(self.number_of(mv)));
    }

    fn observation_shape(&self) -> [usize; 3] {
        [7, SIZE.into(), SIZE.into()]
    }

    fn observe(&self, (): (), planes: &mut [f32]) {
        let mut planes = Planes::new(planes, SIZE, SIZE);
        let at = |square: StltsSquare| (square.column(), square.row());
        for side in [self.own(), self.enemy()] {
            planes.squares(side.pieces().map(|(square, _)| (at(square), 1)));
            planes.squares(side.pieces().map(|(square, pins)| (at(square), pins.white.into())));
            planes.squares(side.pieces().map(|(square, pins)| (at(square), pins.black.into())));
        }
        planes.constant(self.halfmove_clock);
    }
}
