//! The options of Sight.

use super::{MAX_SIZE, MIN_SIZE};
use crate::options;

/// The rule for a player whose tallest stacks cannot move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Tallest {
    /// The player has no move.
    Strict,
    /// The next lower height that can move must move.
    Fallback,
}

options! {
    /// The options of Sight.
    pub struct SightOptions {
        /// The side of the board, from 3 to 9.
        size, with_size: u8 [MIN_SIZE to MAX_SIZE, default 5],
            "points along each side of the board";
        /// The rule for a player whose tallest stacks cannot move.
        tallest, with_tallest: Tallest [Strict "strict", Fallback "fallback"],
            "if none of the tallest stacks can move: strict, the player loses; fallback, the \
             tallest stack that can move must move";
    }
}
