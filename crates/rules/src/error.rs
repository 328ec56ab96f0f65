//! Input errors. Each names the offending word and the correct form.

use thiserror::Error;

use crate::{Message, OptionSpec, nearest, nearest_moves};

/// Quotes a word for an error message: truncates it if it is long, and escapes control characters.
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    if text.chars().count() <= MAX_CHARS {
        return text.escape_debug().to_string();
    }
    let head: String = text.chars().take(MAX_CHARS).collect();
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
#[error("{}", self.message())]
#[non_exhaustive]
pub enum GameSpecError {
    /// No game has this name.
    #[expect(missing_docs, reason = "the offending word, and the names of all games")]
    UnknownGame { word: String, games: Vec<&'static str> },
    /// The name of another game instead of `game`, whose id is `id`.
    #[expect(missing_docs, reason = "described above")]
    OtherGame { game: &'static str, id: &'static str, word: String },
    /// The game has neither an option nor a preset of this name.
    #[expect(missing_docs, reason = "the name of the game, the offending word, and what the game has")]
    UnknownOption {
        game: &'static str,
        word: String,
        options: &'static [OptionSpec],
        presets: Vec<&'static str>,
    },
    /// The option cannot have this value.
    #[expect(missing_docs, reason = "the name of the game, its option and the offending word")]
    BadValue { game: &'static str, option: &'static OptionSpec, word: String },
    /// The option is given twice.
    #[expect(missing_docs, reason = "the name of the option, and its second value")]
    Twice { option: &'static str, word: String },
}

impl GameSpecError {
    /// Returns the user-facing message, with suggestions.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownGame { word, games } => {
                Message::new("unknown game `{word}`{near}; the games are {games}")
                    .with("word", word)
                    .did_you_mean("near", nearest(word, games.iter().copied()))
                    .with("games", games.join(", "))
            }
            Self::OtherGame { game, id, word } => {
                Message::new("`{word}` is not {game}, which is written {id}")
                    .with("word", word)
                    .with("game", game)
                    .with("id", id)
            }
            Self::UnknownOption { game, word, options, presets } => {
                if let Some(option) = options.iter().find(|option| option.name == word) {
                    return Message::new("option {option} of {game} needs a value: {allowed}")
                        .with("option", option.name)
                        .with("game", game)
                        .values("allowed", option);
                }
                Message::new(
                    "unknown option `{word}`{near} for {game}; options: {options}; presets, in first place: {presets}",
                )
                .with("word", word)
                .did_you_mean("near", nearest_option(word, options, presets).iter().map(String::as_str))
                .with("game", game)
                .options("options", options)
                .with("presets", presets.join(", "))
            }
            Self::BadValue { game, option, word } => {
                Message::new("`{word}`{near} is not a value of {game}'s option {option}; allowed: {allowed}")
                    .with("word", word)
                    .nearest_value("near", word, option)
                    .with("game", game)
                    .with("option", option.name)
                    .values("allowed", option)
            }
            Self::Twice { option, word } => Message::new("`{word}`: option {option} is given twice")
                .with("word", word)
                .with("option", option),
        }
    }
}

/// Returns the nearest options, with the given value if there is one; without a value, presets too.
fn nearest_option(word: &str, options: &[OptionSpec], presets: &[&'static str]) -> Vec<String> {
    let names = options.iter().map(|option| option.name);
    if let Some((name, value)) = word.split_once('=') {
        return nearest(name, names).into_iter().map(|name| format!("{name}={value}")).collect();
    }
    nearest(word, names.chain(presets.iter().copied())).into_iter().map(ToOwned::to_owned).collect()
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
    /// The rejected value.
    pub value: u16,
    /// The allowed values.
    pub allowed: String,
}

/// A word that is not the name of a [`Player`](crate::Player).
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub struct ParsePlayerError {
    /// The word.
    pub word: String,
}

impl ParsePlayerError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("unknown player `{word}`; the players are first, second, third, fourth")
            .with("word", &self.word)
    }
}

/// Words that do not name a [`Reason`](crate::Reason).
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("unknown reason `{word}`; the reasons are {known}")]
#[non_exhaustive]
pub struct ParseReasonError {
    /// The words.
    pub word: String,
    /// Every reason, joined by commas.
    pub known: String,
}

/// A word that is not a square of a board.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("`{word}` is not a square from a1 to {last}")]
#[non_exhaustive]
pub struct ParseSquareError {
    /// The word.
    pub word: String,
    /// The square in the corner opposite to a1.
    pub last: String,
}

impl ParseSquareError {
    /// Creates an error about `word` on a board with this many columns and rows; truncates a long word.
    pub fn new(word: &str, columns: u8, rows: u8) -> Self {
        let last = crate::grid::name(columns.saturating_sub(1), rows.saturating_sub(1));
        Self { word: excerpt(word), last }
    }
}

/// A position string that cannot be parsed or that breaks the rules.
///
/// ```
/// use cairn_rules::{Game, games::stac::Stac};
///
/// let error = Stac::read_position(&Default::default(), "x,4/5/5/5/5 w a1 e5 - 0").unwrap_err();
/// assert_eq!(error.word, "x");
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub struct PositionError {
    /// The offending part of the text.
    pub word: String,
    /// The problem, and the correct form.
    pub problem: Message,
}

impl PositionError {
    /// Creates an error about `word`; truncates a long word.
    pub fn new(word: &str, problem: Message) -> Self {
        Self { word: excerpt(word), problem }
    }

    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("bad position, `{word}`: {problem}")
            .with("word", &self.word)
            .messages("problem", vec![self.problem.clone()])
    }
}

/// Text that is not a move in any position of the game, with a description of the correct form.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{0}")]
pub struct UnreadableMove(pub Message);

/// A move that parses but is illegal here, with the reason.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{0}")]
pub struct ForbiddenMove(pub Message);

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
#[error("{}", self.message())]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move of this game.
    #[expect(missing_docs, reason = "the text, and what a move looks like")]
    Unreadable { text: String, expected: Message },
    /// The rules forbid the move here.
    #[expect(missing_docs, reason = "the move, and the reason")]
    Forbidden { text: String, why: Message },
    /// The game is over.
    #[expect(missing_docs, reason = "the move")]
    Over { text: String },
}

impl MoveError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        self.message_near(&[])
    }

    /// Returns the user-facing message with the nearest legal moves.
    pub fn message_among(&self, moves: &[String]) -> Message {
        let (Self::Unreadable { text, .. } | Self::Forbidden { text, .. } | Self::Over { text }) = self;
        self.message_near(&nearest_moves(text, moves.iter().map(String::as_str)))
    }

    /// Returns the user-facing message with these suggestions.
    pub fn message_near(&self, near: &[&str]) -> Message {
        match self {
            Self::Unreadable { text, expected } => Message::new("unreadable move `{move}`{near}: {expected}")
                .with("move", text)
                .did_you_mean("near", near.iter().copied())
                .messages("expected", vec![expected.clone()]),
            Self::Forbidden { text, why } => Message::new("illegal move {move}{near}: {why}")
                .with("move", text)
                .did_you_mean("near", near.iter().copied())
                .messages("why", vec![why.clone()]),
            Self::Over { text } => Message::new("illegal move {move}: the game is over").with("move", text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_words_are_cut_and_escaped() {
        assert_eq!(excerpt("a\u{1b}[31m"), "a\\u{1b}[31m");
        assert_eq!(excerpt(&"é".repeat(60)).chars().count(), 60);
        assert_eq!(excerpt(&"é".repeat(61)).chars().count(), 63);
    }
}
