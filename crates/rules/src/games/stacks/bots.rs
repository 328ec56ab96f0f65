//! The basic bots of Stacks: a random one, and one that prefers to win, then to eliminate, then to advance.

use super::part::StacksMove;
use super::position::StacksPosition;
use crate::{BasicBots, Position};

/// The value of an eliminated piece; a row of progress counts one.
const ELIMINATED: i64 = 50;

impl BasicBots for StacksPosition {
    fn greedy_rank(&self, mv: StacksMove) -> i64 {
        let (player, enemy) = (self.to_move(), self.to_move().opponent());
        let next = self.after(mv);
        if next.outcome().is_some_and(|outcome| outcome.winner() == Some(player)) {
            return i64::MAX;
        }
        let eliminated = i64::from(next.lost(enemy)) - i64::from(self.lost(enemy));
        ELIMINATED * eliminated + i64::from(next.board_of(player).progress())
    }
}
