//! The basic bots of STAQS: a random one, and one that maximizes its tallest stack.

use super::position::{StaqsMove, StaqsPosition};
use crate::{BasicBots, Position};

impl BasicBots for StaqsPosition {
    fn greedy_rank(&self, mv: StaqsMove) -> i64 {
        self.after(mv).heights(self.to_move())[0].into()
    }
}
