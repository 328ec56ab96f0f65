//! Static evaluation of Stac: towers, and the race for the next one.

use super::position::{StacMove, StacPosition};
use super::square::squares;
use super::weights::WEIGHTS;
use crate::features;
use crate::{Evaluate, Feature, FeatureSink, LinearEval, Player, Position, Solvable, WeightedSum};

features! {
    /// Towers by their number: each one brings the player closer to the four that win.
    TOWERS: 5,
    /// The same when few single discs are left, so that the game may end for lack of them.
    LATE_TOWERS: 5,
    /// A tower that can be claimed at once, for the waiting player and for the player to move.
    CLAIM: 2,
    /// Every further choice among such towers.
    CHOICE: 2,
    /// A pair that a walk and a carry would claim, for the waiting player and for the player to move.
    REACHABLE: 2,
    /// A single disc that the pawn can reach in one walk, to carry from.
    SOURCE: 2,
    /// The same with a pair in line: the opponent cannot guard many of them.
    ARMED: 2,
    /// A pair in line with the pawn.
    IN_LINE: 2,
    /// The right to carry on the next turn.
    CARRY: 2,
    /// The same while standing on a single disc.
    READY: 2,
    /// A square where such a carry would make a pair.
    PAIRING: 2,
    /// Having the turn, by whether the number of single discs is odd.
    TURN: 2,
}

/// At most this many single discs mean that the end is near.
const LATE: u32 = 6;

impl LinearEval for StacPosition {
    const FEATURES: &'static [Feature] = FEATURES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn count(&self, player: Player, sink: &mut impl FeatureSink) {
        let pawn = self.pawn(player);
        let moves = usize::from(self.to_move() == player);
        let towers = (self.towers[player.index()].count_ones() as usize).min(4);
        sink.add(TOWERS + towers, 1);
        if self.ones.count_ones() <= LATE {
            sink.add(LATE_TOWERS + towers, 1);
        }
        let carries = self.carries(player);
        let claims = (carries & self.twos).count_ones() as i32;
        sink.add(CLAIM + moves, claims.min(1));
        sink.add(CHOICE + moves, (claims - 1).max(0));
        let sources = (self.walks(player) | pawn.bit()) & self.ones;
        let (mut in_line, mut armed) = (0, 0);
        for source in squares(sources) {
            let pairs = source.lines() & self.twos;
            in_line |= pairs;
            armed += i32::from(pairs != 0);
        }
        sink.add(REACHABLE + moves, in_line.count_ones() as i32);
        sink.add(ARMED + moves, armed);
        sink.add(SOURCE + moves, sources.count_ones() as i32);
        sink.add(IN_LINE + moves, (pawn.lines() & self.twos).count_ones() as i32);
        sink.add(CARRY + moves, i32::from(!self.carried[player.index()]));
        sink.add(READY + moves, i32::from(carries != 0));
        sink.add(PAIRING + moves, (carries & self.ones).count_ones() as i32);
        sink.add(TURN + self.ones.count_ones() as usize % 2, moves as i32);
    }
}

/// Positions can repeat, and there are no static bounds before the end.
impl Solvable for StacPosition {}

impl Evaluate for StacPosition {
    fn evaluate(&self, player: Player) -> i32 {
        WeightedSum::of(&WEIGHTS, |sum| self.features(player, sum))
    }

    /// Claims of towers are noisy.
    fn is_noisy(&self, mv: StacMove) -> bool {
        mv.carrying && self.twos & mv.to.bit() != 0
    }

    fn noisy_moves(&self, out: &mut Vec<StacMove>) {
        let player = self.to_move();
        let claims = self.carries(player) & self.twos;
        if claims != 0 && self.outcome().is_none() {
            let from = self.pawn(player);
            out.extend(squares(claims).map(|to| StacMove { from, to, carrying: true }));
        }
    }
}
