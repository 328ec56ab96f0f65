//! Parses bots: the one place that knows built-in bots and external engines.

use std::fmt;
#[cfg(feature = "processes")]
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
#[cfg(feature = "processes")]
use std::time::Duration;

use cairn_rules::{Message, excerpt};
use thiserror::Error;

use super::words::{bots, ugi_form};
use super::{Bot, BotError, BotKind, BotProblem};
#[cfg(feature = "processes")]
use super::{MoveBudget, UgiBot};
#[cfg(feature = "processes")]
use crate::Span;

/// The prefix of bots that are programs.
pub(super) const UGI: &str = "ugi:";
/// The default budget of an external engine.
#[cfg(feature = "processes")]
const USUAL_BUDGET: MoveBudget = MoveBudget::Time(Duration::from_millis(100));

/// Text that is not a bot.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum BotSpecError {
    /// No bot has this name.
    Unknown(BotError),
    /// The settings of a bot are wrong.
    Bad(BotError),
    /// A file names a program.
    Program(String),
}

impl BotSpecError {
    /// The message for people, with the bots that may have been meant. Words to type are not translated.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown(error) => error.message_with(vec![bots(), ugi_form()]),
            Self::Bad(error) => error.message(),
            Self::Program(word) => Message::new(
                "`{word}` is a program, and a file cannot start a program: name it on the command line or in the app",
            )
            .with("word", word),
        }
    }
}

/// A parsed bot, from which any number of instances can be made.
#[derive(Clone)]
pub struct BotSpec {
    name: String,
    make: Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>,
}

impl BotSpec {
    /// A bot with a name and a constructor.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Bot> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), make: Arc::new(make) }
    }

    /// Parses a bot named in a file. Rejects programs (`ugi:`) without looking for them.
    pub fn from_file(word: &str) -> Result<Self, BotSpecError> {
        if word.starts_with(UGI) { Err(BotSpecError::Program(excerpt(word))) } else { word.parse() }
    }

    /// The name, which parses to this bot again.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Makes an instance.
    pub fn make(&self) -> Box<dyn Bot> {
        (self.make)()
    }
}

impl fmt::Debug for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BotSpec").field(&self.name).finish()
    }
}

impl FromStr for BotSpec {
    type Err = BotSpecError;

    fn from_str(word: &str) -> Result<Self, BotSpecError> {
        if let Some(program) = word.strip_prefix(UGI) {
            #[cfg(feature = "processes")]
            return ugi(program).map_err(BotSpecError::Bad);
            #[cfg(not(feature = "processes"))]
            return Err(BotSpecError::Bad(BotError::Bad {
                word: excerpt(word),
                problem: BotProblem::ProgramNotFound { program: excerpt(program) },
            }));
        }
        let kind: BotKind = word.parse().map_err(|error| match error {
            unknown @ BotError::Unknown { .. } => BotSpecError::Unknown(unknown),
            bad @ BotError::Bad { .. } => BotSpecError::Bad(bad),
        })?;
        // Each game sets its own seed.
        Ok(Self::new(kind.to_string(), move || Box::new(kind.bot(0))))
    }
}

/// Parses what follows `ugi:`: settings, each followed by a comma, and the program. If no file has that
/// name, it is split at spaces into a program and its arguments.
#[cfg(feature = "processes")]
fn ugi(text: &str) -> Result<BotSpec, BotError> {
    let name = format!("{UGI}{text}");
    let bad = |problem| BotError::Bad { word: excerpt(&name), problem };
    let span = |value: &str| value.parse().ok().map(Span::duration);
    let (mut budget, mut patience) = (USUAL_BUDGET, None);
    let mut command = text;
    while let Some((setting, rest)) = command.split_once(',') {
        let Some((key, value)) = setting.split_once('=') else { break };
        let wrong = |name, like| bad(BotProblem::Value { word: excerpt(value), name, like });
        match key {
            "time" => budget = MoveBudget::Time(span(value).ok_or_else(|| wrong("time", "time"))?),
            "nodes" => budget = MoveBudget::Nodes(value.parse().map_err(|_| wrong("nodes", "nodes"))?),
            "depth" => budget = MoveBudget::Depth(value.parse().map_err(|_| wrong("depth", "depth"))?),
            "patience" => patience = Some(span(value).ok_or_else(|| wrong("patience", "time"))?),
            _ => break,
        }
        command = rest;
    }
    let words = if Path::new(command).is_file() {
        vec![command.to_owned()]
    } else {
        command.split_whitespace().map(ToOwned::to_owned).collect()
    };
    let Some((program, arguments)) = words.split_first() else {
        return Err(bad(BotProblem::NoProgram));
    };
    if !can_be_found(program) {
        return Err(bad(BotProblem::ProgramNotFound { program: excerpt(program) }));
    }
    let (program, arguments) = (program.clone(), arguments.to_vec());
    let patience = patience.unwrap_or_else(|| budget.patience());
    Ok(BotSpec::new(name.clone(), move || {
        Box::new(UgiBot {
            name: name.clone(),
            program: program.clone(),
            arguments: arguments.clone(),
            budget,
            patience,
            stop: None,
            engine: None,
        })
    }))
}

/// Whether a program exists, as a path or on the search path.
#[cfg(feature = "processes")]
fn can_be_found(program: &str) -> bool {
    if Path::new(program).components().count() > 1 {
        return Path::new(program).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let endings = ["", std::env::consts::EXE_SUFFIX];
    std::env::split_paths(&folders)
        .any(|folder| endings.iter().any(|ending| folder.join(format!("{program}{ending}")).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_bots() {
        for (word, name) in
            [("random", "random"), ("easy", "random"), ("greedy", "greedy"), ("hard", "greedy")]
        {
            let spec: BotSpec = word.parse().unwrap();
            assert_eq!((spec.name(), spec.make().name().as_str()), (name, name));
        }
    }

    #[test]
    fn unknown_words_list_the_kinds() {
        let error = "clever".parse::<BotSpec>().unwrap_err().to_string();
        assert!(error.starts_with("unknown bot `clever`; the bots are random (or easy), "), "{error}");
        assert!(error.contains("ugi:PATH"), "{error}");
        assert!("human".parse::<BotSpec>().is_err());
    }

    #[test]
    fn files_name_no_programs() {
        assert_eq!(BotSpec::from_file("hard").unwrap().name(), "greedy");
        let error = BotSpec::from_file("ugi:/bin/sh").unwrap_err().to_string();
        assert!(error.starts_with("`ugi:/bin/sh` is a program"), "{error}");
    }

    #[test]
    #[cfg(feature = "processes")]
    fn bad_programs_and_settings_are_named() {
        for (word, expected) in [
            ("ugi:", "the program is missing"),
            ("ugi:/no/such/program", "there is no program `/no/such/program`"),
            ("ugi:no-such-program-here ugi", "there is no program `no-such-program-here`"),
            ("ugi:time=soon,/bin/sh", "`soon` is not a value of time"),
            ("ugi:time=0ms,/bin/sh", "`0ms` is not a value of time"),
            ("ugi:nodes=-1,/bin/sh", "`-1` is not a value of nodes"),
        ] {
            let error = word.parse::<BotSpec>().unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains("bad bot `ugi:"), "{word}: {error}");
        }
    }
}
