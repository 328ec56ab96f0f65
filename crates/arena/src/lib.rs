//! Bots against bots on all cores: matches, round-robin tournaments and self-play statistics.
//!
//! Games come in pairs: both games of a pair start from the same short random opening, with the bots swapped. The same
//! [`MatchConfig`] gives the same games for any number of threads, as long as the bots are deterministic, as
//! [`Bot`](cairn_engine::bots::Bot) recommends. [`RecordFile`] stores games as they end, and a match resumes from that
//! file.
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

mod adjudication;
mod clock;
mod comments;
mod config;
mod figures;
mod game;
mod lead;
mod matches;
mod openings;
mod pool;
mod ratings;
mod record_file;
mod results;
mod scoreboard;
mod seating;
mod series;
mod sprt;
mod stats;
mod tournament;
mod written;

use std::io;
use std::path::{Path, PathBuf};

use cairn_engine::bots::BotFault;
use cairn_rules::{Message, excerpt};
use cairn_session::{OpenError, RecordError};
use thiserror::Error;

pub use adjudication::{Adjudication, DrawRule, ResignRule, RuleError};
pub use config::MatchConfig;
pub use figures::{MatchFigures, SprtFigures, tournament_figures};
pub use game::{Forfeit, GameResult};
pub use lead::LeadCount;
pub use matches::{Match, MatchProgress, MatchReport};
pub use openings::{OpeningError, Openings};
pub use ratings::{Rating, ratings};
pub use record_file::RecordFile;
pub use results::{Estimate, Results, elo};
pub use seating::Side;
pub use sprt::{Sprt, SprtError, Verdict};
pub use stats::{Lengths, SelfPlay, Stats};
pub use tournament::{Crosstable, CrosstableRow, Tournament};

/// An error that ends a match; a bot's fault, by contrast, ends only a game.
#[derive(Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
#[expect(missing_docs, reason = "every file error has the path; the others are described")]
pub enum ArenaError {
    /// The game cannot be opened.
    Open(#[from] OpenError),
    /// The record file cannot be read or written.
    File { path: PathBuf, error: io::Error },
    /// The record file has an error.
    Record { path: PathBuf, error: RecordError },
    /// A game in the file belongs to another configuration.
    Mismatch { path: PathBuf, game: usize, tag: &'static str, found: String, expected: String },
    /// The file contains something other than records.
    NoRecords { path: PathBuf },
    /// A game in the file was modified after the match wrote it.
    Altered { path: PathBuf, game: usize },
    /// A game is in the file twice.
    Twice { path: PathBuf, game: usize },
    /// Another process is using the file.
    InUse { path: PathBuf },
    /// A bot cannot play the games of the match.
    Bot { name: String, fault: BotFault },
    /// The system cannot start a thread.
    Thread(io::Error),
}

impl ArenaError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        let of_file = |path: &Path, problem: Message| {
            Message::new("{path}: {problem}").with("path", path.display()).messages("problem", vec![problem])
        };
        match self {
            Self::Open(error) => error.message(),
            Self::File { path, error } => of_file(path, error.into()),
            Self::Record { path, error } => of_file(path, error.message()),
            Self::Mismatch { path, game, tag, found, expected } => of_file(
                path,
                Message::new("game {game} is of another match: {tag} is `{found}`, not `{expected}`")
                    .with("game", game)
                    .with("tag", tag)
                    .with("found", found)
                    .with("expected", expected),
            ),
            Self::NoRecords { path } => {
                of_file(path, Message::new("not a file of game records; name a new file or another one"))
            }
            Self::Altered { path, game } => of_file(
                path,
                Message::new("game {game} is not as this match wrote it; name a new file or another one")
                    .with("game", game),
            ),
            Self::Twice { path, game } => of_file(
                path,
                Message::new("game {game} is there twice; name a new file or another one").with("game", game),
            ),
            Self::InUse { path } => {
                of_file(path, Message::new("another match is being recorded there; name another file"))
            }
            Self::Bot { name, fault } => Message::new("{bot}: {problem}")
                .with("bot", excerpt(name))
                .messages("problem", vec![fault.message()]),
            Self::Thread(error) => {
                Message::new("no thread can be started: {error}").messages("error", vec![error.into()])
            }
        }
    }

    /// Returns whether the request is at fault, rather than the file system or other processes.
    pub const fn is_request(&self) -> bool {
        !matches!(self, Self::File { .. } | Self::InUse { .. } | Self::Thread(_))
    }
}

/// Tests the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
