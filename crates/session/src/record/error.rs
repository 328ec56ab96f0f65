//! Errors in records, with their place.

use std::fmt;

use crate::excerpt::excerpt;

/// An error in a record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// The offending word, cut if it is long; empty if something is missing.
    pub word: String,
    /// What is wrong, and what is expected.
    pub problem: String,
}

impl RecordError {
    pub(super) fn new(game: usize, line: usize, word: &str, problem: impl Into<String>) -> Self {
        Self { game, line, word: excerpt(word), problem: problem.into() }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, word, problem } = self;
        write!(f, "game {game}, line {line}: ")?;
        if !word.is_empty() {
            write!(f, "`{word}`: ")?;
        }
        f.write_str(problem)
    }
}

impl std::error::Error for RecordError {}
