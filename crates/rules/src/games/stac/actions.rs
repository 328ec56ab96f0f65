//! Numeric encoding of Stac: walks by their end, then carries by their end. A move starts from the pawn of the player
//! to move.

use super::position::{StacMove, StacPosition};
use super::square::{StacSquare, squares};
use super::{SIZE, SQUARES};
use crate::encode::{Planes, actions_are_moves};
use crate::{Encode, Player, Position};

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

    fn legal_actions(&self, (): (), out: &mut Vec<u32>) {
        let (walks, carries) = self.choices();
        out.extend(squares(walks).map(|to| to.index() as u32));
        out.extend(squares(carries).map(|to| CELLS + to.index() as u32));
    }

    fn observation_shape(&self) -> [usize; 3] {
        [8, SIZE.into(), SIZE.into()]
    }

    fn observe(&self, (): (), planes: &mut [f32]) {
        let mut planes = Planes::new(planes, SIZE, SIZE);
        let at = |square: StacSquare| (square.column(), square.row());
        let ones = squares(self.ones).map(|square| (at(square), 1));
        planes.squares(ones.chain(squares(self.twos).map(|square| (at(square), 2))));
        let players: [Player; 2] = [self.to_move(), self.to_move().opponent()];
        for player in players {
            planes.squares(self.towers_of(player).map(|square| (at(square), 1)));
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
