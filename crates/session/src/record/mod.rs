//! Records: games as text that a person can read and write.
//!
//! A record is a list of tags in brackets, an empty line, and numbered moves with comments in
//! braces. A number stands before the first move of every round, that is before the first player's,
//! and `1...` before the first move of all if another player begins, however many seats lie before.
//!
//! ```text
//! [Game "GAME"]
//! [First "Ana"]
//! [Second "greedy"]
//! [Date "2026-03-01"]
//! [Result "*"]
//!
//! 1. c3 d4 {the middle} 2. e5
//! ```

mod ending;
mod error;
mod read;
mod rounds;
mod tokens;
mod write;

use cairn_rules::{Outcome, Player};

pub use error::RecordError;
pub use read::{read, read_bytes};
pub use write::write;

use crate::tags;
use crate::{Session, open};

/// A game as it was played.
///
/// Its `Display` is the text of the record without a line break at the end.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Record {
    tags: Vec<(String, String)>,
    opening: Option<String>,
    moves: Vec<RecordedMove>,
    outcome: Option<Outcome>,
}

/// A move of a record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordedMove {
    /// Who played it.
    pub player: Player,
    /// Its canonical text.
    pub text: String,
    /// What is said about it.
    pub comment: Option<String>,
}

impl Record {
    /// `tags` are all of them, in order.
    pub(crate) fn new(
        tags: Vec<(String, String)>,
        opening: Option<String>,
        moves: Vec<RecordedMove>,
        outcome: Option<Outcome>,
    ) -> Self {
        Self { tags, opening, moves, outcome }
    }

    /// The game with its options.
    pub fn game(&self) -> &str {
        self.tag(tags::GAME).unwrap_or_default()
    }

    /// The value of a tag as it is written.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Names and values of the tags, in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What is said before the first move.
    pub fn opening_comment(&self) -> Option<&str> {
        self.opening.as_deref()
    }

    /// The moves.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The game at the end of the record, with all moves in its history.
    pub fn session(&self) -> Result<Box<dyn Session>, RecordError> {
        let wrong = |word: &str, problem: String| RecordError::new(1, 1, word, problem);
        let mut session = open(self.game(), self.tag(tags::POSITION))
            .map_err(|error| wrong(self.game(), error.to_string()))?;
        for (name, value) in self.tags() {
            session.set_tag(name, value);
        }
        session.comment(self.opening_comment().unwrap_or_default());
        for RecordedMove { text, comment, .. } in &self.moves {
            session.play(text).map_err(|error| wrong(text, error.to_string()))?;
            session.comment(comment.as_deref().unwrap_or_default());
        }
        if let Some(outcome) = self.outcome.filter(|outcome| outcome.reason.is_by_players()) {
            ending::conclude(session.as_mut(), &outcome.score(), outcome.reason)
                .map_err(|problem| wrong(&outcome.score(), problem))?;
        }
        Ok(session)
    }
}

/// A comment as it is kept: one space between words, and no brace that would end it early.
pub(crate) fn tidy_comment(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" ").replace('}', ")"))
}
