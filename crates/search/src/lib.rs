//! Chooses moves: looks ahead over the contract of the rules, and names no game.
//!
//! An [`Engine`] searches a position within [`Limits`] and gives a [`Report`]: the best lines with
//! a [`Score`] each. Two methods stand behind it. Alpha-beta looks at everything up to a depth and
//! is the stronger one; Monte Carlo tree search plays games out at random. For three and more
//! players alpha-beta expects the worst: that all others stand together.
//!
//! A [`solver::Solver`] proves what a position is worth instead of guessing.
//!
//! ```
//! use cairn_rules::{Game, games::staqs::Staqs};
//! use cairn_search::{Engine, Limits, Settings};
//!
//! let start = Staqs::start(&Default::default());
//! let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
//! let report = engine.search(&start, &[], &Limits::depth(3), &mut |_| ());
//! assert_eq!(report.depth, 3);
//! assert!(report.best().is_some());
//! ```

mod alpha_beta;
mod camps;
mod clock;
mod dice;
mod engine;
mod limits;
mod mcts;
pub mod minimax;
mod ordering;
mod path;
mod proof;
mod report;
mod score;
mod settings;
pub mod solver;
mod table;

pub use dice::SearchDice;
pub use engine::Engine;
pub use limits::Limits;
pub use report::{Line, Report};
pub use score::Score;
pub use settings::{Features, Method, Settings};
