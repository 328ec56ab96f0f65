//! Bots: whatever chooses moves by itself, behind one object-safe trait.
//!
//! [`BotSpec`] goes from text such as `greedy` or `ugi:PATH` to as many [`Bot`]s as are wanted;
//! [`PlayerSpec`] is the same for seats in which people may sit.
//!
//! Reading order: `kind.rs` (the bots of this program) and `words.rs` (their text), `builtin.rs` (how they
//! choose) with `slip.rs` (weak levels) and `perfect.rs`; `ugi.rs` over `process.rs` and `running.rs`
//! (other engines as processes, and their end); `spec.rs` and `player_spec.rs` (all of them by their text).

mod builtin;
mod kind;
mod perfect;
mod player_spec;
mod process;
mod running;
mod slip;
mod spec;
mod ugi;
mod words;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cairn_rules::MoveError;
use cairn_session::{Session, excerpt};
use thiserror::Error;

pub use builtin::BuiltinBot;
pub use kind::{BasicBot, BotKind, Level, SearchBudget, Style};
pub use player_spec::{PlayerSpec, PlayerSpecError};
pub use running::end_all_engines;
pub use spec::{BotSpec, BotSpecError};
pub use ugi::{MoveBudget, UgiBot};
pub use words::BotError;

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

    /// Sets the flag that ends its thinking early: it then plays the best move it has found.
    /// A bot that cannot be stopped takes its time all the same.
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

    fn failed(problem: &dyn std::fmt::Display) -> Self {
        Self::Failed { problem: problem.to_string() }
    }
}
