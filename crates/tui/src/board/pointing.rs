//! Decides how a site is pointed out: marks by brackets, the cursor by a frame or by arrows.

use cairn_rules::MarkKind;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;

use super::face::Face;
use super::glyphs::{Glyphs, bracket};
use super::strokes::Strokes;
use crate::theme::Theme;

/// What a site is pointed out as.
pub(super) struct Pointed {
    pub(super) mark: Option<MarkKind>,
    pub(super) is_cursor: bool,
    /// Whether nothing is written there.
    pub(super) is_bare: bool,
}

/// The lines and the two columns in which brackets stand.
struct Brackets {
    top: u16,
    rows: u16,
    left: u16,
    right: u16,
}

impl Brackets {
    fn new(face: &Face, cell: Rect) -> Self {
        let rows = (face.rows.len() as u16).clamp(1, cell.height.max(1));
        let top = cell.y + (cell.height - rows.min(cell.height)) / 2;
        if rows > 1 {
            return Self { top, rows, left: cell.x, right: cell.right() - 1 };
        }
        let width = face.width().max(1);
        let start = cell.x + cell.width.saturating_sub(width) / 2;
        Self { top, rows, left: start.saturating_sub(1), right: start + width }
    }
}

impl Pointed {
    /// Draws the brackets and the cursor of a site.
    pub(super) fn draw(&self, face: &Face, cell: Rect, framed: bool, theme: Theme, buffer: &mut Buffer) {
        let glyphs = Glyphs::of(theme.charset);
        let brackets = Brackets::new(face, cell);
        if let Some(kind) = self.mark {
            let style = Style::new().fg(theme.mark(kind)).bold();
            for row in 0..brackets.rows {
                let (left, right) = bracket(kind, theme.charset, row, brackets.rows);
                buffer.set_string(brackets.left, brackets.top + row, left, style);
                buffer.set_string(brackets.right, brackets.top + row, right, style);
            }
            if self.is_bare && kind != MarkKind::Last {
                draw_spot(&brackets, cell, glyphs, style, buffer);
            }
        }
        if self.is_cursor {
            let style = Style::new().fg(theme.cursor()).bold();
            if framed {
                let around = cell.outer(Margin::new(1, 1));
                let mut strokes = Strokes::new(around);
                strokes.around(around);
                strokes.paint(glyphs.cursor, glyphs, style, buffer);
            } else {
                self.draw_pointers(&brackets, glyphs, style.reversed(), buffer);
            }
        }
    }

    /// Arrows from both sides; in one line, the arrow on the right leaves room for a mark.
    fn draw_pointers(&self, brackets: &Brackets, glyphs: &Glyphs, style: Style, buffer: &mut Buffer) {
        let y = brackets.top + brackets.rows / 2;
        let [left, right] = glyphs.pointers;
        buffer.set_string(brackets.left, y, left, style);
        if self.mark.is_none() || brackets.rows > 1 {
            buffer.set_string(brackets.right, y, right, style);
        }
    }
}

/// Shows that an empty place can be chosen, or was.
fn draw_spot(brackets: &Brackets, cell: Rect, glyphs: &Glyphs, style: Style, buffer: &mut Buffer) {
    let x = cell.x + cell.width.saturating_sub(1) / 2;
    let spot = glyphs.spots[usize::from(brackets.rows.clamp(1, 3)) - 1];
    for (line, y) in spot.iter().zip(brackets.top..) {
        buffer.set_string(x, y, line, style);
    }
}
