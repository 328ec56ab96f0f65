//! Decides how a board looks in lines of characters: every piece by letters and digits, in colour
//! or without.

mod canvas;
mod color;
mod footer;
mod legend;
mod points;
mod signs;
mod squares;
mod values;

use cairn_rules::{MarkKind, Scene, Surface};
use cairn_texts::Texts;

use crate::marking;
use canvas::Canvas;
use signs::Run;

pub use legend::legend;
pub use signs::{Signs, brackets, letter};
pub use squares::home_row;
pub use values::values;

/// The lines and columns that a board tries to stay within.
const SCREEN: (usize, usize) = (80, 24);

/// Which characters may be used.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Charset {
    /// Box-drawing and a few other signs that stand in nearly every terminal font.
    #[default]
    Unicode,
    /// Characters below 128 alone.
    Ascii,
}

/// How a board is written.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Style {
    /// Whether escape codes for colour are used.
    pub color: bool,
    /// Which characters are used.
    pub charset: Charset,
    /// The language of what is written under it.
    pub texts: Texts,
    /// Whether the board is seen from the far side.
    pub flipped: bool,
}

impl Style {
    /// The number of the row that is drawn so many rows from the bottom.
    fn row_number(self, scene: &Scene, row: u8) -> String {
        format!("{:>2}", 1 + if self.flipped { scene.rows - 1 - row } else { row })
    }

    /// The letter of the column that is drawn so many columns from the left.
    fn column_letter(self, scene: &Scene, column: u8) -> String {
        let column = if self.flipped { scene.columns - 1 - column } else { column };
        char::from(b'a' + column.min(25)).to_string()
    }
}

/// A scene with every site where it is seen from the far side.
fn turned(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for site in &mut scene.sites {
        site.column = scene.columns.saturating_sub(1 + site.column);
        site.row = scene.rows.saturating_sub(1 + site.row);
    }
    scene
}

/// The board with its coordinates, then a line for each seat, the facts, and how the game ended.
pub fn render(scene: &Scene, style: Style) -> String {
    let mut canvas = Canvas::default();
    let seen = if style.flipped { &turned(scene) } else { scene };
    match scene.surface {
        Surface::Squares => squares::draw(seen, style, &mut canvas),
        Surface::Points => points::draw(seen, style, &mut canvas),
    }
    footer::draw(scene, style, &mut canvas);
    canvas.finish(style.color)
}

/// How many lines the board may have so that what is written under it still fits the screen.
fn room(scene: &Scene) -> usize {
    SCREEN.1.saturating_sub(footer::height(scene))
}

/// What is written for each site and how it is pointed out, in the order of the sites.
struct Labels {
    charset: Charset,
    labels: Vec<(Vec<Run>, Option<MarkKind>)>,
}

impl Labels {
    fn new(scene: &Scene, charset: Charset, empty: impl Fn(&Signs, usize) -> Run) -> Self {
        let signs = Signs::of(charset);
        let label = |(index, site)| {
            let mut runs = signs.pieces(site, scene);
            if runs.is_empty() {
                runs.push(empty(&signs, index));
            }
            (runs, marking::mark_of(scene, index))
        };
        Self { charset, labels: scene.sites.iter().enumerate().map(label).collect() }
    }

    /// How many characters the label of a site has.
    fn width(&self, index: usize) -> usize {
        self.labels.get(index).map_or(0, |(runs, _)| signs::width(runs))
    }

    /// Writes the label of a site into `room` characters from `x` on, brackets included.
    fn put(&self, index: usize, x: usize, y: usize, room: usize, canvas: &mut Canvas) {
        let Some((runs, mark)) = self.labels.get(index) else { return };
        let width = signs::width(runs);
        let start = x + room.saturating_sub(width) / 2;
        if let Some(kind) = *mark {
            let (left, right) = brackets(kind, self.charset);
            canvas.put(start.saturating_sub(1), y, left, color::mark(kind));
            canvas.put(start + width, y, right, color::mark(kind));
        }
        let mut x = start;
        for run in runs {
            canvas.put(x, y, &run.text, run.ink);
            x += run.text.chars().count();
        }
    }
}
