//! The reasons why the server rejects a command or fails to execute it, as data: a status, and a message in the
//! client's language.

use std::fmt;

use axum::http::StatusCode;
use cairn_protocol::{BOTS, ClockRangeError};
use cairn_rules::MoveError;
use cairn_session::OpenError;
use cairn_table::Refusal;
use cairn_texts::Texts;

use crate::pool::TaskPanicked;
use crate::store::StoreError;
use cairn_protocol::Problem;

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
    /// The token grants no seat in this game.
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
    /// The open seat needs an invitation.
    NotInvited,
    /// All players have moved.
    TooLateToAbort,
    /// The other players are present, or have not been away for long enough.
    NobodyLeft,
    NoRematchOffered,
    RematchDeclined,
    /// The clock starts when all seats are taken.
    WaitingForPlayers,
    /// The game has reached the maximum number of entries.
    GameTooLong,
    /// This player has reached the number of offers that are allowed in one position.
    TooManyOffers {
        max: u32,
    },
    /// This game has reached the number of offers that are allowed.
    OffersExhausted,
    /// The move is illegal; includes legal moves.
    IllegalMove {
        error: MoveError,
        legal: Vec<String>,
    },
    /// The table refuses the action.
    Refused(Refusal),
    /// Other instances were faster, repeatedly.
    Contention,
    /// The new id is already in use.
    IdTaken,
    ShuttingDown,
    /// A task panicked; the log has the details.
    TaskFailed,
    /// The system provides no random numbers.
    NoRandomness(getrandom::Error),
    Store(StoreError),
}

impl CommandError {
    /// Returns the problem for the client, in a language.
    pub(crate) fn problem(self, texts: Texts) -> Problem {
        if let Self::Store(error) = self {
            return error.into();
        }
        let (status, message) = self.explain(texts);
        Problem::new(status, message)
    }

    /// Returns the status, and a message in a language.
    fn explain(&self, texts: Texts) -> (StatusCode, String) {
        use StatusCode as S;
        let text = |status, key| (status, texts.text(key).to_owned());
        match self {
            Self::UnknownGame(id) => {
                let id = cairn_session::excerpt(id);
                (S::NOT_FOUND, texts.format("web.problem.unknown_game", &[("id", &id)]))
            }
            Self::NotYourSeat => text(S::FORBIDDEN, "web.problem.not_yours"),
            Self::NoOpenSeat => text(S::CONFLICT, "web.problem.no_seat"),
            Self::StalePly => text(S::CONFLICT, "web.problem.stale"),
            Self::FuturePly => text(S::CONFLICT, "web.problem.future"),
            Self::NotYourTurn => text(S::CONFLICT, "web.problem.turn"),
            Self::Refused(Refusal::Over) | Self::GameOver => text(S::CONFLICT, "web.problem.over"),
            Self::NotInvited => text(S::FORBIDDEN, "web.problem.not_invited"),
            Self::TooLateToAbort => text(S::CONFLICT, "web.problem.no_abort"),
            Self::NobodyLeft => text(S::CONFLICT, "web.problem.no_claim"),
            Self::NoRematchOffered => text(S::CONFLICT, "web.problem.no_rematch"),
            Self::RematchDeclined => text(S::CONFLICT, "web.problem.rematch_declined"),
            Self::GameNotOver => text(S::CONFLICT, "web.problem.not_over"),
            Self::WaitingForPlayers => text(S::CONFLICT, "web.problem.waiting"),
            Self::GameTooLong => text(S::CONFLICT, "web.problem.long"),
            Self::TooManyOffers { max } => {
                (S::CONFLICT, texts.format("web.problem.too_many_offers", &[("n", max)]))
            }
            Self::OffersExhausted => text(S::CONFLICT, "web.problem.no_more_offers"),
            Self::Refused(Refusal::NothingToUndo) => text(S::CONFLICT, "web.problem.nothing_to_undo"),
            Self::Refused(Refusal::NoTakebackAsked) => text(S::CONFLICT, "web.problem.no_takeback"),
            Self::Refused(Refusal::TakebackPending) => text(S::CONFLICT, "web.problem.takeback_pending"),
            Self::Refused(Refusal::Agreement(error)) => (S::CONFLICT, texts.message(&error.message())),
            // No other refusal can follow from a client's action.
            Self::Refused(other) => (S::CONFLICT, other.to_string()),
            Self::InvalidGame(error) => (S::UNPROCESSABLE_ENTITY, texts.message(&error.message())),
            Self::SeatCount { expected, found } => {
                let message = texts.format("web.problem.seats", &[("n", expected), ("found", found)]);
                (S::UNPROCESSABLE_ENTITY, message)
            }
            Self::UnknownSeat(word) => {
                let (word, bots) = (cairn_session::excerpt(word), BOTS.join(", "));
                let message = texts.format("web.problem.seat", &[("word", &word), ("bots", &bots)]);
                (S::UNPROCESSABLE_ENTITY, message)
            }
            Self::ClockOutOfRange(ClockRangeError { value, min, max }) => {
                let message = texts.format("web.problem.clock", &[("n", value), ("min", min), ("max", max)]);
                (S::UNPROCESSABLE_ENTITY, message)
            }
            Self::SeedTooLarge => text(S::UNPROCESSABLE_ENTITY, "web.problem.seed"),
            Self::IllegalMove { error, legal } => {
                (S::UNPROCESSABLE_ENTITY, texts.move_error_among(error, legal))
            }
            Self::Contention => text(S::SERVICE_UNAVAILABLE, "web.problem.busy"),
            Self::IdTaken | Self::TaskFailed => (S::SERVICE_UNAVAILABLE, "please try again".to_owned()),
            Self::ShuttingDown => (S::SERVICE_UNAVAILABLE, "the server is shutting down".to_owned()),
            Self::NoRandomness(error) => (S::SERVICE_UNAVAILABLE, error.to_string()),
            Self::Store(error) => (S::SERVICE_UNAVAILABLE, error.to_string()),
        }
    }
}

/// Writes the message in English, for the log.
impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Texts::default()).1)
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
