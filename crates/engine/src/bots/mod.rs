//! Bots: computer players behind one object-safe trait.
//!
//! [`BotSpec`] parses text such as `greedy` or `ugi:PATH` and creates any number of such [`Bot`]s; [`PlayerSpec`] also
//! parses people.

#[cfg(feature = "processes")]
mod answers;
mod builtin;
mod clock;
mod engine_log;
#[cfg(feature = "processes")]
mod engine_option;
#[cfg(feature = "processes")]
#[cfg_attr(unix, path = "group/unix.rs")]
#[cfg_attr(windows, path = "group/windows.rs")]
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
mod stderr;
#[cfg(feature = "processes")]
mod ugi;
#[cfg(feature = "processes")]
mod ugi_spec;
mod words;

use std::fmt::Debug;
use std::io;
use std::time::Duration;

use cairn_rules::{Message, MoveError};
use cairn_search::{OutOfMemory, Score, StopFlag};
use cairn_session::Session;
use thiserror::Error;

use crate::engine::EngineError;

pub use builtin::BuiltinBot;
pub use clock::{BotClock, BotClockError, Clocks, TimeLeft};
pub use engine_log::EngineLog;
pub use kind::{BasicBot, BotKind, Level, SearchBudget, Style};
pub use player_spec::PlayerSpec;
#[cfg(feature = "processes")]
pub use running::end_all_engines;
pub use spec::BotSpec;
#[cfg(feature = "processes")]
pub use ugi::{MoveLimit, UgiBot};
pub use words::{BotError, BotProblem};

/// A computer player of any game.
///
/// Where possible, its moves depend only on the game and the seed: nothing carries over from one game to the next.
/// After a [`BotFault`] the game is lost, and the next [`Bot::new_game`] starts afresh, with a new process if
/// necessary.
pub trait Bot: Debug + Send {
    /// Returns the name for users and records.
    fn name(&self) -> String;

    /// Starts a new game and discards the previous one. `session` may already have moves.
    fn new_game(&mut self, session: &dyn Session, seed: u64) -> Result<(), BotFault>;

    /// Sets the flag that makes the bot play the best move found so far. Bots that cannot be stopped ignore it.
    fn set_stop(&mut self, _stop: StopFlag) {}

    /// Sets the clocks for the next move; without clocks, only its own limits apply. Bots without clock support ignore
    /// them.
    fn set_clocks(&mut self, _clocks: Option<Clocks>) {}

    /// Logs all further lines of an external engine. Other bots ignore it.
    fn set_log(&mut self, _log: EngineLog) {}

    /// Returns its own evaluation of the position in which it chose its last move, for the player who moved.
    fn evaluation(&self) -> Option<Evaluation> {
        None
    }

    /// Returns the time that its last move took, if the bot can measure it better than its caller.
    fn thinking_time(&self) -> Option<Duration> {
        None
    }

    /// Frees memory that it does not need until it plays again.
    fn rest(&mut self) {}

    /// Returns the move for the player to move, as text. The game must not be over.
    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault>;
}

/// A bot's evaluation of a position, for the player to move. The score of an external engine is its own claim.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Evaluation {
    /// The score.
    pub score: Score,
    /// The depth of the search in plies; 0 if it is unknown.
    pub depth: u32,
}

/// The reason why a bot returned no legal move.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum BotFault {
    /// Its program cannot start.
    #[expect(missing_docs, reason = "the program, and the error of the system")]
    Start { program: String, kind: io::ErrorKind, system: String },
    /// Its program ended before it answered.
    #[expect(missing_docs, reason = "the command, how the program ended, and the end of its standard error")]
    Ended { asked: String, status: String, stderr: String },
    /// Its program took too long.
    #[expect(missing_docs, reason = "the command, and the time that it had")]
    Late { asked: String, patience: Duration },
    /// Its move arrived after its clock had run out.
    #[expect(missing_docs, reason = "the time that it took, and the time that it had")]
    OutOfTime { used: Duration, left: Duration },
    /// Its program does not play this game.
    #[expect(missing_docs, reason = "the reason that it gave")]
    Refused { reason: String },
    /// Its program has no such option, or the option does not accept the value.
    #[expect(missing_docs, reason = "the problem")]
    Option { problem: Message },
    /// Its program sent an unexpected answer.
    #[expect(missing_docs, reason = "the command and the answer")]
    UnexpectedAnswer { asked: String, answer: String },
    /// It returned an illegal move.
    Illegal(#[from] MoveError),
    /// Its tables do not fit into memory.
    OutOfMemory(#[from] OutOfMemory),
    /// Any other failure.
    #[expect(missing_docs, reason = "what went wrong")]
    Failed { problem: Message },
}

impl BotFault {
    /// Returns whether the bot took too long.
    pub const fn is_late(&self) -> bool {
        matches!(self, Self::Late { .. } | Self::OutOfTime { .. })
    }

    /// Returns whether the bot cannot play any game of this kind as requested.
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Option { .. })
    }

    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Start { program, kind, system } => Message::new("does not start: {program}: {problem}")
                .with("program", program)
                .messages("problem", vec![(&io::Error::new(*kind, system.clone())).into()]),
            Self::Ended { asked, status, stderr } if stderr.is_empty() => {
                Message::new("ended without an answer to `{asked}` ({status})")
                    .with("asked", asked)
                    .with("status", status)
            }
            Self::Ended { asked, status, stderr } => Message::new(
                "ended without an answer to `{asked}` ({status}); its standard error ends with: {stderr}",
            )
            .with("asked", asked)
            .with("status", status)
            .with("stderr", stderr),
            Self::Late { asked, patience } => Message::new("no answer to `{asked}` within {ms} ms")
                .with("asked", asked)
                .with("ms", patience.as_millis()),
            Self::OutOfTime { used, left } => {
                Message::new("lost on time: {used} ms for a move, with {left} ms left")
                    .with("used", used.as_millis())
                    .with("left", left.as_millis())
            }
            Self::Refused { reason } if reason.is_empty() => Message::new("refuses this game"),
            Self::Refused { reason } => Message::new("refuses this game: {reason}").with("reason", reason),
            Self::Option { problem } => problem.clone(),
            Self::UnexpectedAnswer { asked, answer } => Message::new("`{answer}` is no answer to `{asked}`")
                .with("asked", asked)
                .with("answer", answer),
            Self::Illegal(error) => error.message(),
            Self::OutOfMemory(error) => error.message(),
            Self::Failed { problem } => {
                Message::new("gave up: {problem}").messages("problem", vec![problem.clone()])
            }
        }
    }

    #[cfg(feature = "processes")]
    fn unexpected(asked: &str, answer: &str) -> Self {
        Self::UnexpectedAnswer { asked: cairn_rules::excerpt(asked), answer: cairn_rules::excerpt(answer) }
    }

    const fn failed(problem: Message) -> Self {
        Self::Failed { problem }
    }
}

impl From<EngineError> for BotFault {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::OutOfMemory(error) => error.into(),
            EngineError::OtherGame(error) => Self::failed(error.message()),
        }
    }
}
