//! The bots of Tump: a random one, and one that wants the tallest stack now.

use super::position::{Move, Position};
use crate::{BasicBots, Position as _};

impl BasicBots for Position {
    fn greedy_rank(&self, mv: Move) -> i64 {
        self.after(mv).tallest(self.to_move()).into()
    }
}
