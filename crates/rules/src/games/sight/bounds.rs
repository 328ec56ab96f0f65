//! What can still come of a position of Sight, and what else helps to prove it.

use super::position::Position;
use crate::{Evaluate, Position as _, Solvable, StaticBounds, Wdl, WdlBounds};

/// With so few pieces on the board many positions are images of each other.
const FOLDED_PIECES: u32 = 8;

impl Solvable for Position {
    const DRAWS: bool = false;

    /// Only the own moves of a player change the player's pieces (rule 14), and no point becomes
    /// empty again: who waits without an action will have none on the next turn. So that player
    /// loses, unless the other one cannot act now.
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

    /// Every ply fills a point.
    fn plies_left(&self) -> Option<u16> {
        Some(self.empty().count_ones() as u16)
    }

    fn should_canonicalize(&self) -> bool {
        (self.pieces[0] | self.pieces[1]).count_ones() <= FOLDED_PIECES
    }

    /// In the second half an evaluation takes longer than it saves, and it is enough to count
    /// actions.
    fn order_hint(&self) -> i32 {
        let waits = self.to_move().opponent();
        if self.empty().count_ones() > (self.pieces[0] | self.pieces[1]).count_ones() {
            return self.evaluate(waits);
        }
        20 * self.actions(waits) as i32 - 60 * self.actions(self.to_move()) as i32
    }
}
