//! Bots: computer players behind one object-safe trait.
//!
//! [`BotSpec`] parses text such as `greedy` or `ugi:PATH` and makes any number of such [`Bot`]s;
//! [`PlayerSpec`] also allows for people.

#[cfg(feature = "processes")]
mod answers;
mod builtin;
#[cfg(feature = "processes")]
mod group;
mod kind;
mod perfect;
mod player_spec;
#[cfg(feature = "processes")]
mod process;
#[cfg(feature = "processes")]
mod running;
mod slip;
mod spec;
#[cfg(feature = "processes")]
mod ugi;
mod words;

use std::io;
use std::time::Duration;

use cairn_rules::{Message, MoveError};
use cairn_search::OutOfMemory;
use cairn_search::StopFlag;
use cairn_session::Session;
use thiserror::Error;

use crate::engine::EngineError;

pub use builtin::BuiltinBot;
pub use kind::{BasicBot, BotKind, Level, SearchBudget, Style};
pub use player_spec::{PlayerSpec, PlayerSpecError};
#[cfg(feature = "processes")]
pub use running::end_all_engines;
pub use spec::{BotSpec, BotSpecError};
#[cfg(feature = "processes")]
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
    fn set_stop(&mut self, _stop: StopFlag) {}

    /// Frees the memory that it can do without until it plays again.
    fn rest(&mut self) {}

    /// The move for the player to move, as text. The game must not be over.
    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault>;
}

/// Why a bot gave no legal move.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum BotFault {
    /// Its program does not start.
    #[expect(missing_docs, reason = "the program, and the error of the system")]
    Start { program: String, kind: io::ErrorKind, system: String },
    /// Its program ended before it answered.
    #[expect(missing_docs, reason = "the command, and how the program ended")]
    Ended { asked: String, status: String },
    /// Its program took too long.
    #[expect(missing_docs, reason = "the command, and the time that it had")]
    Late { asked: String, patience: Duration },
    /// Its program answered something that is not expected.
    #[expect(missing_docs, reason = "the command and the answer")]
    UnexpectedAnswer { asked: String, answer: String },
    /// It gave a move that cannot be played.
    Illegal(#[from] MoveError),
    /// Its tables do not fit into memory.
    OutOfMemory(#[from] OutOfMemory),
    /// Anything else.
    #[expect(missing_docs, reason = "what went wrong")]
    Failed { problem: Message },
}

impl BotFault {
    /// Whether the bot took too long.
    pub const fn is_late(&self) -> bool {
        matches!(self, Self::Late { .. })
    }

    /// The message for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Start { program, kind, system } => Message::new("does not start: {program}: {problem}")
                .with("program", program)
                .messages("problem", vec![(&io::Error::new(*kind, system.clone())).into()]),
            Self::Ended { asked, status } => Message::new("ended without an answer to `{asked}` ({status})")
                .with("asked", asked)
                .with("status", status),
            Self::Late { asked, patience } => Message::new("no answer to `{asked}` within {ms} ms")
                .with("asked", asked)
                .with("ms", patience.as_millis()),
            Self::UnexpectedAnswer { asked, answer } => Message::new("`{answer}` is no answer to `{asked}`")
                .with("asked", asked)
                .with("answer", answer),
            Self::Illegal(error) => error.message(),
            Self::OutOfMemory(OutOfMemory { asked, fits: 0 }) => {
                Message::new("a table of {asked} MiB cannot be allocated; no memory is left")
                    .with("asked", asked)
            }
            Self::OutOfMemory(OutOfMemory { asked, fits }) => {
                Message::new("a table of {asked} MiB cannot be allocated; {fits} MiB would fit")
                    .with("asked", asked)
                    .with("fits", fits)
            }
            Self::Failed { problem } => {
                Message::new("gave up: {problem}").messages("problem", vec![problem.clone()])
            }
        }
    }

    #[cfg(feature = "processes")]
    fn unexpected(asked: &str, answer: &str) -> Self {
        Self::UnexpectedAnswer { asked: cairn_rules::excerpt(asked), answer: cairn_rules::excerpt(answer) }
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
