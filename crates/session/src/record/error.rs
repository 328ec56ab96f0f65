//! Errors in records, with their place.

use std::fmt;

use cairn_rules::Message;
use cairn_texts::Texts;

use crate::OpenError;
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
    pub problem: Box<RecordProblem>,
}

/// What is wrong with a record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RecordProblem {
    /// Its text, its moves or its result.
    Text(Message),
    /// Its game, the options or the starting position.
    Open(OpenError),
}

impl RecordProblem {
    /// The message in a language, without the place.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Text(problem) => texts.message(problem),
            Self::Open(error) => error.tell(texts),
        }
    }
}

impl RecordError {
    pub(super) fn new(game: usize, line: usize, word: &str, problem: impl Into<RecordProblem>) -> Self {
        Self { game, line, word: excerpt(word), problem: Box::new(problem.into()) }
    }

    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        let Self { game, line, word, .. } = self;
        let problem = self.problem.tell(texts);
        if word.is_empty() {
            texts.tell("error.record", &[("game", game), ("line", line), ("problem", &problem)])
        } else {
            let arguments: [cairn_texts::Argument; 4] =
                [("game", game), ("line", line), ("word", word), ("problem", &problem)];
            texts.tell("error.record_word", &arguments)
        }
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

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl std::error::Error for RecordError {}
