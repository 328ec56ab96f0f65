//! Records: games as human-readable text.
//!
//! A record consists of tags in brackets, an empty line, and numbered moves with comments in braces. The first move of
//! every round has a number; if the game does not start with the first player, its first move is numbered `1...`, for
//! every starting seat.
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

#[cfg(feature = "serde")]
mod data;
mod ending;
mod error;
mod read;
mod tokens;
mod write;

use cairn_rules::{Outcome, Player};

pub(crate) use ending::{conclude, reason_of, unknown_reason};
pub use error::{RecordError, RecordProblem};
pub use read::{Outline, outlines, read, read_bytes, read_game};
pub use write::write;

use crate::tags;
use crate::{Session, open};

/// The record of a game.
///
/// `Display` writes its text without a line break at the end.
///
/// With the feature `serde` it is serialized as its tags, comments and moves; deserializing a record replays it.
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "data::RecordData", try_from = "data::RecordData"))]
pub struct Record {
    tags: Vec<(String, String)>,
    opening: Option<String>,
    moves: Vec<RecordedMove>,
    outcome: Option<Outcome>,
}

/// A move of a record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordedMove {
    /// The player who made it.
    pub player: Player,
    /// Its canonical text.
    pub text: String,
    /// The comment on it.
    pub comment: Option<String>,
}

impl Record {
    /// Creates a record. `tags` must be complete and in order.
    pub(crate) fn new(
        tags: Vec<(String, String)>,
        opening: Option<String>,
        moves: Vec<RecordedMove>,
        outcome: Option<Outcome>,
    ) -> Self {
        Self { tags, opening, moves, outcome }
    }

    /// Returns the game with its options.
    pub fn game(&self) -> &str {
        self.tag(tags::GAME).unwrap_or_default()
    }

    /// Returns the value of a tag as written.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Names and values of the tags, in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the comment before the first move.
    pub fn opening_comment(&self) -> Option<&str> {
        self.opening.as_deref()
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// Returns the outcome if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the game after the last move, with its whole history.
    pub fn session(&self) -> Result<Box<dyn Session>, RecordError> {
        let wrong = |word: &str, problem: RecordProblem| RecordError::new(1, 1, word, problem);
        let mut session =
            open(self.game(), self.tag(tags::POSITION)).map_err(|error| wrong(self.game(), error.into()))?;
        for (name, value) in self.tags() {
            // Derived tags are set by the game itself.
            let _ = session.set_tag(name, value);
        }
        session.comment(self.opening_comment().unwrap_or_default());
        for RecordedMove { text, comment, .. } in &self.moves {
            session.play(text).map_err(|error| wrong(text, read::move_problem(error).into()))?;
            session.comment(comment.as_deref().unwrap_or_default());
        }
        if let Some(outcome) = self.outcome.filter(|outcome| outcome.reason.is_by_players()) {
            ending::conclude(session.as_mut(), &outcome.score(), outcome.reason)
                .map_err(|problem| wrong(&outcome.score(), problem.into()))?;
        }
        Ok(session)
    }
}

/// Normalizes a comment: single spaces between words, and no brace that would end it early.
pub(crate) fn tidy_comment(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" ").replace('}', ")"))
}

/// Move numbers: one for each round of the seats, counted move by move.
#[derive(Copy, Clone, Default, Debug)]
struct Rounds {
    last: Option<(u32, Player)>,
}

impl Rounds {
    /// Returns the number of the round in which `mover` plays next. A round ends when the turn returns to the same seat
    /// or an earlier one.
    fn number(&self, mover: Player) -> u32 {
        match self.last {
            None => 1,
            Some((number, last)) if mover > last => number,
            Some((number, _)) => number + 1,
        }
    }

    /// Counts a move of `mover`; returns the number of the round if it is the first move in it.
    fn advance(&mut self, mover: Player) -> Option<u32> {
        let number = self.number(mover);
        let before = self.last.replace((number, mover));
        before.is_none_or(|(last, _)| last != number).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_ends_when_the_turn_comes_back() {
        let numbers = |movers: &[usize]| {
            let mut rounds = Rounds::default();
            movers.iter().map(|&mover| rounds.advance(Player::ALL[mover])).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&[0, 1, 0, 1]), [Some(1), None, Some(2), None]);
        assert_eq!(numbers(&[1, 0, 1]), [Some(1), Some(2), None]);
        assert_eq!(numbers(&[2, 3, 0, 2, 3, 0]), [Some(1), None, Some(2), None, None, Some(3)]);
        assert_eq!(numbers(&[0, 0, 1, 1]), [Some(1), Some(2), None, Some(3)]);
    }
}
