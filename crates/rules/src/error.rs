//! What can be wrong with text: every error names the offending word and what would be right.

use thiserror::Error;

use crate::Refusal;

/// Cuts a word that is too long to be shown whole.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.escape_debug().to_string();
    }
    let head: String = text.chars().take(LONGEST).collect();
    format!("{}...", head.escape_debug())
}

/// A game with options that makes no sense.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GameSpecError {
    #[error("unknown game `{word}`; the games are {games}")]
    UnknownGame { word: String, games: String },
    #[error("unknown option `{word}` for {game}; {allowed}")]
    UnknownOption { game: &'static str, word: String, allowed: String },
    #[error("`{word}` is not a value of {game}'s option {option}; allowed: {allowed}")]
    BadValue { game: &'static str, option: &'static str, word: String, allowed: String },
    #[error("`{word}`: option {option} is given twice")]
    Twice { option: &'static str, word: String },
}

/// A position string that cannot be read, or that no rule gives a meaning to.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("bad position, `{word}`: {problem}")]
pub struct PositionError {
    /// The offending part of the text.
    pub word: String,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl PositionError {
    /// An error about `word`, which is cut if it is long.
    pub fn new(word: &str, problem: impl Into<String>) -> Self {
        Self { word: clip(word), problem: problem.into() }
    }
}

/// Text that is no move of this game in any position: what it should look like.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Unreadable(pub Refusal);

/// A move that can be read but that the rules forbid here: why.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Forbidden(pub Refusal);

/// A move that cannot be played.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MoveError {
    #[error("unreadable move `{text}`: {expected}")]
    Unreadable { text: String, expected: Refusal },
    #[error("illegal move {text}: {why}")]
    Forbidden { text: String, why: Refusal },
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
