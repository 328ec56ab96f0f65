//! The squares where a walk can end.

use super::MAX_PINS;
use super::options::Walks;
use super::side::Pins;
use super::square::{Squares, StltsSquare};

/// Returns the squares on which a walk of a piece from `start` can end (rules 8 to 15, 25).
pub(super) fn reach(walks: Walks, start: StltsSquare, pins: Pins, own: Squares, enemy: Squares) -> Squares {
    match walks {
        Walks::Bent => bent(start, pins, own, enemy),
        // With pins of one colour a walk cannot turn.
        Walks::Straight => {
            bent(start, Pins { white: 0, ..pins }, own, enemy)
                | bent(start, Pins { black: 0, ..pins }, own, enemy)
        }
    }
}

/// Returns the ends of walks that may turn.
///
/// Let R(v, h) be the squares within at most v vertical and h horizontal steps. The last step of a walk to R(v, h) was
/// a vertical one from R(v - 1, h) or a horizontal one from R(v, h - 1), unless the square is already in one of these.
fn bent(start: StltsSquare, pins: Pins, own: Squares, enemy: Squares) -> Squares {
    let home = Squares::of(start);
    if pins == Pins::NONE {
        return Squares::EMPTY;
    }
    // The start is empty once the piece has left.
    let empty = Squares::BOARD & !(own | enemy) | home;
    let ground = Ground { empty, open: empty | enemy };
    // Pieces rarely have more pins than this, and a small table is quick to fill.
    let places = if pins.black < 8 {
        ground.sweep::<8>(home, pins)
    } else {
        ground.sweep::<{ MAX_PINS as usize + 1 }>(home, pins)
    };
    places & !home
}

/// Returns whether a walk can end on `to`, given that it is within reach of the pins and, if walks are straight, in the
/// same row or column.
///
/// Most walks need at most one turn, so those are checked first.
pub(super) fn reaches(
    walks: Walks,
    start: StltsSquare,
    to: StltsSquare,
    pins: Pins,
    own: Squares,
    enemy: Squares,
) -> bool {
    let ends = Squares::of(start) | Squares::of(to);
    let in_the_way = (own | enemy) & !ends;
    let is_free = |corner| {
        let walk = Squares::rectangle(start, corner) | Squares::rectangle(corner, to);
        (walk & in_the_way).is_empty()
    };
    !own.contains(to)
        && (is_free(StltsSquare::new(to.column(), start.row()))
            || is_free(StltsSquare::new(start.column(), to.row()))
            || reach(walks, start, pins, own, enemy).contains(to))
}

/// The squares of walks.
#[derive(Copy, Clone)]
struct Ground {
    /// Squares on which walks may continue.
    empty: Squares,
    /// Squares on which walks may continue or end.
    open: Squares,
}

impl Ground {
    fn sideways(self, from: Squares) -> Squares {
        (from & self.empty).sideways() & self.open
    }

    fn up_and_down(self, from: Squares) -> Squares {
        (from & self.empty).up_and_down() & self.open
    }

    /// Computes R(white, black), with room for fewer than `N` black pins.
    ///
    /// `line[h]` is R(v, h) while v grows. Only the entries up to `last` are stored: from there on, a line is constant.
    /// A line can stop once it repeats itself where the previous line has stopped changing; a line that equals the
    /// previous one equals all that follow.
    fn sweep<const N: usize>(self, home: Squares, pins: Pins) -> Squares {
        let mut line = [home; N];
        let mut last = 0;
        let mut before = home;
        for (h, place) in line.iter_mut().enumerate().take(usize::from(pins.black) + 1).skip(1) {
            let now = before | self.sideways(before);
            if now == before {
                break;
            }
            *place = now;
            (before, last) = (now, h);
        }
        for _ in 0..pins.white {
            let (settled, old_last) = (before, last);
            let mut grown = false;
            before = Squares::EMPTY;
            for (h, place) in line.iter_mut().enumerate().take(usize::from(pins.black) + 1) {
                let below = if h <= old_last { *place } else { settled };
                let now = below | before | self.up_and_down(below) | self.sideways(before);
                if h > old_last && now == before {
                    break;
                }
                grown |= now != below;
                *place = now;
                (before, last) = (now, h);
            }
            if !grown {
                break;
            }
        }
        before
    }
}
