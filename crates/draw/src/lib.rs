//! Draws a [`Scene`](cairn_rules::Scene) as text, SVG and PNG, and says it in words.
//!
//! Everything that is drawn comes from the scene: nothing here knows a game or a rule. No meaning
//! is carried by colour alone: text has letters and digits, pictures have digits, patterns and
//! shapes.
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
//!     facts: vec![],
//!     to_move: None,
//!     outcome: None,
//!     marks: vec![],
//! };
//! let board = text::render(&scene, Style { charset: Charset::Ascii, ..Style::default() });
//! assert_eq!(board, "   +----+\n 1 | o  |\n   +----+\n     a\n");
//! assert_eq!(cairn_draw::describe(&scene.sites[0], &scene, Texts::default()), "a1, neutral");
//! ```

mod marking;
pub mod png;
pub mod svg;
pub mod text;
mod words;

pub use marking::mark_of;
pub use words::{describe, outcome, summary};
