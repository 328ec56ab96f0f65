//! Game-tree search over the traits of `cairn-rules`, for any game.
//!
//! A [`Searcher`] searches a position within [`Limits`] and returns a [`Report`]: the principal
//! variations with a [`Score`] each. There are two methods. Alpha-beta searches the whole tree to a depth and is the
//! stronger one; Monte Carlo tree search plays random games. With three or four players alpha-beta is paranoid: it
//! assumes that all opponents form one coalition.
//!
//! A [`solver::Solver`] proves the win/draw/loss value of a position instead of estimating it.
//!
//! `Searcher` and `Solver` are `Send` and `Sync`; a search takes `&mut self`. In WebAssembly, searches run on the
//! calling thread.
//!
//! ```
//! use cairn_rules::{Game, games::staqs::Staqs};
//! use cairn_search::{Limits, Searcher, Settings};
//!
//! let start = Staqs::start(&Default::default());
//! let mut searcher = Searcher::new(Settings { hash_mib: 1, ..Settings::default() })?;
//! let report = searcher.search(&start, &[], &Limits::depth(3), &mut |_| ());
//! assert_eq!(report.depth, 3);
//! assert!(report.best_move().is_some());
//! # Ok::<(), cairn_search::OutOfMemory>(())
//! ```

mod alpha_beta;
mod buckets;
mod limits;
mod mcts;
mod memory;
pub mod minimax;
mod ordering;
mod repetition;
mod report;
mod root_solver;
mod score;
mod searcher;
mod settings;
mod sides;
pub mod solver;
mod transposition;

pub use limits::{Limits, Purpose, ReportFlow, StopFlag};
pub use memory::{OutOfMemory, check_table, fitting_mib, fitting_threads, has_address_limit};
pub use report::{Report, Variation};
pub use score::Score;
pub use searcher::Searcher;
pub use settings::{Enhancements, Method, Settings};

/// Tests the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
