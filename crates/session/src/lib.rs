//! A game in play, for any game: history, undo and redo, repetition, draw offers, results, records.
//!
//! [`open`] takes a game's spec, such as `staqs:size=7`, and returns a [`Session`]. [`record`] writes
//! sessions as text and reads them back. [`TypedSession`] is a session with its game's types, for code that
//! is generic over [`Game`](cairn_rules::Game). This crate names no game: they all come from the registry.
//!
//! [`register`] adds games of other crates.
//!
//! ```
//! use cairn_rules::games::ALL;
//! use cairn_session::{open, record};
//!
//! let mut session = open(ALL[0].id, None)?;
//! while session.outcome().is_none() {
//!     let mv = session.legal_moves().swap_remove(0);
//!     session.play(&mv)?;
//! }
//! let text = session.record().to_string();
//! assert_eq!(record::read(&text)?, [session.record()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod erased;
mod offer;
pub mod record;
mod registry;
mod session;
mod setup;
mod snapshot;
mod tags;
#[cfg(test)]
mod tests;
mod threats;
mod tree;
mod typed;

pub use board::{BoardView, Choices};
pub use cairn_rules::excerpt;
pub use offer::AgreementError;
pub use record::{Record, RecordError, RecordProblem};
pub use registry::{IdTakenError, SessionVisitor, as_typed, known_games, open, register, with_session};
pub use session::{OpenError, Session, Undone, play_again, take_back};
pub use setup::{SetupEdit, edit_position, move_pieces, set_position_field, setup_tools};
pub use snapshot::{Snapshot, SnapshotEnding, SnapshotError, SnapshotMove};
pub use tags::{RATED_TAG, SEAT_TAGS, TagError};
pub use tree::{TreeMove, VariationTree};
pub use typed::TypedSession;

/// Tests the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
