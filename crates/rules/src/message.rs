//! User-facing messages as data: refusals, prompts, remarks, facts and problems, which interfaces translate.

use std::{fmt, io};

use crate::wording::{English, Wording};
use crate::{Domain, OptionSpec, Reason, nearest};

/// A sentence for users, without its full stop: a key and arguments. The key is the English text, with `{names}` as
/// placeholders.
///
/// ```
/// use cairn_rules::Message;
///
/// let message = Message::new("{player} has no stack on {square}").seat("player", "Blue").with("square", "c3");
/// assert_eq!(message.key(), "{player} has no stack on {square}");
/// assert_eq!(message.to_string(), "Blue has no stack on c3");
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Message {
    english: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    then: Option<Box<Message>>,
}

/// The value of a placeholder.
#[derive(Clone, Eq, PartialEq, Debug)]
enum Argument {
    /// Text that is not translated: squares, moves, numbers.
    Plain(String),
    /// The name of a seat.
    Seat(&'static str),
    /// The reason for the end of a game.
    Reason(Reason),
    /// Alternatives that are not translated.
    AnyOf(Vec<String>),
    /// Other messages, which are translated too.
    Messages(Vec<Message>),
    /// Suggestions for the preceding word.
    Suggestions(Vec<String>),
    /// A suggested option value for a word.
    NearestValue { word: String, option: &'static OptionSpec },
    /// The options of a game with their values, as typed.
    Options(&'static [OptionSpec]),
    /// The values of an option, as typed.
    Values(&'static OptionSpec),
}

impl Argument {
    fn localized(&self, wording: &dyn Wording) -> String {
        match self {
            Self::Plain(value) => value.clone(),
            Self::Seat(seat) => wording.seat(seat).to_owned(),
            Self::Reason(reason) => wording.reason(*reason).to_owned(),
            Self::AnyOf(choices) => choices.join(&format!(" {} ", wording.or())),
            Self::Messages(messages) => {
                let texts: Vec<String> = messages.iter().map(|message| message.localized(wording)).collect();
                texts.join(", ")
            }
            Self::Suggestions(words) => {
                wording.did_you_mean(&words.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Self::NearestValue { word, option } => {
                wording.did_you_mean(&nearest_value(word, option, wording))
            }
            Self::Options(options) => {
                let typed =
                    options.iter().map(|option| format!("{}={}", option.name, values(option, wording)));
                typed.collect::<Vec<_>>().join("; ")
            }
            Self::Values(option) => values(option, wording),
        }
    }
}

/// Formats the values of an option, as typed.
fn values(option: &OptionSpec, wording: &dyn Wording) -> String {
    match option.domain {
        Domain::Range(min, max) => {
            Message::new("{min} to {max}").with("min", min).with("max", max).localized(wording)
        }
        Domain::Words(words) => words.join(", "),
    }
}

/// Returns the value named `word` in the language, or the values nearest to it.
fn nearest_value(word: &str, option: &OptionSpec, wording: &dyn Wording) -> Vec<&'static str> {
    let Domain::Words(words) = option.domain else { return Vec::new() };
    match words.iter().find(|value| wording.option_value(option.name, value) == word) {
        Some(value) => vec![value],
        None => nearest(word, words.iter().copied()),
    }
}

/// Replaces every `{name}` in a text for which `value` returns something. Inserts values verbatim, even if they contain
/// braces.
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

impl Message {
    /// Creates a message; its placeholders are still to be filled in.
    pub const fn new(english: &'static str) -> Self {
        Self { english, arguments: Vec::new(), then: None }
    }

    /// Fills a placeholder with text that is not translated.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.arguments.push((name, Argument::Plain(value.to_string())));
        self
    }

    /// Returns the value of a placeholder, unless it is translated.
    ///
    /// ```
    /// use cairn_rules::Message;
    ///
    /// let message = Message::new("{player} answers {reply}").seat("player", "Blue").with("reply", "c3");
    /// assert_eq!(message.plain("reply"), Some("c3"));
    /// assert_eq!(message.plain("player"), None);
    /// ```
    pub fn plain(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find_map(|(known, value)| match value {
            Argument::Plain(text) if *known == name => Some(text.as_str()),
            _ => None,
        })
    }

    /// Fills a placeholder with the name of a seat.
    #[must_use]
    pub fn seat(mut self, name: &'static str, seat: &'static str) -> Self {
        self.arguments.push((name, Argument::Seat(seat)));
        self
    }

    /// Fills a placeholder with the reason for the end of a game.
    #[must_use]
    pub fn reason(mut self, name: &'static str, reason: Reason) -> Self {
        self.arguments.push((name, Argument::Reason(reason)));
        self
    }

    /// Fills a placeholder with a list of alternatives.
    #[must_use]
    pub fn any_of(mut self, name: &'static str, choices: Vec<String>) -> Self {
        self.arguments.push((name, Argument::AnyOf(choices)));
        self
    }

    /// Fills a placeholder with other messages, separated by commas.
    #[must_use]
    pub fn messages(mut self, name: &'static str, messages: Vec<Self>) -> Self {
        self.arguments.push((name, Argument::Messages(messages)));
        self
    }

    /// Fills a placeholder after a wrong word with the question whether one of these was meant; with nothing if there
    /// are none.
    #[must_use]
    pub fn did_you_mean<'a>(mut self, name: &'static str, words: impl IntoIterator<Item = &'a str>) -> Self {
        let words = words.into_iter().map(ToOwned::to_owned).collect();
        self.arguments.push((name, Argument::Suggestions(words)));
        self
    }

    /// Fills the same placeholder for a word that is not a value of an option.
    #[must_use]
    pub(crate) fn nearest_value(
        mut self,
        name: &'static str,
        word: &str,
        option: &'static OptionSpec,
    ) -> Self {
        self.arguments.push((name, Argument::NearestValue { word: word.to_owned(), option }));
        self
    }

    /// Fills a placeholder with the options of a game and their values, as typed.
    #[must_use]
    pub(crate) fn options(mut self, name: &'static str, options: &'static [OptionSpec]) -> Self {
        self.arguments.push((name, Argument::Options(options)));
        self
    }

    /// Fills a placeholder with the values of an option, as typed.
    #[must_use]
    pub(crate) fn values(mut self, name: &'static str, option: &'static OptionSpec) -> Self {
        self.arguments.push((name, Argument::Values(option)));
        self
    }

    /// Appends another message, after a semicolon or after a question in parentheses.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        self.then = Some(Box::new(match self.then.take() {
            Some(then) => then.then(next),
            None => next,
        }));
        self
    }

    /// Returns the English text with its placeholders, which is the key of translations.
    pub const fn key(&self) -> &'static str {
        self.english
    }

    /// Returns all messages that it consists of, in order, each before its arguments.
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        for (_, argument) in &self.arguments {
            if let Argument::Messages(messages) = argument {
                parts.extend(messages.iter().flat_map(Self::parts));
            }
        }
        parts.extend(self.then.iter().flat_map(|then| then.parts()));
        parts
    }

    /// Translates the message into a language.
    pub fn localized(&self, wording: &dyn Wording) -> String {
        let pattern = wording.message(self.english).unwrap_or(self.english);
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

/// Common system errors have translations; others do not.
impl From<&io::Error> for Message {
    fn from(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Message::new("No such file or directory"),
            io::ErrorKind::PermissionDenied => Message::new("Permission denied"),
            io::ErrorKind::AlreadyExists => Message::new("File exists"),
            io::ErrorKind::IsADirectory => Message::new("Is a directory"),
            io::ErrorKind::NotADirectory => Message::new("Not a directory"),
            io::ErrorKind::StorageFull => Message::new("No space left on device"),
            io::ErrorKind::ReadOnlyFilesystem => Message::new("Read-only file system"),
            _ => Message::new("{error}").with("error", error),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localized(&English))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pirate;

    impl Wording for Pirate {
        fn message(&self, english: &str) -> Option<&'static str> {
            (english == "{who} at {square} needs {what}").then_some("arr, {what} {who} {square}")
        }

        fn seat<'a>(&'a self, name: &'a str) -> &'a str {
            if name == "Blue" { "Bluebeard" } else { name }
        }

        fn reason(&self, _: Reason) -> &'static str {
            "rum"
        }

        fn option_value<'a>(&'a self, _: &str, value: &'a str) -> &'a str {
            if value == "free" { "at large" } else { value }
        }

        fn or(&self) -> &'static str {
            "aye"
        }

        fn did_you_mean(&self, words: &[&str]) -> String {
            format!(" ({}, matey?)", words.concat())
        }
    }

    #[test]
    fn braces_in_values_are_not_placeholders() {
        let named = |one: &str, other: &str| {
            Message::new("{one} and {other} {{unknown} {").with("one", one).with("other", other).to_string()
        };
        assert_eq!(named("{other}", "{one}"), "{other} and {one} {{unknown} {");
        assert_eq!(named("{", "one}"), "{ and one} {{unknown} {");
        let quoted = Message::new("{what}: {word}")
            .messages("what", vec![Message::new("{word}").with("word", "{what}")]);
        assert_eq!(quoted.with("word", "x").to_string(), "{what}: x");
    }

    #[test]
    fn messages_are_filled_in_any_language() {
        let choices = vec!["a1".to_owned(), "b2".to_owned()];
        let message = Message::new("{who} at {square} needs {what}")
            .seat("who", "Blue")
            .with("square", "c3")
            .any_of("what", choices)
            .then(Message::new("over by {why}").reason("why", Reason::Time));
        assert_eq!(message.to_string(), "Blue at c3 needs a1 or b2; over by time");
        assert_eq!(message.localized(&Pirate), "arr, a1 aye b2 Bluebeard c3; over by rum");
        let asked = Message::new("attack?").then(Message::new("b2 joins"));
        assert_eq!(asked.to_string(), "attack? (b2 joins)");
        let quoted = Message::new("he said: {what}").messages("what", vec![message]);
        assert_eq!(quoted.localized(&Pirate), "he said: arr, a1 aye b2 Bluebeard c3; over by rum");
        let keys: Vec<&str> = quoted.parts().into_iter().map(Message::key).collect();
        assert_eq!(keys, ["he said: {what}", "{who} at {square} needs {what}", "over by {why}"]);
    }

    #[test]
    fn suggestions_are_made_in_any_language() {
        static PLACEMENT: OptionSpec =
            OptionSpec { name: "placement", help: "", domain: Domain::Words(&["setup", "free"]), default: 0 };
        let meant = |words: &[&str]| {
            Message::new("no `{word}`{near}").with("word", "x").did_you_mean("near", words.iter().copied())
        };
        assert_eq!(meant(&[]).to_string(), "no `x`");
        assert_eq!(meant(&["a", "b", "c"]).to_string(), "no `x` (did you mean a, b or c?)");
        assert_eq!(meant(&["a"]).localized(&Pirate), "no `x` (a, matey?)");
        let value = |word: &str| Message::new("{near}: {values}").nearest_value("near", word, &PLACEMENT);
        assert_eq!(value("fre").to_string(), " (did you mean free?): {values}");
        let said = value("at large").values("values", &PLACEMENT).localized(&Pirate);
        assert_eq!(said, " (free, matey?): setup, free");
    }

    #[test]
    fn options_are_listed_as_they_are_typed() {
        static SIZE: [OptionSpec; 2] = [
            OptionSpec { name: "size", help: "", domain: Domain::Range(3, 10), default: 5 },
            OptionSpec { name: "steps", help: "", domain: Domain::Words(&["all", "some"]), default: 0 },
        ];
        let message = Message::new("{options}").options("options", &SIZE);
        assert_eq!(message.to_string(), "size=3 to 10; steps=all, some");
    }
}
