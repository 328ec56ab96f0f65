//! The basic bots of Stlts: one that picks a piece at random, and one that works towards
//! the nearest capture.

use super::position::{Move, Position};
use super::side::{Pin, Pins};
use super::square::Square;
use crate::{BasicBots, Position as _, RandomSource};

/// The ranks of greedy: any capture, then any useful pin, then any approach.
const CAPTURE: i64 = 2000;
const PIN: i64 = 1000;
const APPROACH: i64 = 100;

/// Rows and columns between two squares.
fn apart(a: Square, b: Square) -> (u8, u8) {
    (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()))
}

impl Position {
    /// Whether `pin` is what greedy gives a piece next on its way to an enemy: a colour that lacks
    /// and can still be added, and of two such colours that of the shorter distance.
    fn is_missing(&self, pin: Pin, at: Square, pins: Pins, enemy: Square) -> bool {
        let (rows, columns) = apart(at, enemy);
        let lacks = |pin| {
            let steps = if pin == Pin::White { rows } else { columns };
            let lacks = steps > pins.of(pin) && pins.of(pin) < self.options.pins;
            lacks.then_some(steps)
        };
        lacks(pin).is_some_and(|steps| lacks(pin.other()).is_none_or(|others| steps <= others))
    }

    /// Steps from a square to the nearest enemy for whom `counts` holds, as if nothing stood between.
    fn nearest(&self, from: Square, counts: impl Fn(Square) -> bool) -> Option<i64> {
        let enemies = self.enemy().squares().iter().filter(|&enemy| counts(enemy));
        enemies
            .map(|enemy| {
                let (rows, columns) = apart(from, enemy);
                i64::from(rows + columns)
            })
            .min()
    }
}

impl BasicBots for Position {
    /// One of its pieces that can do anything, then one of that piece's destinations, or if it has
    /// none, one of the pins that it can take.
    fn easy_move(&self, rng: &mut impl RandomSource, _scratch: &mut Vec<Move>) -> Option<Move> {
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
            return colours.nth(choice).map(|pin| Move::Insert { at: square, pin });
        }
        let choice = rng.below(destinations.count()) as usize;
        destinations.iter().nth(choice).map(|to| self.walk(square, to))
    }

    /// Captures come first, that of the piece with the most pins before others. Otherwise greedy
    /// takes the closest pair of an own and an enemy piece for which a pin lacks that can still be
    /// added, rows and columns apart added up, and adds that pin. When no pin helps anywhere it
    /// takes a piece nearer to its nearest enemy, as near as it can.
    fn greedy_rank(&self, mv: Move) -> i64 {
        match mv {
            Move::Capture { to, .. } => {
                let pins = self.enemy().pins_on(to).unwrap_or(Pins::NONE);
                CAPTURE + i64::from(pins.white) + i64::from(pins.black)
            }
            Move::Insert { at, pin } => {
                let pins = self.own().pins_on(at).unwrap_or(Pins::NONE);
                self.nearest(at, |enemy| self.is_missing(pin, at, pins, enemy))
                    .map_or(0, |distance| PIN - distance)
            }
            Move::Walk { from, to } => {
                let [before, after] = [from, to].map(|square| self.nearest(square, |_| true));
                after.filter(|_| after < before).map_or(0, |distance| APPROACH - distance)
            }
        }
    }
}
