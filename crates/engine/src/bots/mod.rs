//! Bots: computer players behind one object-safe trait.
//!
//! [`BotSpec`] parses text such as `greedy` or `ugi:PATH` and makes any number of such [`Bot`]s;
//! [`PlayerSpec`] also allows for people.
//!
//! Reading order: `kind.rs` (the built-in bots) and `words.rs` (their text form), `builtin.rs` (how they
//! choose moves) with `slip.rs` (weak levels) and `perfect.rs`; `ugi.rs` over `process.rs` and
//! `running.rs` (external engines, and their end) with `group/`; `spec.rs` and `player_spec.rs` (parsing).

mod answers;
mod builtin;
mod group;
mod kind;
mod perfect;
mod player_spec;
mod process;
mod running;
mod slip;
mod spec;
mod ugi;
mod words;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cairn_rules::{Message, MoveError};
use cairn_search::OutOfMemory;
use cairn_session::{Session, excerpt};
use cairn_texts::Texts;
use thiserror::Error;

use crate::engine::EngineError;

pub use builtin::BuiltinBot;
pub use kind::{BasicBot, BotKind, Level, SearchBudget, Style};
pub use player_spec::{PlayerSpec, PlayerSpecError};
pub use running::end_all_engines;
pub use spec::{BotSpec, BotSpecError};
pub use ugi::{MoveBudget, UgiBot};
pub use words::{BotError, BotProblem};

/// A computer player of any game.
///
/// As far as possible its moves depend only on the game and the seed: nothing is carried over from one game
/// to the next. After a [`BotFault`] the game is lost, and the next [`Bot::new_game`] starts afresh, with a
/// new process if necessary.
pub trait Bot: Send {
    /// The name for people and records.
    fn name(&self) -> String;

    /// Starts a new game and forgets the previous one. `session` may already have moves.
    fn new_game(&mut self, session: &dyn Session, seed: u64) -> Result<(), BotFault>;

    /// Sets the flag that makes it play the best move found so far. A bot that cannot be stopped ignores
    /// it.
    fn set_stop_flag(&mut self, _stop: Arc<AtomicBool>) {}

    /// Frees the memory that it can do without until it plays again.
    fn rest(&mut self) {}

    /// The move for the player to move, as text. The game must not be over.
    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault>;
}

/// Why a bot gave no legal move.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BotFault {
    #[error("does not start: {program}: {system}")]
    Start { program: String, kind: io::ErrorKind, system: String },
    #[error("ended without an answer to `{asked}` ({status})")]
    Ended { asked: String, status: String },
    #[error("no answer to `{asked}` within {} ms", patience.as_millis())]
    Late { asked: String, patience: Duration },
    #[error("`{answer}` is no answer to `{asked}`")]
    Nonsense { asked: String, answer: String },
    #[error("{0}")]
    Illegal(#[from] MoveError),
    #[error("{0}")]
    OutOfMemory(#[from] OutOfMemory),
    #[error("gave up: {problem}")]
    Failed { problem: Message },
}

impl BotFault {
    /// Whether the bot took too long.
    pub const fn is_late(&self) -> bool {
        matches!(self, Self::Late { .. })
    }

    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Start { program, kind, system } => {
                let problem = texts.io_error(&io::Error::new(*kind, system.clone()));
                texts.tell("fault.start", &[("program", program), ("problem", &problem)])
            }
            Self::Ended { asked, status } => {
                texts.tell("fault.ended", &[("asked", asked), ("status", status)])
            }
            Self::Late { asked, patience } => {
                texts.tell("fault.late", &[("asked", asked), ("ms", &patience.as_millis())])
            }
            Self::Nonsense { asked, answer } => {
                texts.tell("fault.nonsense", &[("asked", asked), ("answer", answer)])
            }
            Self::Illegal(error) => texts.move_error(error),
            Self::OutOfMemory(OutOfMemory { asked, fits: 0 }) => {
                texts.tell("fault.no_memory", &[("asked", asked)])
            }
            Self::OutOfMemory(OutOfMemory { asked, fits }) => {
                texts.tell("fault.memory", &[("asked", asked), ("fits", fits)])
            }
            Self::Failed { problem } => texts.tell("fault.failed", &[("problem", &texts.message(problem))]),
        }
    }

    fn nonsense(asked: &str, answer: &str) -> Self {
        Self::Nonsense { asked: excerpt(asked), answer: excerpt(answer) }
    }

    fn from_engine(error: EngineError) -> Self {
        match error {
            EngineError::OutOfMemory(error) => error.into(),
            EngineError::OtherGame(error) => Self::failed(
                Message::new("an engine for {engine} was asked about {session}")
                    .with("engine", error.engine)
                    .with("session", error.session),
            ),
        }
    }

    const fn failed(problem: Message) -> Self {
        Self::Failed { problem }
    }
}
