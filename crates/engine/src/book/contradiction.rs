//! The reasons why the check of a book fails.

use cairn_rules::{Message, Outcome, Wdl, WdlBounds};
use cairn_search::OutOfMemory;
use cairn_session::OpenError;
use thiserror::Error;

use crate::engine::StopRequested;

/// The reason why the check of a book failed.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum BookCheckError {
    /// A value is wrong.
    Wrong(#[from] BookContradiction),
    /// A built-in book has damaged lines.
    Damaged {
        /// The name of the game.
        game: &'static str,
    },
    /// The game or a position of the book cannot be opened.
    Open(#[from] OpenError),
    /// The check was stopped.
    Stopped,
    /// A table does not fit into memory.
    OutOfMemory(#[from] OutOfMemory),
}

impl BookCheckError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Wrong(error) => error.message(),
            Self::Damaged { game } => {
                Message::new("the opening book of {game} is damaged").with("game", game)
            }
            Self::Open(error) => error.message(),
            Self::Stopped => Message::new("interrupted"),
            Self::OutOfMemory(error) => error.message(),
        }
    }
}

impl From<StopRequested> for BookCheckError {
    fn from(_: StopRequested) -> Self {
        Self::Stopped
    }
}

/// A value in a book that is wrong or contradicts another one.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub struct BookContradiction {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// The value in the book, for the player to move.
    pub value: Wdl,
    /// The evidence against it.
    pub evidence: Evidence,
}

/// The evidence against a value.
#[derive(Clone, Eq, PartialEq, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// The game is over.
    Over(Outcome),
    /// A symmetric position is in the book with another value.
    Image {
        /// The position string.
        position: String,
        /// Its value in the book.
        value: Wdl,
    },
    /// A move is worth more.
    Child {
        /// The move.
        mv: String,
        /// The position after it.
        position: String,
        /// The value of that position for the opponent, who is to move there.
        value: Wdl,
    },
    /// All moves are known, and none attains the value.
    NoMove,
    /// The solver finds another value.
    Solver(WdlBounds),
}

impl BookContradiction {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        let evidence = match &self.evidence {
            Evidence::Over(outcome) => Message::new("the game is over: {outcome}").with("outcome", outcome),
            Evidence::Image { position, value } => {
                Message::new("it says {value} in the mirror image {position}")
                    .with("position", position)
                    .with("value", value)
            }
            Evidence::Child { mv, position, value } => Message::new("{value} after {move}, in {position}")
                .with("move", mv)
                .with("position", position)
                .with("value", value),
            Evidence::NoMove => Message::new("none of its moves reaches that"),
            Evidence::Solver(bounds) => Message::new("the solver proves {value}").with("value", bounds),
        };
        Message::new("{spec}: the book says {value} in {position}, but {evidence}")
            .with("spec", &self.spec)
            .with("value", self.value)
            .with("position", &self.position)
            .messages("evidence", vec![evidence])
    }
}
