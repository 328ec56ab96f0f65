//! Whoever chooses moves by itself, behind one object-safe face, and what can go wrong with it.
//!
//! [`BotSpec`] goes from the word for a bot, such as `greedy` or `ugi:PATH`, to as many [`Bot`]s
//! as are wanted.

mod own;
mod player_spec;
mod process;
mod spec;
mod ugi;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cairn_rules::MoveError;
use thiserror::Error;

pub use player_spec::{PlayerSpec, PlayerSpecError};
pub use spec::{BotSpec, SpecError};
pub use ugi::{Budget, Ugi};

use crate::Session;
use crate::excerpt::excerpt;

/// A bot that plays games of any kind, one after the other.
///
/// What it chooses follows from the game and the seed alone, as far as a bot can promise that:
/// nothing that it learned in one game may change its play in the next. After a [`BotFault`] the game
/// is lost, and the next [`Bot::new_game`] begins afresh, if need be with a new process.
pub trait Bot: Send {
    /// The name for people and records.
    fn name(&self) -> String;

    /// Begins a game: forgets the one before. `session` is at its start, or some moves on.
    fn new_game(&mut self, session: &dyn Session, seed: u64) -> Result<(), BotFault>;

    /// Lets somebody end its thinking early by this flag: it then plays the best that it has found.
    /// A bot that cannot be hurried takes its time all the same.
    fn set_stop_flag(&mut self, _stop: Arc<AtomicBool>) {}

    /// The move for the player to move, as text. Only asked while the game goes on.
    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault>;
}

/// What a bot did instead of giving a legal move.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BotFault {
    #[error("does not start: {problem}")]
    Start { problem: String },
    #[error("ended without an answer to `{asked}` ({status})")]
    Ended { asked: String, status: String },
    #[error("no answer to `{asked}` within {} ms", patience.as_millis())]
    Late { asked: String, patience: Duration },
    #[error("`{answer}` is no answer to `{asked}`")]
    Nonsense { asked: String, answer: String },
    #[error("{0}")]
    Illegal(#[from] MoveError),
    #[error("gave up: {problem}")]
    Failed { problem: String },
}

impl BotFault {
    /// Whether the bot took too long.
    pub const fn is_late(&self) -> bool {
        matches!(self, Self::Late { .. })
    }

    fn nonsense(asked: &str, answer: &str) -> Self {
        Self::Nonsense { asked: excerpt(asked), answer: excerpt(answer) }
    }
}
