//! Decides how a board of squares is written: every square framed, or only the board where that
//! would be too tall.

use cairn_rules::{Ground, Player, Scene};

use super::canvas::Canvas;
use super::signs::Signs;
use super::{Charset, Labels, SCREEN, Style, color, room};
use crate::{marking, words};

/// Where the frame of the board begins; row numbers stand left of it.
const LEFT: usize = 3;

/// Lines of a frame: across, up, and the nine joints from the top left to the bottom right.
struct Frame {
    across: char,
    up: char,
    joints: [[char; 3]; 3],
}

impl Frame {
    const fn of(charset: Charset) -> Self {
        match charset {
            Charset::Unicode => {
                Self {
                    across: '─', up: '│', joints: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']]
                }
            }
            Charset::Ascii => Self { across: '-', up: '|', joints: [['+'; 3]; 3] },
        }
    }
}

/// Where everything stands.
struct Plan {
    /// Whether every square has a frame of its own.
    framed: bool,
    /// The inner width of each column.
    widths: Vec<usize>,
    rows: usize,
}

impl Plan {
    fn new(scene: &Scene, labels: &Labels) -> Self {
        let rows = usize::from(scene.rows);
        let framed = 2 * rows + 2 <= room(scene);
        let mut widths = vec![3; scene.columns.into()];
        for (index, site) in scene.sites.iter().enumerate() {
            if let Some(width) = widths.get_mut(usize::from(site.column)) {
                *width = (*width).max(labels.width(index) + 2);
            }
        }
        // An even width can be twice the height; the widest square decides for all of them, unless
        // the board would become wider than the screen.
        let widest = widths.iter().copied().max().unwrap_or(0).next_multiple_of(2);
        let even = Self { framed, widths: vec![widest; widths.len()], rows };
        if even.edge(widths.len()) < SCREEN.0 { even } else { Self { framed, widths, rows } }
    }

    /// The frame left of a column; the frame on the right for the number of columns.
    fn edge(&self, column: usize) -> usize {
        let inner: usize = self.widths.iter().take(column).sum();
        LEFT + inner + if self.framed { column } else { usize::from(column == self.widths.len()) }
    }

    /// The first character inside a column.
    fn inside(&self, column: usize) -> usize {
        self.edge(column) + 1
    }

    /// The line of a row that is counted from the bottom.
    fn line(&self, row: u8) -> usize {
        let from_top = self.rows.saturating_sub(1 + usize::from(row));
        if self.framed { 2 * from_top + 1 } else { from_top + 1 }
    }

    /// The line of the lower frame.
    fn bottom(&self) -> usize {
        if self.framed { 2 * self.rows } else { self.rows + 1 }
    }
}

/// Writes the board.
pub(super) fn draw(scene: &Scene, style: Style, canvas: &mut Canvas) {
    let Style { charset, texts, .. } = style;
    let labels = Labels::new(scene, charset, |signs, index| {
        let ground = scene.sites.get(index).map_or(Ground::Plain, |site| site.ground);
        signs.ground(ground, scene)
    });
    let plan = Plan::new(scene, &labels);
    draw_frame(&plan, &Frame::of(charset), canvas);
    for (index, site) in scene.sites.iter().enumerate() {
        let (x, y) = (plan.inside(site.column.into()), plan.line(site.row));
        let Some(&width) = plan.widths.get(usize::from(site.column)) else { continue };
        let is_void = site.ground == Ground::Void && site.pile.is_none() && site.pawn.is_none();
        if is_void && plan.framed && marking::mark_of(scene, index).is_none() {
            let void = Signs::of(charset).void.to_string();
            canvas.put(x, y, &void.repeat(width), color::faint());
        } else {
            labels.put(index, x, y, width, canvas);
        }
    }
    for row in 0..scene.rows {
        canvas.put(0, plan.line(row), &style.row_number(scene, row), color::faint());
        if let Some(player) = home_row(scene, row) {
            let player = words::seat_name(scene, player, texts);
            let home = texts.tell("scene.home", &[("player", &player)]);
            canvas.put(plan.edge(plan.widths.len()) + 2, plan.line(row), &home, color::faint());
        }
    }
    for (column, width) in (0..scene.columns).zip(&plan.widths) {
        let x = plan.inside(column.into()) + (width - 1) / 2;
        canvas.put(x, plan.bottom() + 1, &style.column_letter(scene, column), color::faint());
    }
}

fn draw_frame(plan: &Plan, frame: &Frame, canvas: &mut Canvas) {
    let columns = plan.widths.len();
    let bottom = plan.bottom();
    let place = |at: usize, last: usize| if at == 0 { 0 } else { 1 + usize::from(at == last) };
    for y in 0..=bottom {
        let is_line = y == 0 || y == bottom || (plan.framed && y % 2 == 0);
        for column in 0..=columns {
            let is_edge = column == 0 || column == columns;
            if !plan.framed && !is_edge {
                continue;
            }
            let joint = frame.joints[place(y, bottom)][place(column, columns)];
            let char = if is_line { joint } else { frame.up };
            canvas.put(plan.edge(column), y, &char.to_string(), color::faint());
        }
        if is_line {
            for (column, &width) in plan.widths.iter().enumerate() {
                let line = frame.across.to_string().repeat(width);
                canvas.put(plan.inside(column), y, &line, color::faint());
            }
        }
    }
}

/// Whose home a whole row is.
pub fn home_row(scene: &Scene, row: u8) -> Option<Player> {
    let mut sites = scene.sites.iter().filter(|site| site.row == row).map(|site| match site.ground {
        Ground::Home(player) => Some(player),
        _ => None,
    });
    let first = sites.next()??;
    sites.all(|home| home == Some(first)).then_some(first)
}
