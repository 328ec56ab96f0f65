//! Why the check of a book failed.

use cairn_rules::{Outcome, Wdl, WdlBounds};
use cairn_search::OutOfMemory;
use cairn_session::OpenError;
use thiserror::Error;

use crate::engine::Stopped;

/// Why the check of a book failed.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum BookCheckError {
    /// A value is wrong.
    #[error(transparent)]
    Wrong(#[from] BookContradiction),
    /// A built-in book has damaged lines.
    #[error("the opening book of {game} is damaged")]
    Damaged {
        /// The name of the game.
        game: &'static str,
    },
    /// The game or a position of the book cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The check was stopped.
    #[error("interrupted")]
    Stopped,
    /// A table does not fit into memory.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl From<Stopped> for BookCheckError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// A value in a book that is wrong or contradicts another one.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{spec}: the book says {value} in {position}, but {evidence}")]
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
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub enum Evidence {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A symmetric position is in the book with another value.
    #[error("it says {value} in the mirror image {position}")]
    Image {
        /// The position string.
        position: String,
        /// Its value in the book.
        value: Wdl,
    },
    /// A move is worth more.
    #[error("{value} after {mv}, in {position}")]
    Child {
        /// The move.
        mv: String,
        /// The position after it.
        position: String,
        /// The value of that position for the opponent, who is to move there.
        value: Wdl,
    },
    /// All moves are known, and none attains the value.
    #[error("none of its moves reaches that")]
    NoMove,
    /// The solver finds another value.
    #[error("the solver proves {0}")]
    Solver(WdlBounds),
}
