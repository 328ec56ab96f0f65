//! Draws lines with characters: collects strokes as the sides of the cells through which they run, and chooses the
//! character of a cell by all of its sides.

use super::glyphs::{Glyphs, LineSet};
use super::grid::{Area, CellStyle, Grid};

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
const RISING: u8 = 16;
const FALLING: u8 = 32;

/// The strokes in an area of the screen.
pub(super) struct Strokes {
    area: Area,
    sides: Vec<u8>,
}

impl Strokes {
    pub(super) fn new(area: Area) -> Self {
        Self { area, sides: vec![0; usize::from(area.width) * usize::from(area.height)] }
    }

    fn add(&mut self, x: u16, y: u16, sides: u8) {
        if (self.area.x..self.area.right()).contains(&x) && (self.area.y..self.area.bottom()).contains(&y) {
            let at =
                usize::from(y - self.area.y) * usize::from(self.area.width) + usize::from(x - self.area.x);
            self.sides[at] |= sides;
        }
    }

    /// Adds a horizontal line between two columns.
    pub(super) fn across(&mut self, y: u16, from: u16, to: u16) {
        for x in from..to {
            self.add(x, y, RIGHT);
            self.add(x + 1, y, LEFT);
        }
    }

    /// Adds a vertical line between two rows.
    pub(super) fn down(&mut self, x: u16, from: u16, to: u16) {
        for y in from..to {
            self.add(x, y, DOWN);
            self.add(x, y + 1, UP);
        }
    }

    /// Adds a frame along the inner edge of an area.
    pub(super) fn around(&mut self, area: Area) {
        let (right, bottom) = (area.right().saturating_sub(1), area.bottom().saturating_sub(1));
        for y in [area.y, bottom] {
            self.across(y, area.x, right);
        }
        for x in [area.x, right] {
            self.down(x, area.y, bottom);
        }
    }

    /// Adds a diagonal line without its ends.
    pub(super) fn diagonal(&mut self, from: (u16, u16), to: (u16, u16)) {
        let ((left, start), (right, end)) = if from.0 <= to.0 { (from, to) } else { (to, from) };
        let (height, sides) = (start.abs_diff(end), if start < end { FALLING } else { RISING });
        for step in 1..height {
            // Rounding keeps the strokes evenly spaced.
            let x = left + ((right - left) * step + height / 2) / height;
            let y = if start < end { start + step } else { start - step };
            self.add(x, y, sides);
        }
    }

    /// Draws the lines.
    pub(super) fn draw(&self, set: &LineSet, glyphs: &Glyphs, style: CellStyle, grid: &mut Grid) {
        let places = (self.area.y..self.area.bottom())
            .flat_map(|y| (self.area.x..self.area.right()).map(move |x| (x, y)));
        for ((x, y), &sides) in places.zip(&self.sides) {
            if let Some(symbol) = symbol(sides, set, glyphs) {
                grid.put(x, y, symbol.encode_utf8(&mut [0; 4]), style);
            }
        }
    }
}

/// Returns the character for the strokes of a cell.
fn symbol(sides: u8, set: &LineSet, glyphs: &Glyphs) -> Option<char> {
    const UP_DOWN: u8 = UP | DOWN;
    const LEFT_RIGHT: u8 = LEFT | RIGHT;
    const ALL: u8 = UP_DOWN | LEFT_RIGHT;
    let [rising, falling, crossing] = glyphs.diagonals;
    let [top, middle, bottom] = set.joints;
    let straight = [
        (ALL, middle[1]),
        (UP_DOWN | LEFT, middle[2]),
        (UP_DOWN | RIGHT, middle[0]),
        (LEFT_RIGHT | UP, bottom[1]),
        (LEFT_RIGHT | DOWN, top[1]),
        (UP | LEFT, bottom[2]),
        (UP | RIGHT, bottom[0]),
        (DOWN | LEFT, top[2]),
        (DOWN | RIGHT, top[0]),
    ];
    match sides {
        0 => None,
        _ if sides & ALL == 0 => Some(match sides {
            RISING => rising,
            FALLING => falling,
            _ => crossing,
        }),
        _ => {
            let joint = straight.iter().find(|&&(joint, _)| joint == sides & ALL);
            let plain = if sides & LEFT_RIGHT == 0 { set.vertical } else { set.horizontal };
            Some(joint.map_or(plain, |&(_, symbol)| symbol))
        }
    }
}
