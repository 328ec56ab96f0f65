//! The text layout of a board of points joined by lines.

use cairn_rules::{Ground, Scene, Site, SiteView};

use super::canvas::Canvas;
use super::signs::Span;
use super::{Charset, Labels, Style, color, max_board_lines};
use crate::{column_letter, row_number};

/// The left edge of the board; row numbers are left of it.
const LEFT: usize = 4;

/// The characters of points and lines; falling and rising are from left to right.
struct LineChars {
    horizontal: char,
    vertical: char,
    falling: char,
    rising: char,
    crossing: char,
    point: char,
}

impl LineChars {
    const fn of(charset: Charset) -> Self {
        match charset {
            Charset::Unicode => {
                Self {
                    horizontal: '─', vertical: '│', falling: '╲', rising: '╱', crossing: '╳', point: '•'
                }
            }
            Charset::Ascii => {
                Self { horizontal: '-', vertical: '|', falling: '\\', rising: '/', crossing: 'X', point: '+' }
            }
        }
    }
}

/// The positions of the points.
struct Layout {
    /// Columns from a point to its right neighbour.
    column_step: usize,
    /// Lines from a point to its neighbour below.
    row_step: usize,
    rows: usize,
}

impl Layout {
    /// The column and line of a point.
    fn position(&self, site: &SiteView) -> (usize, usize) {
        let from_top = self.rows.saturating_sub(1 + usize::from(site.row));
        (LEFT + 1 + usize::from(site.column) * self.column_step, from_top * self.row_step)
    }
}

/// Draws the board.
pub(super) fn draw(scene: &Scene, style: Style, canvas: &mut Canvas) {
    let charset = style.charset;
    let lines = LineChars::of(charset);
    let labels = Labels::new(scene, charset, |signs, index| {
        match scene.sites.get(index).map_or(Ground::Plain, |site| site.ground) {
            Ground::Plain => Span { text: lines.point.into(), style: color::dim() },
            other => signs.ground(other, scene),
        }
    });
    let rows = usize::from(scene.rows);
    let is_roomy = 3 * rows <= max_board_lines(scene) + 1;
    let widest = (0..scene.sites.len()).map(|index| labels.width(index)).max().unwrap_or(0);
    let layout = Layout {
        column_step: (widest + 4).next_multiple_of(2).max(6),
        row_step: if is_roomy { 3 } else { 2 },
        rows,
    };
    for &line in &scene.lines {
        draw_line(scene, line, &layout, &lines, canvas);
    }
    for (index, site) in scene.sites.iter().enumerate() {
        let (x, y) = layout.position(site);
        // A label of two characters begins at its point, a longer one is centred on it.
        let start = x - (labels.width(index).max(1) - 1) / 2;
        labels.put(index, start, y, labels.width(index), canvas);
    }
    for row in 0..scene.rows {
        let y = (rows - 1 - usize::from(row)) * layout.row_step;
        canvas.put(0, y, &format!("{:>2}", row_number(scene, row, style.flipped)), color::dim());
    }
    let bottom = rows.saturating_sub(1) * layout.row_step + 1;
    for column in 0..scene.columns {
        let x = LEFT + 1 + usize::from(column) * layout.column_step;
        canvas.put(x, bottom, &column_letter(scene, column, style.flipped), color::dim());
    }
}

/// Draws a line, if it is orthogonal or diagonal.
fn draw_line(
    scene: &Scene,
    (from, to): (Site, Site),
    layout: &Layout,
    lines: &LineChars,
    canvas: &mut Canvas,
) {
    let site = |site: Site| scene.sites.get(usize::from(site.0));
    let (Some(from), Some(to)) = (site(from), site(to)) else { return };
    let (from, to) = (layout.position(from), layout.position(to));
    let ((left, start), (right, end)) = if from.0 <= to.0 { (from, to) } else { (to, from) };
    let columns = (right - left) / layout.column_step;
    let rows = start.abs_diff(end) / layout.row_step;
    if rows == 0 {
        let line = lines.horizontal.to_string().repeat(right - left);
        canvas.put(left, start, &line, color::dim());
    } else if columns == 0 {
        for y in start.min(end)..=start.max(end) {
            canvas.put(left, y, &lines.vertical.to_string(), color::dim());
        }
    } else if rows == columns {
        let falls = start < end;
        for y in start.min(end)..=start.max(end) {
            if y % layout.row_step == 0 {
                continue;
            }
            let down = if falls { y - start } else { start - y };
            // Strokes are spread evenly between two points.
            let x = left + (down * layout.column_step + layout.row_step / 2) / layout.row_step;
            let (own, other) =
                if falls { (lines.falling, lines.rising) } else { (lines.rising, lines.falling) };
            let char = if [other, lines.crossing].contains(&canvas.at(x, y)) { lines.crossing } else { own };
            canvas.put(x, y, &char.to_string(), color::dim());
        }
    }
}
