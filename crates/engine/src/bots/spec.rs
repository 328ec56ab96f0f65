//! Parses bots: the only module that knows both built-in bots and external engines.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use cairn_rules::excerpt;

use super::{Bot, BotClock, BotError, BotKind};

/// The prefix of bots that are programs.
pub(super) const UGI: &str = "ugi:";

/// A parsed bot, which creates any number of instances.
#[derive(Clone)]
pub struct BotSpec {
    name: String,
    clock: Option<BotClock>,
    make: Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>,
}

impl BotSpec {
    /// Creates a bot from a name and a constructor.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Bot> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), clock: None, make: Arc::new(make) }
    }

    /// Parses a bot named in a file. Rejects programs (`ugi:`) without looking for them.
    pub fn from_file(word: &str) -> Result<Self, BotError> {
        if word.starts_with(UGI) { Err(BotError::Program { word: excerpt(word) }) } else { word.parse() }
    }

    /// Returns the name, which parses to this bot again.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets the bot's own time control.
    #[must_use]
    pub fn with_clock(self, clock: Option<BotClock>) -> Self {
        Self { clock, ..self }
    }

    /// Returns its own time control, which replaces that of a match.
    pub const fn clock(&self) -> Option<BotClock> {
        self.clock
    }

    /// Creates an instance.
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
    type Err = BotError;

    fn from_str(word: &str) -> Result<Self, BotError> {
        if let Some(program) = word.strip_prefix(UGI) {
            #[cfg(feature = "processes")]
            return super::ugi_spec::parse(program);
            #[cfg(not(feature = "processes"))]
            return Err(BotError::Bad {
                word: excerpt(word),
                problem: super::BotProblem::ProgramNotFound { program: excerpt(program) },
            });
        }
        let kind: BotKind = word.parse()?;
        // Each game sets its own seed.
        Ok(Self::new(kind.to_string(), move || Box::new(kind.bot(0))))
    }
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
}
