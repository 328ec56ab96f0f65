//! What games say to people, in sentences that can be translated.

use std::fmt;

use crate::Reason;

/// A sentence without its full stop. The English text, with `{names}` as placeholders, is also the key under
/// which translations are found.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Sentence {
    english: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    then: Option<Box<Sentence>>,
}

/// Why a move cannot be played.
pub type Refusal = Sentence;
/// What the next step of a turn is.
pub type Prompt = Sentence;
/// What a move has done beyond what its notation says.
pub type Remark = Sentence;
/// The title or the task of a puzzle.
#[cfg(feature = "engine-data")]
pub type Task = Sentence;
/// What is wrong with a position, a record or a bot.
pub type Problem = Sentence;
/// Something to know about a player or a game, such as a reserve.
pub type Fact = Sentence;

/// The value of a placeholder.
#[derive(Clone, Eq, PartialEq, Debug)]
enum Argument {
    /// Not translated: squares, moves, numbers.
    Plain(String),
    /// The name of a seat.
    Seat(&'static str),
    /// What decided a game.
    Reason(Reason),
    /// One of several, none of them translated.
    AnyOf(Vec<String>),
    /// Sentences or names that are translated themselves.
    Said(Vec<Sentence>),
}

impl Argument {
    fn localized(&self, wording: &dyn Wording) -> String {
        match self {
            Self::Plain(value) => value.clone(),
            Self::Seat(seat) => wording.seat(seat).to_owned(),
            Self::Reason(reason) => wording.reason(*reason).to_owned(),
            Self::AnyOf(choices) => choices.join(&format!(" {} ", wording.or())),
            Self::Said(sentences) => {
                let said: Vec<String> =
                    sentences.iter().map(|sentence| sentence.localized(wording)).collect();
                said.join(", ")
            }
        }
    }
}

/// Replaces every `{name}` in a text for which `value` returns something. Values are inserted as they are, even if
/// they contain braces.
fn fill_placeholders(text: &str, mut value: impl FnMut(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, open) = rest.split_at(start);
        filled.push_str(before);
        let named = open[1..].split_once('}').and_then(|(name, after)| Some((value(name)?, after)));
        if let Some((value, after)) = named {
            filled.push_str(&value);
            rest = after;
        } else {
            filled.push('{');
            rest = &open[1..];
        }
    }
    filled + rest
}

/// What a language has for the parts of a sentence.
pub trait Wording {
    /// The translation of an English sentence, if there is one.
    fn sentence(&self, english: &str) -> Option<&'static str>;

    /// The name of a seat.
    fn seat<'a>(&'a self, name: &'a str) -> &'a str;

    /// What decided a game.
    fn reason(&self, reason: Reason) -> &'static str;

    /// The word for "or".
    fn or(&self) -> &'static str;
}

/// English, which needs no translation.
struct English;

impl Wording for English {
    fn sentence(&self, _: &str) -> Option<&'static str> {
        None
    }

    fn seat<'a>(&'a self, name: &'a str) -> &'a str {
        name
    }

    fn reason(&self, reason: Reason) -> &'static str {
        reason.name()
    }

    fn or(&self) -> &'static str {
        "or"
    }
}

impl Sentence {
    /// A sentence whose placeholders are still to be filled in.
    pub const fn new(english: &'static str) -> Self {
        Self { english, arguments: Vec::new(), then: None }
    }

    /// Fills in something that is not translated.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.arguments.push((name, Argument::Plain(value.to_string())));
        self
    }

    /// Fills in the name of a seat.
    #[must_use]
    pub fn seat(mut self, name: &'static str, seat: &'static str) -> Self {
        self.arguments.push((name, Argument::Seat(seat)));
        self
    }

    /// Fills in what decided a game.
    #[must_use]
    pub fn reason(mut self, name: &'static str, reason: Reason) -> Self {
        self.arguments.push((name, Argument::Reason(reason)));
        self
    }

    /// Fills in a list of alternatives.
    #[must_use]
    pub fn any_of(mut self, name: &'static str, choices: Vec<String>) -> Self {
        self.arguments.push((name, Argument::AnyOf(choices)));
        self
    }

    /// Fills in other sentences, with commas between them.
    #[must_use]
    pub fn said(mut self, name: &'static str, sentences: Vec<Self>) -> Self {
        self.arguments.push((name, Argument::Said(sentences)));
        self
    }

    /// Appends another sentence, after a semicolon; after a question in brackets.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        self.then = Some(Box::new(match self.then.take() {
            Some(then) => then.then(next),
            None => next,
        }));
        self
    }

    /// The English text with its placeholders: what the translation is found by.
    pub const fn key(&self) -> &'static str {
        self.english
    }

    /// The sentences of which it is made, in order, each before those that fill it in.
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        for (_, argument) in &self.arguments {
            if let Argument::Said(sentences) = argument {
                parts.extend(sentences.iter().flat_map(Self::parts));
            }
        }
        parts.extend(self.then.iter().flat_map(|then| then.parts()));
        parts
    }

    /// The sentence in a language.
    pub fn localized(&self, wording: &dyn Wording) -> String {
        let pattern = wording.sentence(self.english).unwrap_or(self.english);
        let text = fill_placeholders(pattern, |placeholder| {
            let (_, argument) = self.arguments.iter().find(|(name, _)| *name == placeholder)?;
            Some(argument.localized(wording))
        });
        match &self.then {
            Some(next) if text.ends_with('?') => format!("{text} ({})", next.localized(wording)),
            Some(next) => format!("{text}; {}", next.localized(wording)),
            None => text,
        }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localized(&English))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pirate;

    impl Wording for Pirate {
        fn sentence(&self, english: &str) -> Option<&'static str> {
            (english == "{who} at {square} needs {what}").then_some("arr, {what} {who} {square}")
        }

        fn seat<'a>(&'a self, name: &'a str) -> &'a str {
            if name == "Blue" { "Bluebeard" } else { name }
        }

        fn reason(&self, _: Reason) -> &'static str {
            "rum"
        }

        fn or(&self) -> &'static str {
            "aye"
        }
    }

    #[test]
    fn braces_in_values_are_not_placeholders() {
        let named = |one: &str, other: &str| {
            Sentence::new("{one} and {other} {{unknown} {").with("one", one).with("other", other).to_string()
        };
        assert_eq!(named("{other}", "{one}"), "{other} and {one} {{unknown} {");
        assert_eq!(named("{", "one}"), "{ and one} {{unknown} {");
        let quoted = Sentence::new("{what}: {word}")
            .said("what", vec![Sentence::new("{word}").with("word", "{what}")]);
        assert_eq!(quoted.with("word", "x").to_string(), "{what}: x");
    }

    #[test]
    fn sentences_are_filled_in_any_language() {
        let choices = vec!["a1".to_owned(), "b2".to_owned()];
        let sentence = Sentence::new("{who} at {square} needs {what}")
            .seat("who", "Blue")
            .with("square", "c3")
            .any_of("what", choices)
            .then(Sentence::new("over by {why}").reason("why", Reason::Time));
        assert_eq!(sentence.to_string(), "Blue at c3 needs a1 or b2; over by time");
        assert_eq!(sentence.localized(&Pirate), "arr, a1 aye b2 Bluebeard c3; over by rum");
        let asked = Sentence::new("attack?").then(Sentence::new("b2 joins"));
        assert_eq!(asked.to_string(), "attack? (b2 joins)");
        let quoted = Sentence::new("he said: {what}").said("what", vec![sentence]);
        assert_eq!(quoted.localized(&Pirate), "he said: arr, a1 aye b2 Bluebeard c3; over by rum");
        let keys: Vec<&str> = quoted.parts().into_iter().map(Sentence::key).collect();
        assert_eq!(keys, ["he said: {what}", "{who} at {square} needs {what}", "over by {why}"]);
    }
}
