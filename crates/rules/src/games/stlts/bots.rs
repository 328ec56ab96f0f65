//! The basic bots of Stlts: one that picks a piece at random, and one that prepares the nearest capture.

use super::options::Walks;
use super::position::{StltsMove, StltsPosition};
use super::side::{Pin, Pins};
use super::square::StltsSquare;
use crate::{BasicBots, Position, RandomSource};

/// The ranks of greedy: captures first, then preparing one, then approaching an enemy.
const CAPTURE: i64 = 2000;
const WORK: i64 = 1000;
const APPROACH: i64 = 100;
/// The cost of a step between the two pieces; it is large, so that closer pairs come first even if they need more pins.
const STEP: i64 = 30;

/// Returns the rows and the columns between two squares.
fn apart(a: StltsSquare, b: StltsSquare) -> (u8, u8) {
    (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()))
}

/// Returns the steps between two squares on an empty board.
fn distance(a: StltsSquare, b: StltsSquare) -> i64 {
    let (rows, columns) = apart(a, b);
    i64::from(rows + columns)
}

impl StltsPosition {
    /// Returns whether a walk between these squares would have to turn but may not (rule 25).
    fn is_around_a_corner(&self, a: StltsSquare, b: StltsSquare) -> bool {
        let (rows, columns) = apart(a, b);
        self.options.walks == Walks::Straight && rows > 0 && columns > 0
    }

    /// Returns whether greedy inserts `pin` next into a piece on its way to an enemy: a colour that it still needs and
    /// can take, and of two such colours that of the shorter distance.
    fn is_missing(&self, pin: Pin, at: StltsSquare, pins: Pins, enemy: StltsSquare) -> bool {
        let (rows, columns) = apart(at, enemy);
        let lacks = |pin| {
            let steps = if pin == Pin::White { rows } else { columns };
            let lacks = steps > pins.of(pin) && pins.of(pin) < self.options.pins;
            lacks.then_some(steps)
        };
        lacks(pin).is_some_and(|steps| lacks(pin.other()).is_none_or(|others| steps <= others))
    }

    /// Returns the number of turns until a piece can capture a stationary enemy on an otherwise empty board.
    fn turns_lacking(&self, at: StltsSquare, pins: Pins, enemy: StltsSquare) -> i64 {
        let (rows, columns) = apart(at, enemy);
        let lacks = rows.saturating_sub(pins.white) + columns.saturating_sub(pins.black);
        i64::from(lacks) + i64::from(self.is_around_a_corner(at, enemy))
    }

    /// Ranks the best pair of a piece and an enemy that satisfies `counts`: the closest pair, and of equally close ones
    /// the one that needs fewest turns, so that greedy finishes what it begins.
    fn rank_of_work(&self, at: StltsSquare, pins: Pins, counts: impl Fn(StltsSquare) -> bool) -> i64 {
        let enemies = self.enemy().squares().iter().filter(|&enemy| counts(enemy));
        let costs = enemies.map(|enemy| STEP * distance(at, enemy) + self.turns_lacking(at, pins, enemy));
        costs.min().map_or(0, |cost| WORK - cost)
    }

    /// Ranks a step towards the nearest enemy.
    fn rank_of_approach(&self, from: StltsSquare, to: StltsSquare) -> i64 {
        let nearest = |square| self.enemy().squares().iter().map(|enemy| distance(square, enemy)).min();
        let (before, after) = (nearest(from), nearest(to));
        after.filter(|_| after < before).map_or(0, |distance| APPROACH - distance)
    }
}

impl BasicBots for StltsPosition {
    /// Picks a piece that can do anything, then one of its destinations, or a pin if it has no destination.
    fn easy_move(&self, rng: &mut impl RandomSource) -> Option<StltsMove> {
        if self.outcome().is_some() {
            return None;
        }
        let able = || {
            self.own().pieces().filter(|&(square, pins)| {
                self.insertable(pins).count() > 0 || !self.destinations(square, pins).is_empty()
            })
        };
        let choice = rng.below((able().count() as u32).max(1)) as usize;
        let (square, pins) = able().nth(choice)?;
        let destinations = self.destinations(square, pins);
        if destinations.is_empty() {
            let mut colours = self.insertable(pins);
            let choice = rng.below((colours.clone().count() as u32).max(1)) as usize;
            return colours.nth(choice).map(|pin| StltsMove::Insert { at: square, pin });
        }
        let choice = rng.below(destinations.count()) as usize;
        destinations.iter().nth(choice).map(|to| self.walk(square, to))
    }

    /// Captures come first, those by the piece with the most pins before others. Otherwise greedy prepares a capture by
    /// a pair of an own and an enemy piece: it inserts a needed pin, if the piece can take it. Where walks are straight
    /// and no pin is needed, it walks into the enemy's row or column. If it can prepare nothing, it moves a piece as
    /// close as possible to its nearest enemy.
    fn greedy_rank(&self, mv: StltsMove) -> i64 {
        match mv {
            StltsMove::Capture { to, .. } => {
                let pins = self.enemy().pins_on(to).unwrap_or(Pins::NONE);
                CAPTURE + i64::from(pins.white) + i64::from(pins.black)
            }
            StltsMove::Insert { at, pin } => {
                let pins = self.own().pins_on(at).unwrap_or(Pins::NONE);
                self.rank_of_work(at, pins, |enemy| self.is_missing(pin, at, pins, enemy))
            }
            StltsMove::Walk { from, to } => {
                let pins = self.own().pins_on(from).unwrap_or(Pins::NONE);
                let turns_off = |enemy| {
                    self.turns_lacking(from, pins, enemy) == 1
                        && self.is_around_a_corner(from, enemy)
                        && self.turns_lacking(to, pins, enemy) == 0
                };
                self.rank_of_work(from, pins, turns_off).max(self.rank_of_approach(from, to))
            }
        }
    }
}
