//! Static bounds on the value of a position of Sight, and hints for the solver.

use super::position::SightPosition;
use crate::{Evaluate, Position, Solvable, StaticBounds, Wdl, WdlBounds};

/// With at most this many pieces on the board, symmetric positions are common.
const FOLDED_PIECES: u32 = 8;

impl Solvable for SightPosition {
    const DRAWS: bool = false;

    /// A player's pieces change only in that player's turns (rule 14), and no point becomes empty again. So a
    /// waiting player without an action will have none next turn either, and loses unless the player to move cannot act
    /// now.
    fn static_bounds(&self) -> StaticBounds {
        let bounds = if self.actions(self.to_move()) == 0 {
            WdlBounds::exactly(Wdl::Loss)
        } else if self.actions(self.to_move().opponent()) == 0 {
            WdlBounds::exactly(Wdl::Win)
        } else {
            WdlBounds::OPEN
        };
        StaticBounds { bounds, key: self.key() }
    }

    /// Returns the number of empty points, because every ply fills one.
    fn plies_left(&self) -> Option<u16> {
        Some(self.empty().count_ones() as u16)
    }

    fn should_canonicalize(&self) -> bool {
        (self.pieces[0] | self.pieces[1]).count_ones() <= FOLDED_PIECES
    }

    /// Compares the actions in the second half of the game, where an evaluation costs more than it saves.
    fn order_hint(&self) -> i32 {
        let waits = self.to_move().opponent();
        if self.empty().count_ones() > (self.pieces[0] | self.pieces[1]).count_ones() {
            return self.evaluate(waits);
        }
        20 * self.actions(waits) as i32 - 60 * self.actions(self.to_move()) as i32
    }
}
