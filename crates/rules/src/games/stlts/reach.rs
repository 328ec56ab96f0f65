//! The squares where a walk can end.

use super::MAX_PINS;
use super::options::Walks;
use super::side::Pins;
use super::square::{Squares, StltsSquare};

/// The squares on which a walk of a piece from `start` can end (rules 8 to 15, 25).
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

/// Where walks that may turn end.
///
/// Let R(v, h) be the places within at most v vertical and h horizontal steps. Its last step was
/// a vertical one from R(v - 1, h) or a horizontal one from R(v, h - 1), unless the place is in one
/// of these already.
fn bent(start: StltsSquare, pins: Pins, own: Squares, enemy: Squares) -> Squares {
    let home = Squares::of(start);
    if pins == Pins::NONE {
        return Squares::EMPTY;
    }
    // The start is empty once the piece has left it.
    let empty = Squares::BOARD & !(own | enemy) | home;
    let ground = Ground { empty, open: empty | enemy };
    // Few pieces ever hold more pins than this, and a small table is quickly made.
    let places = if pins.black < 8 {
        ground.sweep::<8>(home, pins)
    } else {
        ground.sweep::<{ MAX_PINS as usize + 1 }>(home, pins)
    };
    places & !home
}

/// Whether a walk can end on `to`, which is no farther off than the pins reach and, if walks are straight, in
/// the same row or column.
///
/// Most walks need to turn only once: where such a walk is free there is nothing to work out.
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

/// What walks go over.
#[derive(Copy, Clone)]
struct Ground {
    /// Where walks may go on.
    empty: Squares,
    /// Where walks may go on or end.
    open: Squares,
}

impl Ground {
    fn sideways(self, from: Squares) -> Squares {
        (from & self.empty).sideways() & self.open
    }

    fn up_and_down(self, from: Squares) -> Squares {
        (from & self.empty).up_and_down() & self.open
    }

    /// R(white, black), with room for fewer than `N` black pins.
    ///
    /// `line[h]` is R(v, h) and v grows. Only the places up to `last` are kept: from there on a line
    /// is the same to its end. A line can stop once it repeats itself where the line before it has
    /// stopped changing, and a line that is the same as the one before it is the same as all that
    /// follow.
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
