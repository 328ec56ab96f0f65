//! Bots against bots: matches, tournaments and what a game's designer asks, on all cores.
//!
//! Games come in pairs that begin with the same few random plies, with the sides swapped. The same
//! terms give the same games, however many threads play them, as long as the bots keep the promise
//! of [`Bot`](cairn_session::players::Bot). Games can be kept in a file as they end, and a
//! match goes on from that file.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use cairn_arena::{Match, Terms};
//!
//! let terms = Terms::of("staqs:size=3", 1)?;
//! let versus = Match { first: "greedy".parse()?, second: "random".parse()?, terms, games: 20, threads: 2, sprt: None };
//! let report = versus.run(None, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(report.tally.games(), 20);
//! println!("{:.1} %", report.tally.score().mean * 100.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decided;
mod error;
mod game;
mod ledger;
mod matches;
mod pool;
mod score;
mod seating;
mod sprt;
mod stats;
mod store;
mod terms;
mod tournament;

pub use decided::Leads;
pub use error::ArenaError;
pub use game::{Forfeit, Game, Observed, Score};
pub use matches::{Match, Progress, Report};
pub use score::{Estimate, Tally, elo};
pub use seating::Side;
pub use sprt::{Sprt, SprtError, Verdict};
pub use stats::{Lengths, SelfPlay, Stats};
pub use store::Store;
pub use terms::Terms;
pub use tournament::{Crosstable, Row, Tournament};
