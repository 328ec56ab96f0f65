//! Lines out of characters: strokes are collected as the sides of a cell through which they run, and all
//! sides of a cell together choose its character.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::line;

use super::glyphs::Glyphs;

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
const RISING: u8 = 16;
const FALLING: u8 = 32;

/// The strokes in an area of the screen.
pub(super) struct Strokes {
    area: Rect,
    sides: Vec<u8>,
}

impl Strokes {
    pub(super) fn new(area: Rect) -> Self {
        Self { area, sides: vec![0; area.area() as usize] }
    }

    fn add(&mut self, x: u16, y: u16, sides: u8) {
        if self.area.contains((x, y).into()) {
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
    pub(super) fn around(&mut self, area: Rect) {
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
            // Rounded, so that the strokes are evenly spaced.
            let x = left + ((right - left) * step + height / 2) / height;
            let y = if start < end { start + step } else { start - step };
            self.add(x, y, sides);
        }
    }

    /// Draws the lines.
    pub(super) fn paint(&self, set: &line::Set<'static>, glyphs: &Glyphs, style: Style, buffer: &mut Buffer) {
        for (position, &sides) in self.area.positions().zip(&self.sides) {
            if let (Some(symbol), Some(cell)) = (symbol(sides, set, glyphs), buffer.cell_mut(position)) {
                cell.set_symbol(symbol).set_style(style);
            }
        }
    }
}

/// The character for the strokes of a cell.
fn symbol(sides: u8, set: &line::Set<'static>, glyphs: &Glyphs) -> Option<&'static str> {
    const UP_DOWN: u8 = UP | DOWN;
    const LEFT_RIGHT: u8 = LEFT | RIGHT;
    const ALL: u8 = UP_DOWN | LEFT_RIGHT;
    let [rising, falling, crossing] = glyphs.diagonals;
    let straight = [
        (ALL, set.cross),
        (UP_DOWN | LEFT, set.vertical_left),
        (UP_DOWN | RIGHT, set.vertical_right),
        (LEFT_RIGHT | UP, set.horizontal_up),
        (LEFT_RIGHT | DOWN, set.horizontal_down),
        (UP | LEFT, set.bottom_right),
        (UP | RIGHT, set.bottom_left),
        (DOWN | LEFT, set.top_right),
        (DOWN | RIGHT, set.top_left),
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
