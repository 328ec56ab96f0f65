//! The command line in the user's language: help, and errors about arguments.
//!
//! Help is English in the source, and that English is the key of its translations; [`localized`] translates a whole
//! command. Both languages have the same errors, in the wording of clap.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::num::{IntErrorKind, ParseIntError};

use cairn_rules::Message;
use cairn_storage::Storage;
use cairn_texts::{Language, Texts};
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

/// The option for the language.
const LANG: &str = "--lang";

/// Returns the texts for arguments that are not parsed yet: in the language of `--lang`, of the settings or of the
/// locale.
pub(crate) fn texts(arguments: &[OsString]) -> Texts {
    let named = || {
        let words: Vec<&str> = arguments.iter().map_while(|word| word.to_str()).collect();
        words.iter().enumerate().find_map(|(index, word)| match word.strip_prefix(LANG)? {
            "" => words.get(index + 1)?.parse::<Language>().ok(),
            value => value.strip_prefix('=')?.parse().ok(),
        })
    };
    let set = || Storage::open().ok().and_then(|storage| storage.settings().0.language);
    let locale = || Language::from_environment(|name| std::env::var(name).ok());
    Texts::new(named().or_else(set).unwrap_or_else(locale))
}

/// Translates the help of a command into a language.
pub(crate) fn localized(mut command: Command, texts: Texts) -> Command {
    // The options and the usage that clap adds exist only after this call.
    command.build();
    if texts.language() == Language::English { command } else { translate(command, texts) }
}

fn translate(command: Command, texts: Texts) -> Command {
    let style = command.get_styles().clone();
    let usage = style.get_usage();
    let say = |english: &str| word(english, texts);
    let template = format!(
        "{{about-with-newline}}\n{usage}{}{usage:#} {{usage}}\n\n{{all-args}}{{after-help}}",
        say("Usage:")
    );
    let about = command.get_about().map(|text| paragraphs(&text.to_string(), texts));
    let long_about = command.get_long_about().map(|text| paragraphs(&text.to_string(), texts));
    let after_help = command.get_after_help().map(|text| paragraphs(&text.to_string(), texts));
    let mut command = command
        .help_template(template)
        .about(about.unwrap_or_default())
        .subcommand_help_heading(texts.usage_line("Commands"))
        .subcommand_value_name(texts.usage_line("COMMAND"))
        .mut_args(|arg| translate_arg(arg, texts))
        .mut_subcommands(|command| translate(command, texts));
    if let Some(text) = long_about {
        command = command.long_about(text);
    }
    if let Some(text) = after_help {
        command = command.after_help(text);
    }
    let usage = usage_of(&command.render_usage().to_string(), texts);
    command.override_usage(usage)
}

/// Returns the usage without its title, with the words of clap translated.
fn usage_of(usage: &str, texts: Texts) -> String {
    let usage = usage.trim_start_matches("Usage:").trim();
    ["OPTIONS", "COMMAND"].into_iter().fold(usage.to_owned(), |usage, english| {
        usage.replace(&format!("[{english}]"), &format!("[{}]", word(english, texts)))
    })
}

fn translate_arg(arg: Arg, texts: Texts) -> Arg {
    let say = |english: &str| word(english, texts);
    let heading = match arg.get_help_heading() {
        Some(heading) => heading,
        None if arg.is_positional() => "Arguments",
        None => "Options",
    };
    let heading = texts.usage_line(heading);
    let (mut default, mut possible, mut explained) = (String::new(), String::new(), Vec::new());
    if arg.get_action().takes_values() {
        let note = |label: &str, list: Vec<String>| {
            if list.is_empty() { String::new() } else { format!(" [{}: {}]", say(label), list.join(", ")) }
        };
        let values = arg.get_possible_values();
        possible = note("possible values", values.iter().map(|value| value.get_name().to_owned()).collect());
        let defaults = arg.get_default_values().iter();
        default = note("default", defaults.map(|value| value.to_string_lossy().into_owned()).collect());
        let explain = |value: &PossibleValue| {
            Some(format!("- {}: {}", value.get_name(), say(&value.get_help()?.to_string())))
        };
        explained = values.iter().filter_map(explain).collect();
    }
    let help = arg.get_help().map(|help| paragraphs(&help.to_string(), texts));
    let long_help = arg.get_long_help().map(|help| paragraphs(&help.to_string(), texts));
    let value_name = match arg.get_value_names() {
        Some([name]) => texts.usage_line(name),
        _ => None,
    };
    let mut arg = arg.help_heading(heading).hide_default_value(true).hide_possible_values(true);
    if let (Some(name), true) = (value_name, arg.get_action().takes_values()) {
        arg = arg.value_name(name);
    }
    let Some(help) = help else { return arg };
    if !explained.is_empty() {
        let values = explained.join("\n");
        let long_help = long_help.as_ref().unwrap_or(&help);
        arg = arg.long_help(format!("{long_help}{default}\n\n{}:\n{values}", say("possible values")));
    } else if let Some(long_help) = long_help {
        arg = arg.long_help(long_help + &default + &possible);
    }
    arg.help(help + &default + &possible)
}

/// Translates a text of several lines, each separately; the command of an example stays the same.
fn paragraphs(english: &str, texts: Texts) -> String {
    let line = |line: &str| match line.split_once(": ") {
        Some((label @ ("Example" | "Examples"), command)) => format!("{}: {command}", word(label, texts)),
        _ => word(line, texts),
    };
    english.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Translates a word or a sentence of the help; returns it unchanged if it has no translation.
fn word(english: &str, texts: Texts) -> String {
    texts.usage_line(english).unwrap_or(english).to_owned()
}

/// Formats an error about the arguments, with the usage.
pub(crate) fn error_text(error: &clap::Error, texts: Texts) -> String {
    let strings = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    };
    let Some(message) = error_message(error, &strings) else { return error.render().to_string() };
    let mut lines = vec![format!("{}: {}", texts.text("usage.error"), texts.message(&message))];
    if error.kind() == ErrorKind::MissingRequiredArgument {
        lines.extend(strings(ContextKind::InvalidArg).iter().map(|argument| format!("  {argument}")));
    }
    if let values @ [_, ..] = &strings(ContextKind::ValidValue)[..] {
        lines.push(format!("  [{}: {}]", texts.text("usage.values"), values.join(", ")));
    }
    let similar = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    for words in similar.map(&strings).iter().filter(|words| !words.is_empty()) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        lines.push(format!("\n  {}", texts.did_you_mean(&words).trim()));
    }
    if let [usage, ..] = &strings(ContextKind::Usage)[..] {
        lines.push(format!("\n{} {}", texts.text("usage.usage"), usage_of(usage, texts)));
    }
    lines.push(format!("\n{}", texts.text("usage.more")));
    lines.join("\n")
}

/// Converts the error to a message; `None` for errors that this program cannot cause.
fn error_message(error: &clap::Error, strings: &dyn Fn(ContextKind) -> Vec<String>) -> Option<Message> {
    let first = |kind| strings(kind).into_iter().next().unwrap_or_default();
    let (arg, value) = (first(ContextKind::InvalidArg), first(ContextKind::InvalidValue));
    Some(match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            Message::new("a value is required for '{arg}' but none was supplied").with("arg", arg)
        }
        ErrorKind::InvalidValue => {
            Message::new("invalid value '{value}' for '{arg}'").with("value", value).with("arg", arg)
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map_or_else(|| Message::new("not understood"), message_of);
            Message::new("invalid value '{value}' for '{arg}': {why}")
                .with("value", value)
                .with("arg", arg)
                .messages("why", vec![why])
        }
        ErrorKind::UnknownArgument => Message::new("unexpected argument '{arg}' found").with("arg", arg),
        ErrorKind::InvalidSubcommand => Message::new("unrecognized subcommand '{command}'")
            .with("command", first(ContextKind::InvalidSubcommand)),
        ErrorKind::ArgumentConflict => match &strings(ContextKind::PriorArg)[..] {
            [] => return None,
            [other] if *other == arg => {
                Message::new("the argument '{arg}' cannot be used multiple times").with("arg", arg)
            }
            others => Message::new("the argument '{arg}' cannot be used with '{others}'")
                .with("arg", arg)
                .with("others", others.join("', '")),
        },
        ErrorKind::NoEquals => {
            Message::new("equal sign is needed when assigning values to '{arg}'").with("arg", arg)
        }
        ErrorKind::TooManyValues => {
            Message::new("unexpected value '{value}' for '{arg}' found; no more were expected")
                .with("value", value)
                .with("arg", arg)
        }
        ErrorKind::MissingRequiredArgument => {
            Message::new("the following required arguments were not provided:")
        }
        ErrorKind::InvalidUtf8 => Message::new("invalid UTF-8 was detected in one or more arguments"),
        _ => return None,
    })
}

/// An error with which this program rejects a value.
#[derive(Debug)]
pub(crate) struct BadArgument(pub(crate) Message);

impl fmt::Display for BadArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for BadArgument {}

/// Returns the message of an error with which a type rejected a value.
fn message_of(error: &(dyn Error + 'static)) -> Message {
    macro_rules! first_of {
        ($($kind:ty),+ $(,)?) => {
            $(if let Some(error) = error.downcast_ref::<$kind>() {
                return error.message();
            })+
        };
    }
    first_of! {
        cairn_engine::bots::BotError,
        cairn_engine::bots::BotClockError,
        cairn_arena::RuleError,
        cairn_arena::SprtError,
        cairn_engine::ParseSpanError,
        cairn_texts::UnknownLanguage,
    }
    if let Some(BadArgument(message)) = error.downcast_ref() {
        return message.clone();
    }
    if let Some(error) = error.downcast_ref::<ParseIntError>() {
        return match error.kind() {
            IntErrorKind::Empty => Message::new("no number"),
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Message::new("a number out of range"),
            _ => Message::new("not a whole number"),
        };
    }
    let text = error.to_string();
    match text.split_once(" is not in ") {
        Some((value, range)) => {
            Message::new("{value} is not in {range}").with("value", value).with("range", range)
        }
        None => Message::new("{error}").with("error", text),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;

    /// Collects every line of the help in English, with the headings and names.
    fn lines(command: &Command, lines: &mut BTreeSet<String>) {
        let texts = [command.get_about(), command.get_long_about(), command.get_after_help()];
        let mut add = |text: &str| {
            for line in text.lines().filter(|line| !line.is_empty()) {
                let example =
                    line.split_once(": ").filter(|(label, _)| matches!(*label, "Example" | "Examples"));
                lines.insert(example.map_or(line, |(label, _)| label).to_owned());
            }
        };
        texts.into_iter().flatten().for_each(|text| add(&text.to_string()));
        for arg in command.get_arguments() {
            [arg.get_help(), arg.get_long_help()]
                .into_iter()
                .flatten()
                .for_each(|text| add(&text.to_string()));
            arg.get_help_heading().into_iter().for_each(&mut add);
            if arg.get_action().takes_values() {
                let values = arg.get_possible_values();
                values.iter().filter_map(|value| value.get_help()).for_each(|text| add(&text.to_string()));
                // Letters such as N are the same in every language.
                let names = arg.get_value_names().unwrap_or_default().iter();
                names.filter(|name| name.len() > 2).for_each(|name| add(name));
            }
        }
        command.get_subcommands().for_each(|command| self::lines(command, lines));
    }

    #[test]
    fn all_help_is_translated() {
        let mut english = BTreeSet::from(
            [
                "Usage:",
                "Commands",
                "COMMAND",
                "Arguments",
                "Options",
                "OPTIONS",
                "default",
                "possible values",
            ]
            .map(ToOwned::to_owned),
        );
        lines(&localized(crate::cli::Cli::command(), Texts::default()), &mut english);
        let translated: BTreeSet<String> = cairn_texts::entries(Language::Portuguese)
            .filter_map(|(key, _)| key.strip_prefix("cli.").map(ToOwned::to_owned))
            .collect();
        let differences: Vec<&String> = english.symmetric_difference(&translated).collect();
        assert!(differences.is_empty(), "{differences:#?}");
    }

    #[test]
    fn the_language_is_known_before_the_arguments_are_parsed() {
        let language = |arguments: &[&str]| {
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            texts(&arguments).language()
        };
        assert_eq!(language(&["cairn", "--lang", "pt", "--nonsense"]), Language::Portuguese);
        assert_eq!(language(&["cairn", "show", "--lang=pt"]), Language::Portuguese);
        assert_eq!(language(&["cairn", "--lang=en", "--help"]), Language::English);
    }
}
