//! The basic bots of Sight: a random one, and one that spreads out, keeps stacks low and stays mobile.

use super::position::{SightMove, SightPosition};
use crate::{BasicBots, Player, Position};

impl SightPosition {
    /// Returns the points held, less twice the pieces on top of them, plus twice the actions.
    fn greedy_balance(&self, player: Player) -> i64 {
        let held = i64::from(self.pieces[player.index()].count_ones());
        held - 2 * i64::from(self.count_pieces(player)) + 2 * i64::from(self.actions(player))
    }
}

impl BasicBots for SightPosition {
    fn greedy_rank(&self, mv: SightMove) -> i64 {
        let (own, next) = (self.to_move(), self.after(mv));
        if next.outcome().is_some() {
            return i64::MAX;
        }
        next.greedy_balance(own) - next.greedy_balance(own.opponent())
    }
}
