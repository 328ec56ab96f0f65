//! What can still come of a position of STAQS, and what else helps to prove it.

use super::options::Placement;
use super::position::Position;
use crate::{Player, Solvable};

impl Solvable for Position {
    /// Every ply but a pass covers a neutral disc, and of two passes in a row the second would
    /// have ended the game (rule 12).
    fn plies_left(&self) -> Option<u16> {
        Some(2 * self.neutral().count() as u16 + 1)
    }

    /// While most discs stand where they were placed.
    fn folds(&self) -> bool {
        match self.options().placement {
            Placement::Setup => self.placing(),
            Placement::Free => Player::seats(2).any(|player| self.reserve(player) > 0),
        }
    }
}
