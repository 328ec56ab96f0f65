//! Numeric encoding of Stac: walks by their end, then carries by their end. A move starts from the pawn of the player
//! to move.

use super::position::{StacMove, StacPosition};
use super::square::{StacSquare, squares};
use super::{SIZE, SQUARES};
use crate::encode::{Planes, actions_are_moves, rows};
use crate::{ActionSet, Encode, Player, Position};

const CELLS: u32 = SQUARES as u32;

impl StacPosition {
    #[expect(clippy::unused_self, reason = "as in the games whose numbers depend on their options")]
    fn number_of(&self, mv: StacMove) -> u32 {
        mv.to.index() as u32 + if mv.carrying { CELLS } else { 0 }
    }

    fn numbered(&self, number: u32) -> Option<StacMove> {
        let place = (number % CELLS) as u8;
        let to = StacSquare::new(place % SIZE, place / SIZE);
        let from = self.pawn(self.to_move());
        (number < 2 * CELLS).then_some(StacMove { from, to, carrying: number >= CELLS })
    }
}

impl Encode for StacPosition {
    actions_are_moves!();

    fn action_count(&self) -> u32 {
        2 * CELLS
    }

    fn add_legal_actions(&self, (): (), out: &mut ActionSet<'_>) {
        let (walks, carries) = self.choices();
        out.insert_all(0, walks.into());
        out.insert_all(CELLS, carries.into());
    }

    fn observation_shape(&self) -> [usize; 3] {
        [8, SIZE.into(), SIZE.into()]
    }

    fn observe(&self, (): (), planes: &mut [f32]) {
        let mut planes = Planes::new(planes, SIZE, SIZE);
        let at = |square: StacSquare| (square.column(), square.row());
        let loose = squares(self.ones | self.twos);
        planes.squares(loose.map(|square| (at(square), self.discs_on(square).into())));
        let players: [Player; 2] = [self.to_move(), self.to_move().opponent()];
        for player in players {
            planes.rows(rows(self.towers[player.index()].into(), SIZE, SIZE, SIZE));
        }
        for player in players {
            planes.squares([(at(self.pawn(player)), 1)]);
        }
        for player in players {
            planes.constant(self.carried[player.index()].into());
        }
        planes.constant(self.halfmove_clock);
    }
}
