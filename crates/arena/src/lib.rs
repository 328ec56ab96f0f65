//! Bots against bots on all cores: matches, round-robin tournaments and self-play statistics.
//!
//! Games come in pairs: both games of a pair start from the same short random opening, with the bots
//! swapped. The same [`MatchConfig`] gives the same games for any number of threads, as long as the
//! bots are deterministic, as [`Bot`](cairn_engine::bots::Bot) asks. Games can be appended to a
//! [`RecordFile`] as they end, and a match resumes from that file.
//!
//! Read [`config`](MatchConfig) first (what a game depends on, and its opening), then `seating`,
//! `game` (one game) and `pool` (many games on threads). `matches`, `tournament` and `stats` run
//! games and report on them. `scoreboard`, `results` and `sprt` turn finished games into scores, Elo
//! differences and test decisions.
//! `record_file` keeps the games, and `written` knows what is theirs in it.
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
mod error;
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

pub use config::MatchConfig;
pub use error::ArenaError;
pub use game::{Forfeit, GameResult};
pub use lead::LeadCount;
pub use matches::{Match, Progress, Report};
pub use ratings::{Rating, ratings};
pub use record_file::RecordFile;
pub use results::{Estimate, Results, elo};
pub use seating::Side;
pub use sprt::{Sprt, SprtError, Verdict};
pub use stats::{Lengths, SelfPlay, Stats};
pub use tournament::{Crosstable, CrosstableRow, Tournament};
