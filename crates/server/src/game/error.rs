//! Why the server rejects a command or fails to execute it, as data: a status, and a message in the client's language.

use std::fmt;

use axum::http::StatusCode;
use cairn_protocol::{BOTS, ClockRangeError};
use cairn_rules::MoveError;
use cairn_session::OpenError;
use cairn_table::Refusal;
use cairn_texts::Texts;

use crate::pool::TaskPanicked;
use crate::problem::Problem;
use crate::store::StoreError;

/// A command that the server rejects or cannot execute.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// No stored game has this id.
    UnknownGame(String),
    /// The game, its options or its start position are invalid.
    InvalidGame(OpenError),
    /// A new game names a wrong number of seats.
    SeatCount {
        expected: usize,
        found: usize,
    },
    /// A new game has a seat that is neither a person nor a bot of the protocol.
    UnknownSeat(String),
    /// A time control is out of range.
    ClockOutOfRange(ClockRangeError),
    /// The seed of a new game does not fit into a JSON number.
    SeedTooLarge,
    /// The token gives no seat in this game.
    NotYourSeat,
    /// No player can join: all seats are taken, or the game is over.
    NoOpenSeat,
    /// Another move was played at this ply.
    StalePly,
    /// The ply is beyond the end of the game.
    FuturePly,
    NotYourTurn,
    GameOver,
    GameNotOver,
    /// The clock starts when all seats are taken.
    WaitingForPlayers,
    /// The game has the most entries that a game may have.
    GameTooLong,
    /// This player has made as many offers as are allowed in one position.
    TooManyOffers {
        max: u32,
    },
    /// This game has had as many offers as are allowed.
    OffersExhausted,
    /// The move cannot be played; these can.
    IllegalMove {
        error: MoveError,
        legal: Vec<String>,
    },
    /// The table refuses the action.
    Refused(Refusal),
    /// Other instances were quicker, again and again.
    Contention,
    /// The new id is taken.
    IdTaken,
    ShuttingDown,
    /// A task panicked; the log has the details.
    TaskFailed,
    /// The system has no random numbers.
    NoRandomness(getrandom::Error),
    Store(StoreError),
}

impl CommandError {
    /// The problem to answer with, in a language.
    pub(crate) fn problem(self, texts: Texts) -> Problem {
        if let Self::Store(error) = self {
            return error.into();
        }
        Problem::new(self.status(), self.message(texts))
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::NotYourSeat => StatusCode::FORBIDDEN,
            Self::UnknownGame(_) => StatusCode::NOT_FOUND,
            Self::NoOpenSeat
            | Self::StalePly
            | Self::FuturePly
            | Self::NotYourTurn
            | Self::GameOver
            | Self::GameNotOver
            | Self::WaitingForPlayers
            | Self::GameTooLong
            | Self::TooManyOffers { .. }
            | Self::OffersExhausted
            | Self::Refused(_) => StatusCode::CONFLICT,
            Self::InvalidGame(_)
            | Self::SeatCount { .. }
            | Self::UnknownSeat(_)
            | Self::ClockOutOfRange(_)
            | Self::SeedTooLarge
            | Self::IllegalMove { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Contention
            | Self::IdTaken
            | Self::ShuttingDown
            | Self::TaskFailed
            | Self::NoRandomness(_)
            | Self::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn message(&self, texts: Texts) -> String {
        let key = match self {
            Self::UnknownGame(id) => {
                let id = cairn_session::excerpt(id);
                return texts.format("web.problem.unknown_game", &[("id", &id)]);
            }
            Self::InvalidGame(error) => return texts.message(&error.message()),
            Self::SeatCount { expected, found } => {
                return texts.format("web.problem.seats", &[("n", expected), ("found", found)]);
            }
            Self::UnknownSeat(word) => {
                let (word, bots) = (cairn_session::excerpt(word), BOTS.join(", "));
                return texts.format("web.problem.seat", &[("word", &word), ("bots", &bots)]);
            }
            Self::ClockOutOfRange(ClockRangeError { value, min, max }) => {
                return texts.format("web.problem.clock", &[("n", value), ("min", min), ("max", max)]);
            }
            Self::TooManyOffers { max } => {
                return texts.format("web.problem.too_many_offers", &[("n", max)]);
            }
            Self::IllegalMove { error, legal } => return texts.move_error_among(error, legal),
            Self::Refused(Refusal::Agreement(error)) => return texts.message(&error.message()),
            Self::Refused(Refusal::NothingToUndo) => "web.problem.nothing_to_undo",
            Self::Refused(Refusal::NoTakebackAsked) => "web.problem.no_takeback",
            Self::Refused(Refusal::TakebackPending) => "web.problem.takeback_pending",
            Self::Refused(Refusal::Over) | Self::GameOver => "web.problem.over",
            // No other refusal can follow from a client's action.
            Self::Refused(other) => return other.to_string(),
            Self::SeedTooLarge => "web.problem.seed",
            Self::NotYourSeat => "web.problem.not_yours",
            Self::NoOpenSeat => "web.problem.no_seat",
            Self::StalePly => "web.problem.stale",
            Self::FuturePly => "web.problem.future",
            Self::NotYourTurn => "web.problem.turn",
            Self::GameNotOver => "web.problem.not_over",
            Self::WaitingForPlayers => "web.problem.waiting",
            Self::GameTooLong => "web.problem.long",
            Self::OffersExhausted => "web.problem.no_more_offers",
            Self::Contention => "web.problem.busy",
            Self::IdTaken | Self::TaskFailed => return "please try again".to_owned(),
            Self::ShuttingDown => return "the server is shutting down".to_owned(),
            Self::NoRandomness(error) => return error.to_string(),
            Self::Store(error) => return error.to_string(),
        };
        texts.text(key).to_owned()
    }
}

/// In English, for the log.
impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Texts::default()))
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TaskPanicked> for CommandError {
    fn from(_: TaskPanicked) -> Self {
        Self::TaskFailed
    }
}

impl From<getrandom::Error> for CommandError {
    fn from(error: getrandom::Error) -> Self {
        Self::NoRandomness(error)
    }
}

impl From<ClockRangeError> for CommandError {
    fn from(error: ClockRangeError) -> Self {
        Self::ClockOutOfRange(error)
    }
}
