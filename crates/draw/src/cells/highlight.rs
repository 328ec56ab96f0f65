//! Marks and the cursor: marks are brackets, the cursor is a frame or a pair of arrows.

use cairn_rules::MarkKind;

use super::Board;
use super::face::Face;
use super::glyphs::{Glyphs, bracket};
use super::grid::{Area, CellStyle, ColorRole, Grid};
use super::layout::Layout;
use super::strokes::Strokes;

/// The highlighting of a site.
pub(super) struct Highlight {
    pub(super) mark: Option<MarkKind>,
    /// Whether the site is part of the last move, in addition to its mark.
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
    fn new(face: &Face, cell: Area, layout: &Layout) -> Self {
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
    pub(super) fn draw(&self, board: &Board<'_>, face: &Face, cell: Area, layout: &Layout, grid: &mut Grid) {
        let charset = board.charset;
        let glyphs = Glyphs::of(charset);
        let brackets = Brackets::new(face, cell, layout);
        if let Some(kind) = self.mark {
            let ink = |kind| CellStyle::fg(ColorRole::Mark(kind)).bold();
            for row in 0..brackets.rows {
                let y = brackets.top + row;
                let [left, right] = self.kinds(kind, row, brackets.rows);
                let sign = |kind| bracket(kind, charset, row, brackets.rows);
                grid.put(brackets.left, y, sign(left).0, ink(left));
                grid.put(brackets.right, y, sign(right).1, ink(right));
            }
            if self.is_bare && kind != MarkKind::Last {
                draw_spot(&brackets, cell, layout, glyphs, ink(kind), grid);
            }
        }
        if self.is_cursor {
            let style = CellStyle::fg(ColorRole::Cursor).bold();
            if layout.has_frames() {
                let around = Area {
                    x: cell.x.saturating_sub(1),
                    y: cell.y.saturating_sub(1),
                    width: cell.width + 2,
                    height: cell.height + 2,
                };
                let mut strokes = Strokes::new(around);
                strokes.around(around);
                strokes.draw(glyphs.cursor, glyphs, style, grid);
            } else {
                self.draw_pointers(&brackets, glyphs, CellStyle { reversed: true, ..style }, grid);
            }
        }
    }

    /// Returns the marks of the left and the right bracket in a row. On a marked site of the last move, the uppermost
    /// brackets, or the left one of a single row, show the last move.
    fn kinds(&self, kind: MarkKind, row: u16, rows: u16) -> [MarkKind; 2] {
        let left = if self.is_last && row == 0 { MarkKind::Last } else { kind };
        [left, if rows > 1 { left } else { kind }]
    }

    /// Draws arrows on both sides; in a single row, the right bracket of a mark remains.
    fn draw_pointers(&self, brackets: &Brackets, glyphs: &Glyphs, style: CellStyle, grid: &mut Grid) {
        let y = brackets.top + brackets.rows / 2;
        let [left, right] = glyphs.pointers;
        grid.put(brackets.left, y, left, style);
        if self.mark.is_none() || brackets.rows > 1 {
            grid.put(brackets.right, y, right, style);
        }
    }
}

/// Draws a spot in the middle of an empty site that is or was a choice.
fn draw_spot(
    brackets: &Brackets,
    cell: Area,
    layout: &Layout,
    glyphs: &Glyphs,
    style: CellStyle,
    grid: &mut Grid,
) {
    let spot = glyphs.spots[usize::from(brackets.rows.clamp(1, 3)) - 1];
    let x = layout.start_of(1, cell);
    let y = brackets.top + (brackets.rows - (spot.len() as u16).min(brackets.rows)) / 2;
    for (line, y) in spot.iter().zip(y..) {
        grid.put(x, y, line, style);
    }
}
