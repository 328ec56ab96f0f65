//! What can be wrong with input: every error names the offending word and says what would be right.

use thiserror::Error;

use crate::Message;

/// Cuts a word that is too long to be shown whole.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.escape_debug().to_string();
    }
    let head: String = text.chars().take(LONGEST).collect();
    format!("{}...", head.escape_debug())
}

/// A game with options that cannot be read.
///
/// ```
/// use cairn_rules::{GameSpec, games::staqs::Staqs};
///
/// let error = "staqs:size=99".parse::<GameSpec<Staqs>>().unwrap_err();
/// assert_eq!(error.to_string(), "`99` is not a value of STAQS's option size; allowed: 3 to 10");
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GameSpecError {
    #[error("unknown game `{word}`; the games are {games}")]
    UnknownGame { word: String, games: String },
    #[error("`{word}` is not {game}, which is written {id}")]
    OtherGame { game: &'static str, id: &'static str, word: String },
    #[error("unknown option `{word}` for {game}; {allowed}")]
    UnknownOption { game: &'static str, word: String, allowed: String },
    #[error("`{word}` is not a value of {game}'s option {option}; allowed: {allowed}")]
    BadValue { game: &'static str, option: &'static str, word: String, allowed: String },
    #[error("`{word}`: option {option} is given twice")]
    Twice { option: &'static str, word: String },
}

/// An option's value outside its domain.
///
/// ```
/// let error = cairn_rules::games::sight::SightOptions::default().with_size(2).unwrap_err();
/// assert_eq!(error.to_string(), "option size cannot be 2; allowed: 3 to 9");
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("option {option} cannot be {value}; allowed: {allowed}")]
#[non_exhaustive]
pub struct OptionError {
    /// The name of the option.
    pub option: &'static str,
    /// The value that it cannot have.
    pub value: u16,
    /// The values that it can have.
    pub allowed: String,
}

/// A word that is not the name of a [`Player`](crate::Player).
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("unknown player `{word}`; the players are first, second, third, fourth")]
#[non_exhaustive]
pub struct ParsePlayerError {
    /// The word.
    pub word: String,
}

/// Words that are no [`Reason`](crate::Reason).
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("unknown reason `{word}`; the reasons are {known}")]
#[non_exhaustive]
pub struct ParseReasonError {
    /// The words.
    pub word: String,
    /// Every reason, joined by commas.
    pub known: String,
}

/// A word that is not a square of the largest board of a game.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("`{word}` is not a square from a1 to {last}")]
#[non_exhaustive]
pub struct ParseSquareError {
    /// The word.
    pub word: String,
    /// The square in the corner opposite to a1.
    pub last: String,
}

/// A position string that cannot be read, or that makes no sense by the rules.
///
/// ```
/// use cairn_rules::{Game, games::stac::Stac};
///
/// let error = Stac::read_position(&Default::default(), "x,4/5/5/5/5 w a1 e5 - 0").unwrap_err();
/// assert_eq!(error.word, "x");
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
#[error("bad position, `{word}`: {problem}")]
pub struct PositionError {
    /// The offending part of the text.
    pub word: String,
    /// What is wrong and what would be right.
    pub problem: Message,
}

impl PositionError {
    /// An error about `word`, which is cut if it is long.
    pub fn new(word: &str, problem: Message) -> Self {
        Self { word: clip(word), problem }
    }
}

/// Text that is not a move in any position of the game: what a move looks like.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{0}")]
pub struct Unreadable(pub Message);

/// A move that can be read but that the rules forbid here: why.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{0}")]
pub struct Forbidden(pub Message);

/// A move that cannot be played.
///
/// ```
/// use cairn_rules::{Game, MoveError, Notation, games::staqs::Staqs};
///
/// let start = Staqs::start(&Default::default());
/// let error = start.parse_move("a1-a2").unwrap_err();
/// assert!(matches!(error, MoveError::Forbidden { .. }));
/// assert_eq!(error.to_string(), "illegal move a1-a2: all discs are placed before the first step");
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MoveError {
    #[error("unreadable move `{text}`: {expected}")]
    Unreadable { text: String, expected: Message },
    #[error("illegal move {text}: {why}")]
    Forbidden { text: String, why: Message },
    #[error("illegal move {text}: the game is over")]
    Over { text: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_words_are_cut_and_escaped() {
        assert_eq!(clip("a\u{1b}[31m"), "a\\u{1b}[31m");
        assert_eq!(clip(&"é".repeat(100)).chars().count(), 63);
    }
}
