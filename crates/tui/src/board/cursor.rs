//! Marks and the cursor: where an arrow key moves the cursor, and how both are drawn. Marks are brackets, the
//! cursor is a frame or a pair of arrows.

use cairn_rules::{MarkKind, Scene, Site};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;

use super::face::Face;
use super::glyphs::{Glyphs, bracket};
use super::layout::Layout;
use super::strokes::Strokes;
use crate::theme::Theme;

/// A direction on the screen.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(missing_docs, reason = "directions")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// Every direction.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The next site in a direction of the screen; `None` at the edge of the board.
pub fn neighbour(scene: &Scene, from: Site, direction: Direction, flipped: bool) -> Option<Site> {
    let here = scene.sites.get(usize::from(from.0))?;
    let direction = if flipped { direction.opposite() } else { direction };
    // The distance to a site that is straight ahead.
    let ahead = |column: u8, row: u8| {
        let (from, to, straight) = match direction {
            Direction::Up => (here.row, row, column == here.column),
            Direction::Down => (row, here.row, column == here.column),
            Direction::Right => (here.column, column, row == here.row),
            Direction::Left => (column, here.column, row == here.row),
        };
        to.checked_sub(from).filter(|&distance| straight && distance > 0)
    };
    let sites = scene.sites.iter().enumerate();
    let near = sites.filter_map(|(index, site)| Some((ahead(site.column, site.row)?, index))).min()?;
    Some(Site(near.1 as u16))
}

/// How a site is highlighted.
pub(super) struct Highlight {
    pub(super) mark: Option<MarkKind>,
    /// Whether the site is part of the last move, whatever else it is marked as.
    pub(super) is_last: bool,
    pub(super) is_cursor: bool,
    /// Whether the site is empty and plain.
    pub(super) is_bare: bool,
}

/// The rows and columns of the brackets of a site.
struct Brackets {
    top: u16,
    rows: u16,
    left: u16,
    right: u16,
}

impl Brackets {
    fn new(face: &Face, cell: Rect, layout: &Layout) -> Self {
        let rows = (face.rows.len() as u16).clamp(1, cell.height.max(1));
        let top = cell.y + (cell.height - rows.min(cell.height)) / 2;
        if rows > 1 {
            return Self { top, rows, left: cell.x, right: cell.right() - 1 };
        }
        let width = face.width().max(1);
        let start = layout.start_of(width, cell);
        Self { top, rows, left: start.saturating_sub(1), right: start + width }
    }
}

impl Highlight {
    /// Draws the brackets and the cursor.
    pub(super) fn draw(&self, face: &Face, cell: Rect, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
        let glyphs = Glyphs::of(theme.charset);
        let brackets = Brackets::new(face, cell, layout);
        if let Some(kind) = self.mark {
            let ink = |kind| Style::new().fg(theme.mark(kind)).bold();
            for row in 0..brackets.rows {
                let y = brackets.top + row;
                let [left, right] = self.kinds(kind, row, brackets.rows);
                let sign = |kind| bracket(kind, theme.charset, row, brackets.rows);
                buffer.set_string(brackets.left, y, sign(left).0, ink(left));
                buffer.set_string(brackets.right, y, sign(right).1, ink(right));
            }
            if self.is_bare && kind != MarkKind::Last {
                draw_spot(&brackets, cell, layout, glyphs, ink(kind), buffer);
            }
        }
        if self.is_cursor {
            let style = Style::new().fg(theme.cursor()).bold();
            if layout.has_frames() {
                let around = cell.outer(Margin::new(1, 1));
                let mut strokes = Strokes::new(around);
                strokes.around(around);
                strokes.paint(glyphs.cursor, glyphs, style, buffer);
            } else {
                self.draw_pointers(&brackets, glyphs, style.reversed(), buffer);
            }
        }
    }

    /// The marks of the left and the right bracket in a row. What is part of the last move and marked once more
    /// has the uppermost brackets, or the left one, of the last move.
    fn kinds(&self, kind: MarkKind, row: u16, rows: u16) -> [MarkKind; 2] {
        let left = if self.is_last && row == 0 { MarkKind::Last } else { kind };
        [left, if rows > 1 { left } else { kind }]
    }

    /// Draws arrows on both sides; in a single row a mark keeps its right bracket.
    fn draw_pointers(&self, brackets: &Brackets, glyphs: &Glyphs, style: Style, buffer: &mut Buffer) {
        let y = brackets.top + brackets.rows / 2;
        let [left, right] = glyphs.pointers;
        buffer.set_string(brackets.left, y, left, style);
        if self.mark.is_none() || brackets.rows > 1 {
            buffer.set_string(brackets.right, y, right, style);
        }
    }
}

/// Draws a spot on an empty site that can be chosen, or was, in the middle of its cell.
fn draw_spot(
    brackets: &Brackets,
    cell: Rect,
    layout: &Layout,
    glyphs: &Glyphs,
    style: Style,
    buffer: &mut Buffer,
) {
    let spot = glyphs.spots[usize::from(brackets.rows.clamp(1, 3)) - 1];
    let x = layout.start_of(1, cell);
    let y = brackets.top + (brackets.rows - (spot.len() as u16).min(brackets.rows)) / 2;
    for (line, y) in spot.iter().zip(y..) {
        buffer.set_string(x, y, line, style);
    }
}
