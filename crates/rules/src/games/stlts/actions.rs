//! Numeric encoding of Stlts: moves by the piece's square and the target, then pins by the piece's square and the
//! colour.

use super::SIZE;
use super::position::{StltsMove, StltsPosition};
use super::side::Pin;
use super::square::StltsSquare;
use crate::encode::{Planes, actions_are_moves};
use crate::{ActionSet, Encode, Position};

const CELLS: u32 = SIZE as u32 * SIZE as u32;
const MOVES: u32 = CELLS * CELLS;

fn place_of(square: StltsSquare) -> u32 {
    u32::from(square.row()) * u32::from(SIZE) + u32::from(square.column())
}

fn square_at(place: u32) -> StltsSquare {
    StltsSquare::new((place % u32::from(SIZE)) as u8, (place / u32::from(SIZE)) as u8)
}

fn number_of_pin(at: StltsSquare, pin: Pin) -> u32 {
    MOVES + place_of(at) * 2 + u32::from(pin == Pin::Black)
}

impl StltsPosition {
    #[expect(clippy::unused_self, reason = "as in the games whose numbers depend on their options")]
    fn number_of(&self, mv: StltsMove) -> u32 {
        match mv {
            StltsMove::Walk { from, to } | StltsMove::Capture { from, to } => {
                place_of(from) * CELLS + place_of(to)
            }
            StltsMove::Insert { at, pin } => number_of_pin(at, pin),
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

    fn add_legal_actions(&self, (): (), out: &mut ActionSet<'_>) {
        if self.outcome().is_some() {
            return;
        }
        for (from, pins) in self.own().pieces() {
            let place = place_of(from);
            let ends = self.destinations(from, pins);
            for row in 0..SIZE {
                out.insert_all(place * CELLS + u32::from(row) * u32::from(SIZE), ends.row(row));
            }
            for pin in self.insertable(pins) {
                out.insert(number_of_pin(from, pin));
            }
        }
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
