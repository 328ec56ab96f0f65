//! The engine of Cairn: search, solving, bots and puzzles, for any game by its spec.
//!
//! [`open`] takes a spec such as `staqs:size=7` and returns an [`Engine`], which analyses sessions of that
//! game, solves them, probes opening books, certifies values and judges puzzles. The interface hides the
//! game's types. [`bots`] choose moves with an engine or by running another program.
//!
//! [`register`] adds games of other crates. A [`StopFlag`] stops searches and all other long work.
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
#[cfg(feature = "files")]
pub mod files;
pub mod puzzle;
mod rng;
mod sample;
mod solution;
mod time_span;
mod typed;

pub use analysis::{Analysis, Variation};
pub use cairn_search::solver::{SolverReport, SolverSettings};
pub use cairn_search::{
    Enhancements, Limits, Method, OutOfMemory, Purpose, ReportFlow, Score, Settings, StopFlag, check_table,
    fitting_mib, fitting_threads, has_address_limit,
};
pub use engine::{
    Engine, EngineError, EngineSettings, Monitor, OtherGame, open, open_for, open_typed, register,
};
pub use rng::Rng;
pub use sample::Sample;
pub use solution::{Solution, SolutionLine, SolveGoal, SolvedMove, SolvedPosition, solved_line};
pub use time_span::{ParseSpanError, Span};

/// Tests the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
