//! The bots of Tump: a random one, and one that maximizes its tallest stack.

use super::position::{TumpMove, TumpPosition};
use crate::{BasicBots, Position};

impl BasicBots for TumpPosition {
    fn greedy_rank(&self, mv: TumpMove) -> i64 {
        self.after(mv).tallest(self.to_move()).into()
    }
}
