//! Errors in records, with their location.

use cairn_rules::{Message, excerpt};
use thiserror::Error;

use crate::OpenError;

/// An error in a record.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub struct RecordError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// The offending word, truncated if it is long; empty if something is missing.
    pub word: String,
    /// The cause, with the expected text.
    pub problem: Box<RecordProblem>,
}

/// The cause of a [`RecordError`].
#[derive(Clone, Eq, PartialEq, Debug)]
#[non_exhaustive]
pub enum RecordProblem {
    /// Its text, its moves or its result.
    Text(Message),
    /// Its game, the options or the starting position.
    Open(OpenError),
}

impl RecordProblem {
    /// Returns the user-facing message, without the location.
    pub fn message(&self) -> Message {
        match self {
            Self::Text(problem) => problem.clone(),
            Self::Open(error) => error.message(),
        }
    }
}

impl RecordError {
    pub(super) fn new(game: usize, line: usize, word: &str, problem: impl Into<RecordProblem>) -> Self {
        Self { game, line, word: excerpt(word), problem: Box::new(problem.into()) }
    }

    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        let message = if self.word.is_empty() {
            Message::new("game {game}, line {line}: {problem}")
        } else {
            Message::new("game {game}, line {line}: `{word}`: {problem}").with("word", &self.word)
        };
        message
            .with("game", self.game)
            .with("line", self.line)
            .messages("problem", vec![self.problem.message()])
    }
}

impl From<Message> for RecordProblem {
    fn from(problem: Message) -> Self {
        Self::Text(problem)
    }
}

impl From<OpenError> for RecordProblem {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}
