//! The engine of Cairn: everything that looks ahead in a game, for any game by its spec.
//!
//! [`open`] goes from a spec such as `staqs:size=7` to an [`Engine`], which analyses sessions of that
//! game, solves them, looks them up in opening books, certifies values and judges puzzles. Nobody who
//! asks sees a game's types. [`bots`] choose moves by it or by other programs.
//!
//! Reading order: `engine.rs` (the facade), `typed.rs` (its one implementation), `analysis.rs` and
//! `solution.rs` (what comes out), then `bots/`, `book/`, `certificate/` and `puzzle/`.
//!
//! ```
//! use cairn_engine::{EngineSettings, Limits};
//!
//! let session = cairn_session::open("staqs", None)?;
//! let mut engine = cairn_engine::open(&session.spec(), EngineSettings::default())?;
//! let analysis = engine.analyze(&*session, &Limits::depth(4), &mut |_| ())?;
//! assert_eq!(analysis.depth, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
pub mod book;
pub mod bots;
pub mod certificate;
mod engine;
mod monitor;
pub mod puzzle;
mod rng;
mod sample;
mod solution;
mod time_span;
mod typed;

pub use analysis::{Analysis, Variation};
pub use cairn_search::solver::{SolverReport, SolverSettings};
pub use cairn_search::{Enhancements, Limits, Method, Score, Settings};
pub use engine::{Engine, EngineSettings, OtherGame, open, open_for};
pub use monitor::Monitor;
pub use rng::Rng;
pub use sample::Sample;
pub use solution::{Solution, SolutionLine, SolveGoal, SolvedMove, SolvedPosition};
pub use time_span::{BadSpan, Span};
