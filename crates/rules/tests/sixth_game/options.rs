//! The options of Tump.

use super::MAX_SIZE;
use crate::options;

options! {
    /// The options of Tump.
    pub struct TumpOptions {
        /// The side of the board, from 2 to 6.
        size, with_size: u8 [2 to MAX_SIZE, default 4], "side of the board";
        /// The height that ends the game, from 3 to 9.
        goal, with_goal: u8 [3 to 9, default 4], "height that ends the game";
    }
}
