//! The basic bots of Stac: a random one, and one that claims, guards and prepares towers.

use super::position::{StacMove, StacPosition};
use super::square::StacSquare;
use crate::{BasicBots, Player, Position};

impl BasicBots for StacPosition {
    /// Ranks a move by four criteria, each more important than all that follow:
    ///
    /// 1. to claim a tower now;
    /// 2. that the opponent has no tower to claim on the next turn;
    /// 3. as many towers as possible to choose from on the own next turn, if the opponent's pawn
    ///    stayed where it is; after carrying there are none, since no player carries twice in a row;
    /// 4. to make a pair that it can reach and the opponent cannot: a player reaches a pair whose
    ///    pawn stands on a single disc in the pair's row or column, or could walk to one.
    fn greedy_rank(&self, mv: StacMove) -> i64 {
        let player = self.to_move();
        let opponent = player.opponent();
        let next = self.after(mv);
        let claims = mv.carrying && self.twos & mv.to.bit() != 0;
        let over = next.outcome().is_some();
        let safe = over || next.claims(opponent) == 0;
        let prospects = if over { 0 } else { next.claims(player) };
        let pairs = mv.carrying && self.ones & mv.to.bit() != 0;
        let private = pairs && next.reaches(player, mv.to) && !next.reaches(opponent, mv.to);
        // A pawn has at most eight squares in line, so no criterion outweighs the one before it.
        i64::from(claims) * 1000 + i64::from(safe) * 100 + i64::from(prospects) * 10 + i64::from(private)
    }
}

impl StacPosition {
    /// Counts the towers that a player could claim with the pawns where they stand.
    pub(super) fn claims(&self, player: Player) -> u32 {
        (self.carries(player) & self.twos).count_ones()
    }

    /// Returns whether a player's pawn stands on a single disc in line with a square or could walk to one.
    fn reaches(&self, player: Player, square: StacSquare) -> bool {
        (self.walks(player) | self.pawn(player).bit()) & self.ones & square.lines() != 0
    }
}
