//! Static evaluation of Sight: present and future mobility.

use std::ops::{BitAnd, BitOr, Shl, Shr};

use super::point::{self, STRIDE, points};
use super::position::SightPosition;
use super::weights::WEIGHTS;
use crate::features;
use crate::{Evaluate, Feature, FeatureSink, LinearEval, NegatedSink, Player, Position, WeightedSum};

/// The largest number of actions that is distinguished.
const MAX_ACTIONS: usize = 8;
/// The largest number of empty points next to a stack that is distinguished.
const ROOMY: usize = 4;
/// The largest number of pieces on top of another that is distinguished.
const HIGH: usize = 3;
/// The largest number of points where a new piece creates no stack that is distinguished.
const SAFE: usize = 7;

features! {
    /// Actions of the waiting player, by their number. With none the game is lost, since no move of the opponent
    /// restores any; the first few matter most.
    ACTIONS_WAITING: MAX_ACTIONS + 1,
    /// Actions of the player to move.
    ACTIONS_MOVING: MAX_ACTIONS + 1,
    /// No stacks, for the waiting player and for the player to move: the player may place anywhere.
    FREE: 2,
    /// An empty point next to any stack.
    ROOM: 1,
    /// Such a point, if it is next to no enemy stack.
    OWN_ROOM: 1,
    /// A stack.
    STACK: 1,
    /// A stack without an adjacent empty point.
    BLOCKED: 1,
    /// A stack that may move.
    MOVER: 1,
    /// A piece on top of another: the player must move each one off before placing again.
    BURDEN: 1,
    /// An empty point that sees no own piece, with stacks and without: a piece placed there creates no stack.
    UNSEEN: 2,
    /// Such points by their number, for a player without stacks, waiting and to move.
    SAFE_PLACES: 2 * (SAFE + 1),
    /// A stack by its adjacent empty points and its height: the pieces on top need those points.
    STAND: HIGH * (ROOMY + 1),
    /// The same for a stack that must move.
    FORCED: HIGH * (ROOMY + 1),
    /// A single piece by the empty points next to it.
    SINGLE: ROOMY + 1,
    /// Having the turn with an odd number of empty points left, and not having it with an even number: the player who
    /// fills the last one wins.
    PARITY: 1,
    /// Having the turn.
    TURN: 1,
}

impl SightPosition {
    /// Counts one player's features, and returns the empty points next to the player's stacks.
    fn count(&self, player: Player, sink: &mut impl FeatureSink) -> u128 {
        let own = self.pieces[player.index()];
        let moves = self.to_move() == player;
        let tallest = self.tallest(player);
        let movers = self.movers(player, tallest);
        let (mut room, mut blocked, mut steps) = (0, 0, 0);
        let [ones, twos, more] = self.above();
        let stacks = own & (ones | twos | more);
        for stack in points(stacks) {
            let targets = self.targets(stack);
            room |= targets;
            blocked += i32::from(targets == 0);
            let has = |set: u128| usize::from(set & stack.bit() != 0);
            let above = if has(more) > 0 { HIGH } else { has(ones) + 2 * has(twos) };
            let stand = (above - 1) * (ROOMY + 1) + (targets.count_ones() as usize).min(ROOMY);
            sink.add(STAND + stand, 1);
            if movers & stack.bit() != 0 {
                steps += targets.count_ones();
                sink.add(FORCED + stand, 1);
            }
        }
        for single in points(own & !stacks) {
            sink.add(SINGLE + (self.targets(single).count_ones() as usize).min(ROOMY), 1);
        }
        let actions = if stacks == 0 { self.empty().count_ones() } else { steps };
        let first = if moves { ACTIONS_MOVING } else { ACTIONS_WAITING };
        sink.add(first + (actions as usize).min(MAX_ACTIONS), 1);
        sink.add(FREE + usize::from(moves), i32::from(stacks == 0));
        sink.add(ROOM, room.count_ones() as i32);
        sink.add(STACK, stacks.count_ones() as i32);
        sink.add(BLOCKED, blocked);
        sink.add(MOVER, movers.count_ones() as i32);
        sink.add(BURDEN, (self.count_pieces(player) - own.count_ones()) as i32);
        let unseen = self.empty() & !self.seen_from(own);
        sink.add(UNSEEN + usize::from(stacks == 0), unseen.count_ones() as i32);
        if stacks == 0 {
            let safe = (unseen.count_ones() as usize).min(SAFE);
            sink.add(SAFE_PLACES + usize::from(moves) * (SAFE + 1) + safe, 1);
        }
        room
    }

    /// Returns the empty points that some of these pieces see.
    fn seen_from(&self, pieces: u128) -> u128 {
        let (empty, diagonals) = (self.empty(), point::DIAGONALS);
        // Boards up to size 6 fit into the lower half, and no line on them is longer.
        if self.options.size <= 6 {
            let (pieces, empty) = (pieces as u64, empty as u64);
            return seen::<_, 4>(pieces, empty, pieces & diagonals as u64).into();
        }
        seen::<_, 7>(pieces, empty, pieces & diagonals)
    }
}

/// Returns the empty points in sight of pieces, of which some stand on diagonals. No line is longer than `STEPS` after
/// the first step. Following all lines to the end is faster than checking whether any continues.
fn seen<W, const STEPS: usize>(pieces: W, empty: W, diagonal: W) -> W
where
    W: Copy + Default + BitAnd<Output = W> + BitOr<Output = W>,
    W: Shl<u8, Output = W> + Shr<u8, Output = W>,
{
    let mut seen = W::default();
    let mut look = |from: W, step: u8| {
        let (mut up, mut down) = (from << step & empty, from >> step & empty);
        seen = seen | up | down;
        for _ in 0..STEPS {
            (up, down) = (up << step & empty, down >> step & empty);
            seen = seen | up | down;
        }
    };
    look(pieces, 1);
    look(pieces, STRIDE);
    look(diagonal, STRIDE - 1);
    look(diagonal, STRIDE + 1);
    seen
}

impl LinearEval for SightPosition {
    const FEATURES: &'static [Feature] = FEATURES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn features(&self, player: Player, sink: &mut impl FeatureSink) {
        let room = self.count(player, sink);
        let enemy_room = self.count(player.opponent(), &mut NegatedSink(sink));
        let own = (room & !enemy_room).count_ones() as i32;
        sink.add(OWN_ROOM, own - (enemy_room & !room).count_ones() as i32);
        let moves = self.to_move() == player;
        let odd = self.empty().count_ones() % 2 == 1;
        sink.add(PARITY, if odd == moves { 1 } else { -1 });
        sink.add(TURN, if moves { 1 } else { -1 });
    }
}

impl Evaluate for SightPosition {
    fn evaluate(&self, player: Player) -> i32 {
        WeightedSum::of(&WEIGHTS, |sum| self.features(player, sum))
    }
}
