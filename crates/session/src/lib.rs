//! Any game behind one object-safe face.
//!
//! [`open`] goes from the word for a game with its options to a [`Session`]: a game that is being played,
//! with its history, undo and redo, draw offers, resignation and the draw by repetition, which
//! belongs to the record of a game and not to a position. [`record`] writes sessions as text and
//! reads them back, [`puzzle`] judges attempts at puzzles exactly, [`study`] looks ahead, [`truth`]
//! proves values, a [`BotKind`]
//! goes from a word to a player, and [`players`] are bots of every kind, other programs too. No game
//! is named here: all of them come from the registry of the rules.
//!
//! ```
//! use cairn_rules::games::ALL;
//! use cairn_session::{BotKind, open};
//!
//! let mut session = open(ALL[0].id, None)?;
//! let mut bot = "level2".parse::<BotKind>()?.player(1);
//! while let Some(mv) = bot.choose(&*session) {
//!     session.play(&mv)?;
//! }
//! assert!(session.outcome().is_some());
//! let record = session.record().to_string();
//! assert_eq!(cairn_session::record::read(&record)?, [session.record()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bots;
pub mod certificate;
mod dice;
mod duration;
mod excerpt;
mod live;
mod offer;
#[cfg(test)]
mod pacing;
pub mod players;
pub mod puzzle;
pub mod record;
mod session;
pub mod study;
mod tags;
mod takeback;
pub mod truth;

pub use bots::{BasicBot, BotError, BotKind, Budget, BuiltinBot, Level, Style};
pub use dice::Rng;
pub use duration::{BadSpan, Span};
pub use offer::AgreementError;
pub use record::{Record, RecordError};
pub use session::{Choices, OpenError, Session, open};
pub use takeback::{at_ply, play_again, take_back};
