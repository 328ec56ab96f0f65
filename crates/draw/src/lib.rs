//! Renders a [`Scene`] as text, SVG and (with the feature `png`) PNG, and describes it in words.
//!
//! Everything comes from the scene: this crate depends on no game and no rule. No meaning depends on colour alone: text
//! has letters and digits, pictures have digits, patterns and shapes.
//!
//! [`cells`] lays out a board on a grid of characters, [`text`] writes it for terminals, and [`svg`] draws pictures,
//! which `png` rasterizes; both take their words from `description`. A [`Graph`] is the course of a game.
//!
//! ```
//! use cairn_draw::text::{self, Charset, Style};
//! use cairn_rules::{Ground, Pile, Scene, SiteView, Surface};
//! use cairn_texts::Texts;
//!
//! let disc = Pile::of(None, 1);
//! let site = SiteView {
//!     name: "a1".to_owned(),
//!     column: 0,
//!     row: 0,
//!     ground: Ground::Plain,
//!     pile: Some(disc),
//!     pawn: None,
//! };
//! let scene = Scene {
//!     columns: 1,
//!     rows: 1,
//!     surface: Surface::Squares,
//!     sites: vec![site],
//!     lines: vec![],
//!     seats: vec![],
//!     unowned: "neutral",
//!     facts: vec![],
//!     to_move: None,
//!     outcome: None,
//!     verdict: None,
//!     marks: vec![],
//! };
//! let board = text::render(&scene, Style { charset: Charset::Ascii, ..Style::default() });
//! assert_eq!(board, "   +----+\n 1 | o  |\n   +----+\n     a\n");
//! assert_eq!(cairn_draw::describe(&scene.sites[0], &scene, Texts::default()), "a1, neutral");
//! ```

pub mod cells;
mod chart;
mod description;
mod graph;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
pub mod text;

pub use chart::{ChartBar, ChartInterval, ChartPanel, ChartRow};
pub use description::{changes, describe, outcome, summary};
pub use graph::{Graph, GraphCurve};

use cairn_rules::{MarkKind, Scene};

/// Returns the mark to show on the site at `index`, in descending precedence: chosen, hint, choice, last move.
pub fn mark_of(scene: &Scene, index: usize) -> Option<MarkKind> {
    let marks = scene.marks.iter().filter(|mark| usize::from(mark.site.0) == index);
    marks.map(|mark| mark.kind).max()
}

/// Returns the scene as seen from the other side.
fn rotated(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for site in &mut scene.sites {
        site.column = scene.columns.saturating_sub(1 + site.column);
        site.row = scene.rows.saturating_sub(1 + site.row);
    }
    scene
}

/// Returns the number of the row drawn at this place, counted from the bottom.
fn row_number(scene: &Scene, row: u8, flipped: bool) -> u8 {
    if flipped { scene.rows.saturating_sub(row) } else { row + 1 }
}

/// Returns the letter of the column drawn at this place, counted from the left.
fn column_letter(scene: &Scene, column: u8, flipped: bool) -> String {
    let column = if flipped { scene.columns.saturating_sub(1 + column) } else { column };
    char::from(b'a' + column.min(25)).to_string()
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
