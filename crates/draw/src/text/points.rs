//! Decides how a board of points is written: the points, and the lines that join them.

use cairn_rules::{Ground, Scene, Site, SiteView};

use super::canvas::Canvas;
use super::signs::Run;
use super::{Charset, Labels, Style, color, room};

/// Where the board begins; row numbers stand left of it.
const LEFT: usize = 4;

/// The characters of lines: across, up, falling and rising to the right, and crossing.
struct Lines {
    across: char,
    up: char,
    falling: char,
    rising: char,
    crossing: char,
    point: char,
}

impl Lines {
    const fn of(charset: Charset) -> Self {
        match charset {
            Charset::Unicode => {
                Self {
                    across: '─', up: '│', falling: '╲', rising: '╱', crossing: '╳', point: '•'
                }
            }
            Charset::Ascii => {
                Self { across: '-', up: '|', falling: '\\', rising: '/', crossing: 'X', point: '+' }
            }
        }
    }
}

/// Where the points stand.
struct Plan {
    /// From a point to its neighbour on the right.
    across: usize,
    /// From a point to its neighbour below.
    down: usize,
    rows: usize,
}

impl Plan {
    /// The middle of a point.
    fn place(&self, site: &SiteView) -> (usize, usize) {
        let from_top = self.rows.saturating_sub(1 + usize::from(site.row));
        (LEFT + 1 + usize::from(site.column) * self.across, from_top * self.down)
    }
}

/// Writes the board.
pub(super) fn draw(scene: &Scene, style: Style, canvas: &mut Canvas) {
    let charset = style.charset;
    let lines = Lines::of(charset);
    let labels = Labels::new(scene, charset, |signs, index| {
        match scene.sites.get(index).map_or(Ground::Plain, |site| site.ground) {
            Ground::Plain => Run { text: lines.point.into(), ink: color::faint() },
            other => signs.ground(other, scene),
        }
    });
    let rows = usize::from(scene.rows);
    let is_roomy = 3 * rows <= room(scene) + 1;
    let widest = (0..scene.sites.len()).map(|index| labels.width(index)).max().unwrap_or(0);
    let plan =
        Plan { across: (widest + 4).next_multiple_of(2).max(6), down: if is_roomy { 3 } else { 2 }, rows };
    for &line in &scene.lines {
        draw_line(scene, line, &plan, &lines, canvas);
    }
    for (index, site) in scene.sites.iter().enumerate() {
        let (x, y) = plan.place(site);
        // A label of two characters begins on its point, a longer one is centred on it.
        let start = x - (labels.width(index).max(1) - 1) / 2;
        labels.put(index, start, y, labels.width(index), canvas);
    }
    for row in 0..scene.rows {
        let y = (rows - 1 - usize::from(row)) * plan.down;
        canvas.put(0, y, &style.row_number(scene, row), color::faint());
    }
    let bottom = rows.saturating_sub(1) * plan.down + 1;
    for column in 0..scene.columns {
        let x = LEFT + 1 + usize::from(column) * plan.across;
        canvas.put(x, bottom, &style.column_letter(scene, column), color::faint());
    }
}

/// Draws a line step by step, if it runs straight or diagonally.
fn draw_line(scene: &Scene, (from, to): (Site, Site), plan: &Plan, lines: &Lines, canvas: &mut Canvas) {
    let site = |site: Site| scene.sites.get(usize::from(site.0));
    let (Some(from), Some(to)) = (site(from), site(to)) else { return };
    let (from, to) = (plan.place(from), plan.place(to));
    let ((left, start), (right, end)) = if from.0 <= to.0 { (from, to) } else { (to, from) };
    let columns = (right - left) / plan.across;
    let rows = start.abs_diff(end) / plan.down;
    if rows == 0 {
        let line = lines.across.to_string().repeat(right - left);
        canvas.put(left, start, &line, color::faint());
    } else if columns == 0 {
        for y in start.min(end)..=start.max(end) {
            canvas.put(left, y, &lines.up.to_string(), color::faint());
        }
    } else if rows == columns {
        let falls = start < end;
        for y in start.min(end)..=start.max(end) {
            if y % plan.down == 0 {
                continue;
            }
            let down = if falls { y - start } else { start - y };
            // Between two points the strokes stand evenly.
            let x = left + (down * plan.across + plan.down / 2) / plan.down;
            let (own, other) =
                if falls { (lines.falling, lines.rising) } else { (lines.rising, lines.falling) };
            let char = if [other, lines.crossing].contains(&canvas.at(x, y)) { lines.crossing } else { own };
            canvas.put(x, y, &char.to_string(), color::faint());
        }
    }
}
