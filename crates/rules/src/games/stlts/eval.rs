//! Static evaluation of Stlts: pieces, their pins, and threats.
//!
//! Threats compare the distance in rows and columns with the pins, as if the board were otherwise empty: this is nearly
//! always right, and far faster than computing every walk. Where walks are straight, an enemy in another row and
//! another column counts as one step further away, as if a pin were missing.

use super::options::Walks;
use super::position::{StltsMove, StltsPosition};
use super::side::Side;
use super::square::StltsSquare;
use super::weights::WEIGHTS;
use super::{PIECES, SIZE};
use crate::features;
use crate::{
    Evaluate, Feature, FeatureSink, LinearEval, NegatedSink, Player, Position, Solvable, WeightedSum,
};

/// The largest number of pins of a colour that is distinguished.
const MAX_PINS: u8 = 7;
/// The number of missing pins beyond which a piece is no threat.
const FAR: u8 = 5;

features! {
    /// A piece.
    PIECE: 1,
    /// The pins of one colour in a piece, by their number: the first ones matter most.
    PINS: MAX_PINS as usize + 1,
    /// A piece with pins of both colours.
    MOBILE: 1,
    /// A piece without pins.
    IDLE: 1,
    /// Pins in the piece with the most pins.
    LEADER: 1,
    /// Rows and columns between a piece and the edge.
    CENTRE: 1,
    /// Enemy pieces, by the number of pins that the nearest own piece still needs: 0 is a threat.
    LACKING: FAR as usize + 1,
    /// An enemy piece that is threatened and guarded, for the waiting player and for the player to move.
    THREAT: 2,
    /// An enemy piece that is threatened and not guarded.
    HANGING: 2,
    /// A pin in such a piece.
    PRIZE: 2,
    /// An enemy piece with more attackers than guards.
    OUTNUMBERED: 2,
    /// Having the turn.
    TURN: 1,
}

/// Twelve pieces and some unused lanes make a vector.
const LANES: usize = 16;
/// The row of unused lanes: no number of pins reaches anything from there.
const NOWHERE: u8 = 2 * MAX_STEPS + SIZE;
/// The maximum number of pins of a colour that a walk can use.
const MAX_STEPS: u8 = SIZE - 1;

/// The pieces of one player as numbers, side by side.
struct Walkers {
    rows: [u8; LANES],
    columns: [u8; LANES],
    white: [u8; LANES],
    black: [u8; LANES],
    count: usize,
}

impl Walkers {
    fn of(side: &Side) -> Self {
        let none = [0; LANES];
        let mut all = Self { rows: [NOWHERE; LANES], columns: none, white: none, black: none, count: 0 };
        for (place, (square, pins)) in side.pieces().enumerate().take(PIECES) {
            all.rows[place] = square.row();
            all.columns[place] = square.column();
            all.white[place] = pins.white.min(MAX_STEPS);
            all.black[place] = pins.black.min(MAX_STEPS);
            all.count += 1;
        }
        all
    }

    /// Returns the pins that each piece needs to walk to a square; one more if walks are straight and would have to
    /// turn.
    fn lacks<const STRAIGHT: bool>(&self, row: u8, column: u8) -> [u8; LANES] {
        std::array::from_fn(|lane| {
            let (rows, columns) = (self.rows[lane].abs_diff(row), self.columns[lane].abs_diff(column));
            let lacks = rows.saturating_sub(self.white[lane]) + columns.saturating_sub(self.black[lane]);
            if STRAIGHT { lacks + u8::from(rows > 0 && columns > 0) } else { lacks }
        })
    }

    /// Counts the features of the pieces themselves.
    fn count_pieces(&self, sink: &mut impl FeatureSink) {
        sink.add(PIECE, self.count as i32);
        let mut leader = 0;
        for place in 0..self.count {
            let (white, black) = (self.white[place], self.black[place]);
            sink.add(PINS + usize::from(white.min(MAX_PINS)), 1);
            sink.add(PINS + usize::from(black.min(MAX_PINS)), 1);
            sink.add(MOBILE, i32::from(white > 0 && black > 0));
            sink.add(IDLE, i32::from(white + black == 0));
            leader = leader.max(white + black);
            let inwards = |line: u8| i32::from(line.min((SIZE - 1).saturating_sub(line)));
            sink.add(CENTRE, inwards(self.rows[place]) + inwards(self.columns[place]));
        }
        sink.add(LEADER, leader.into());
    }

    /// Counts the threats to the enemy.
    fn count_threats<const STRAIGHT: bool>(&self, enemy: &Self, moves: bool, sink: &mut impl FeatureSink) {
        let turn = usize::from(moves);
        for place in 0..enemy.count {
            let (row, column) = (enemy.rows[place], enemy.columns[place]);
            let lacks = self.lacks::<STRAIGHT>(row, column);
            let nearest = lacks.iter().fold(u8::MAX, |least, &lack| least.min(lack));
            if nearest > FAR {
                continue;
            }
            sink.add(LACKING + usize::from(nearest), 1);
            if nearest > 0 {
                continue;
            }
            let threats = ready(&lacks);
            // Every piece reaches its own square, so it must not count as its own guard.
            let guards = ready(&enemy.lacks::<STRAIGHT>(row, column)) - 1;
            if guards == 0 {
                sink.add(HANGING + turn, 1);
                sink.add(PRIZE + turn, (enemy.white[place] + enemy.black[place]).into());
            } else {
                sink.add(THREAT + turn, 1);
                sink.add(OUTNUMBERED + turn, i32::from(threats > guards));
            }
        }
    }
}

/// Counts the pieces that need no more pins.
fn ready(lacks: &[u8; LANES]) -> u8 {
    lacks.iter().map(|&lack| u8::from(lack == 0)).sum()
}

impl LinearEval for StltsPosition {
    const FEATURES: &'static [Feature] = FEATURES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn features(&self, player: Player, sink: &mut impl FeatureSink) {
        match self.options.walks {
            Walks::Bent => self.count::<false>(player, sink),
            Walks::Straight => self.count::<true>(player, sink),
        }
    }
}

impl StltsPosition {
    fn count<const STRAIGHT: bool>(&self, player: Player, sink: &mut impl FeatureSink) {
        let (own, enemy) = (Walkers::of(self.side(player)), Walkers::of(self.side(player.opponent())));
        let moves = self.to_move() == player;
        own.count_pieces(sink);
        own.count_threats::<STRAIGHT>(&enemy, moves, sink);
        sink.add(TURN, if moves { 1 } else { -1 });
        let sink = &mut NegatedSink(sink);
        enemy.count_pieces(sink);
        enemy.count_threats::<STRAIGHT>(&own, !moves, sink);
    }
}

/// Positions can repeat, and there are no static bounds before the end.
impl Solvable for StltsPosition {}

impl Evaluate for StltsPosition {
    fn evaluate(&self, player: Player) -> i32 {
        WeightedSum::of(&WEIGHTS, |sum| self.features(player, sum))
    }

    /// Captures are noisy.
    fn is_noisy(&self, mv: StltsMove) -> bool {
        matches!(mv, StltsMove::Capture { .. })
    }

    /// Generates walks only for pieces that have enough pins to reach an enemy.
    fn noisy_moves(&self, out: &mut Vec<StltsMove>) {
        if self.outcome().is_some() {
            return;
        }
        let enemy = self.enemy().squares();
        for (from, pins) in self.own().pieces() {
            let in_reach = |to: StltsSquare| {
                let (rows, columns) = (to.row().abs_diff(from.row()), to.column().abs_diff(from.column()));
                let turns = self.options.walks == Walks::Straight && rows > 0 && columns > 0;
                rows <= pins.white && columns <= pins.black && !turns
            };
            if enemy.iter().any(in_reach) {
                let captures = self.destinations(from, pins) & enemy;
                out.extend(captures.iter().map(|to| StltsMove::Capture { from, to }));
            }
        }
    }
}
