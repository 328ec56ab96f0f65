//! Text output: a board in lines of characters, every piece by letters and digits, with or without
//! colour.
//!
//! `signs` decides the characters of a site and `color` their styles; `squares` and `points` lay out
//! the two kinds of boards on a `canvas`; `footer` adds the lines below. `legend` explains the signs.
//! `graph` draws the course of a game.

mod annotated;
mod canvas;
mod color;
mod footer;
mod graph;
mod legend;
mod points;
mod signs;
mod squares;

use cairn_rules::{MarkKind, Scene, Surface};
use cairn_texts::Texts;

use crate::{mark_of, rotated};
use canvas::Canvas;
use signs::Span;

pub use annotated::render_annotated;
pub use graph::{bar_cell, graph, mark_line};
pub use legend::legend;
pub use signs::{Signs, brackets, letter};
pub use squares::home_row;

/// The columns and lines of the smallest terminal that a board should fit.
const SCREEN: (usize, usize) = (80, 24);

/// The characters to draw with.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Charset {
    /// Box-drawing and a few other characters that nearly every terminal font has.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// How a board is rendered as text.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Style {
    /// Whether to use ANSI escape codes for colour.
    pub color: bool,
    /// The characters to draw with.
    pub charset: Charset,
    /// The language of the lines below the board.
    pub texts: Texts,
    /// Whether to show the board from the other side.
    pub flipped: bool,
}

/// Renders the board with its coordinates, followed by the seats, the facts and the outcome.
pub fn render(scene: &Scene, style: Style) -> String {
    let mut canvas = Canvas::default();
    let visible = if style.flipped { &rotated(scene) } else { scene };
    match scene.surface {
        Surface::Squares => squares::draw(visible, style, &mut canvas),
        Surface::Points => points::draw(visible, style, &mut canvas),
    }
    footer::draw(scene, style, &mut canvas);
    canvas.finish(style.color)
}

/// How many lines the board may take so that the footer still fits the screen.
fn max_board_lines(scene: &Scene) -> usize {
    SCREEN.1.saturating_sub(footer::height(scene))
}

/// The text and the mark of every site, in the order of the sites.
struct Labels {
    charset: Charset,
    labels: Vec<(Vec<Span>, Option<MarkKind>)>,
}

impl Labels {
    fn new(scene: &Scene, charset: Charset, empty: impl Fn(&Signs, usize) -> Span) -> Self {
        let signs = Signs::of(charset);
        let label = |(index, site)| {
            let mut spans = signs.pieces(site, scene);
            if spans.is_empty() {
                spans.push(empty(&signs, index));
            }
            (spans, mark_of(scene, index))
        };
        Self { charset, labels: scene.sites.iter().enumerate().map(label).collect() }
    }

    /// The width of a site's label.
    fn width(&self, index: usize) -> usize {
        self.labels.get(index).map_or(0, |(spans, _)| signs::width(spans))
    }

    /// Writes the label of a site, brackets included, centred in `width` columns from `x` on.
    fn put(&self, index: usize, x: usize, y: usize, width: usize, canvas: &mut Canvas) {
        let Some((spans, mark)) = self.labels.get(index) else { return };
        let label_width = signs::width(spans);
        let start = x + width.saturating_sub(label_width) / 2;
        if let Some(kind) = *mark {
            let (left, right) = brackets(kind, self.charset);
            canvas.put(start.saturating_sub(1), y, left, color::mark(kind));
            canvas.put(start + label_width, y, right, color::mark(kind));
        }
        let mut x = start;
        for span in spans {
            canvas.put(x, y, &span.text, span.style);
            x += span.text.chars().count();
        }
    }
}
