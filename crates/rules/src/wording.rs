//! What a language supplies to write a [`Message`](crate::Message).

use crate::Reason;

/// A language: the translations of messages and of the words in them.
pub trait Wording {
    /// The translation of a message by its key, if there is one.
    fn message(&self, english: &str) -> Option<&'static str>;

    /// The name of a seat.
    fn seat<'a>(&'a self, name: &'a str) -> &'a str;

    /// What decided a game.
    fn reason(&self, reason: Reason) -> &'static str;

    /// The name of an option's value.
    fn option_value<'a>(&'a self, option: &str, value: &'a str) -> &'a str;

    /// The word for "or".
    fn or(&self) -> &'static str;

    /// A question in brackets that follows a wrong word, after a space: ` (did you mean staqs?)`. Empty without
    /// words.
    fn did_you_mean(&self, words: &[&str]) -> String;
}

/// English, which needs no translation.
pub(crate) struct English;

impl Wording for English {
    fn message(&self, _: &str) -> Option<&'static str> {
        None
    }

    fn seat<'a>(&'a self, name: &'a str) -> &'a str {
        name
    }

    fn reason(&self, reason: Reason) -> &'static str {
        reason.name()
    }

    fn option_value<'a>(&'a self, _: &str, value: &'a str) -> &'a str {
        value
    }

    fn or(&self) -> &'static str {
        "or"
    }

    fn did_you_mean(&self, words: &[&str]) -> String {
        let words = match words {
            [] => return String::new(),
            [word] => (*word).to_owned(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        };
        format!(" (did you mean {words}?)")
    }
}
