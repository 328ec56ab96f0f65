//! Bots against bots on all cores: matches, round-robin tournaments and self-play statistics.
//!
//! Games come in pairs: both games of a pair start from the same short random opening, with the bots
//! swapped. The same [`MatchConfig`] gives the same games for any number of threads, as long as the
//! bots are deterministic, as [`Bot`](cairn_engine::bots::Bot) asks. Games can be appended to a
//! [`RecordFile`] as they end, and a match resumes from that file.
//!
//! ```
//! use cairn_arena::{Match, MatchConfig};
//! use cairn_engine::StopFlag;
//!
//! let config = MatchConfig::new("staqs:size=3", 1)?;
//! let (first, second) = ("greedy".parse()?, "random".parse()?);
//! let greedy_vs_random = Match::new(first, second, config, 20);
//! let report = greedy_vs_random.run(None, &StopFlag::default(), &mut |_| {})?;
//! assert_eq!(report.results.games(), 20);
//! println!("{:.1} %", report.results.score().mean * 100.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod game;
mod lead;
mod matches;
mod pool;
mod ratings;
mod record_file;
mod results;
mod scoreboard;
mod seating;
mod sprt;
mod stats;
mod tournament;
mod written;

use std::io;
use std::path::PathBuf;

use cairn_session::{OpenError, RecordError};
use thiserror::Error;

pub use config::MatchConfig;
pub use game::{Forfeit, GameResult};
pub use lead::LeadCount;
pub use matches::{Match, MatchProgress, MatchReport};
pub use ratings::{Rating, ratings};
pub use record_file::RecordFile;
pub use results::{Estimate, Results, elo};
pub use seating::Side;
pub use sprt::{Sprt, SprtError, Verdict};
pub use stats::{Lengths, SelfPlay, Stats};
pub use tournament::{Crosstable, CrosstableRow, Tournament};

/// An error that ends a match, as opposed to a bot's fault, which ends only a game.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "every file error has the path; the others are described")]
pub enum ArenaError {
    /// The game cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The record file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    /// The record file has an error.
    #[error("{}: {error}", path.display())]
    Record { path: PathBuf, error: RecordError },
    /// A game in the file was played with another configuration.
    #[error("{}: game {game} is of another match: {tag} is `{found}`, not `{expected}`", path.display())]
    Mismatch { path: PathBuf, game: usize, tag: &'static str, found: String, expected: String },
    /// The file has other contents than records.
    #[error("{}: not a file of game records; name a new file or another one", path.display())]
    NoRecords { path: PathBuf },
    /// A game in the file was changed after the match wrote it.
    #[error("{}: game {game} is not as this match wrote it; name a new file or another one", path.display())]
    Altered { path: PathBuf, game: usize },
    /// A game is in the file twice.
    #[error("{}: game {game} is there twice; name a new file or another one", path.display())]
    Twice { path: PathBuf, game: usize },
    /// Another process writes the file.
    #[error("{}: another match is being recorded there; name another file", path.display())]
    InUse { path: PathBuf },
    /// The system starts no thread.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
}

impl ArenaError {
    /// Whether the request is at fault, rather than the file system or what else is running.
    pub const fn is_request(&self) -> bool {
        !matches!(self, Self::File { .. } | Self::InUse { .. } | Self::Thread(_))
    }
}

/// The example of the README is tested with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
