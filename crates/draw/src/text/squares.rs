//! The text layout of a board of squares: every square framed, or only the whole board where that
//! would be too tall.

use cairn_rules::{Ground, Player, Scene};

use super::canvas::Canvas;
use super::signs::Signs;
use super::{Charset, Labels, SCREEN, Style, color, max_board_lines};
use crate::{column_letter, description, mark_of, row_number};

/// The left edge of the board's frame; row numbers are left of it.
const LEFT: usize = 3;

/// The characters of a frame; the nine joints run from the top left to the bottom right.
struct Frame {
    horizontal: char,
    vertical: char,
    joints: [[char; 3]; 3],
}

impl Frame {
    const fn of(charset: Charset) -> Self {
        match charset {
            Charset::Unicode => Self {
                horizontal: '─',
                vertical: '│',
                joints: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']],
            },
            Charset::Ascii => Self { horizontal: '-', vertical: '|', joints: [['+'; 3]; 3] },
        }
    }
}

/// The positions of rows and columns.
struct Layout {
    /// Whether every square has a frame of its own.
    framed: bool,
    /// The inner width of each column.
    widths: Vec<usize>,
    rows: usize,
}

impl Layout {
    fn new(scene: &Scene, labels: &Labels) -> Self {
        let rows = usize::from(scene.rows);
        let framed = 2 * rows + 2 <= max_board_lines(scene);
        let mut widths = vec![3; scene.columns.into()];
        for (index, site) in scene.sites.iter().enumerate() {
            if let Some(width) = widths.get_mut(usize::from(site.column)) {
                *width = (*width).max(labels.width(index) + 2);
            }
        }
        // All columns are as wide as the widest, rounded up to an even width, unless the board would not
        // fit the screen.
        let widest = widths.iter().copied().max().unwrap_or(0).next_multiple_of(2);
        let even = Self { framed, widths: vec![widest; widths.len()], rows };
        if even.edge(widths.len()) < SCREEN.0 { even } else { Self { framed, widths, rows } }
    }

    /// The column of the frame left of a board column; for the number of columns, the right edge.
    fn edge(&self, column: usize) -> usize {
        let inner: usize = self.widths.iter().take(column).sum();
        LEFT + inner + if self.framed { column } else { usize::from(column == self.widths.len()) }
    }

    /// The first text column inside a board column.
    fn inside(&self, column: usize) -> usize {
        self.edge(column) + 1
    }

    /// The line of a row, counted from the bottom.
    fn line(&self, row: u8) -> usize {
        let from_top = self.rows.saturating_sub(1 + usize::from(row));
        if self.framed { 2 * from_top + 1 } else { from_top + 1 }
    }

    /// The line of the bottom edge.
    fn bottom(&self) -> usize {
        if self.framed { 2 * self.rows } else { self.rows + 1 }
    }
}

/// Draws the board.
pub(super) fn draw(scene: &Scene, style: Style, canvas: &mut Canvas) {
    let Style { charset, texts, .. } = style;
    let labels = Labels::new(scene, charset, |signs, index| {
        let ground = scene.sites.get(index).map_or(Ground::Plain, |site| site.ground);
        signs.ground(ground, scene)
    });
    let layout = Layout::new(scene, &labels);
    draw_frame(&layout, &Frame::of(charset), canvas);
    for (index, site) in scene.sites.iter().enumerate() {
        let (x, y) = (layout.inside(site.column.into()), layout.line(site.row));
        let Some(&width) = layout.widths.get(usize::from(site.column)) else { continue };
        let is_void = site.ground == Ground::Void && site.pile.is_none() && site.pawn.is_none();
        if is_void && layout.framed && mark_of(scene, index).is_none() {
            let void = Signs::of(charset).void.to_string();
            canvas.put(x, y, &void.repeat(width), color::dim());
        } else {
            labels.put(index, x, y, width, canvas);
        }
    }
    for row in 0..scene.rows {
        canvas.put(
            0,
            layout.line(row),
            &format!("{:>2}", row_number(scene, row, style.flipped)),
            color::dim(),
        );
        if let Some(player) = home_row(scene, row) {
            let player = description::seat_name(scene, player, texts);
            let home = texts.format("scene.home", &[("player", &player)]);
            canvas.put(layout.edge(layout.widths.len()) + 2, layout.line(row), &home, color::dim());
        }
    }
    for (column, width) in (0..scene.columns).zip(&layout.widths) {
        let x = layout.inside(column.into()) + (width - 1) / 2;
        canvas.put(x, layout.bottom() + 1, &column_letter(scene, column, style.flipped), color::dim());
    }
}

fn draw_frame(layout: &Layout, frame: &Frame, canvas: &mut Canvas) {
    let columns = layout.widths.len();
    let bottom = layout.bottom();
    let joint_index = |at: usize, last: usize| if at == 0 { 0 } else { 1 + usize::from(at == last) };
    for y in 0..=bottom {
        let is_line = y == 0 || y == bottom || (layout.framed && y % 2 == 0);
        for column in 0..=columns {
            let is_edge = column == 0 || column == columns;
            if !layout.framed && !is_edge {
                continue;
            }
            let joint = frame.joints[joint_index(y, bottom)][joint_index(column, columns)];
            let char = if is_line { joint } else { frame.vertical };
            canvas.put(layout.edge(column), y, &char.to_string(), color::dim());
        }
        if is_line {
            for (column, &width) in layout.widths.iter().enumerate() {
                let line = frame.horizontal.to_string().repeat(width);
                canvas.put(layout.inside(column), y, &line, color::dim());
            }
        }
    }
}

/// The player whose home the whole row is.
pub fn home_row(scene: &Scene, row: u8) -> Option<Player> {
    let mut sites = scene.sites.iter().filter(|site| site.row == row).map(|site| match site.ground {
        Ground::Home(player) => Some(player),
        _ => None,
    });
    let first = sites.next()??;
    sites.all(|home| home == Some(first)).then_some(first)
}
