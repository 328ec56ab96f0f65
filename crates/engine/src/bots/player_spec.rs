//! Parses players: a person or any bot.

use std::fmt;
use std::str::FromStr;

use super::{BotError, BotSpec};

pub(super) const HUMAN: &str = "human";

/// The player of a seat.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// A person.
    Human,
    /// A bot.
    Bot(BotSpec),
}

impl PlayerSpec {
    /// Parses a player named in a file; rejects programs.
    pub fn from_file(word: &str) -> Result<Self, BotError> {
        Self::read(word, BotSpec::from_file)
    }

    fn read(word: &str, bot: impl FnOnce(&str) -> Result<BotSpec, BotError>) -> Result<Self, BotError> {
        if word == HUMAN {
            return Ok(Self::Human);
        }
        bot(word).map(Self::Bot).map_err(|error| match error {
            BotError::Unknown { word } => BotError::UnknownPlayer { word },
            other => other,
        })
    }

    /// Returns the level, from 1, unless this is a person or another bot.
    pub fn level(&self) -> Option<u8> {
        let Self::Bot(spec) = self else { return None };
        spec.name().strip_prefix("level")?.parse().ok()
    }

    /// Returns whether this is a person.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad(HUMAN),
            Self::Bot(bot) => f.pad(bot.name()),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = BotError;

    fn from_str(word: &str) -> Result<Self, BotError> {
        Self::read(word, str::parse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_bots_are_players() {
        for (word, name) in [("human", "human"), ("hard", "greedy"), ("level3", "level3")] {
            assert_eq!(word.parse::<PlayerSpec>().unwrap().to_string(), name);
        }
        let error = |word: &str| word.parse::<PlayerSpec>().unwrap_err().to_string();
        let unknown = error("");
        let said = "unknown player ``; the players are human, random (or easy), greedy (or hard), level1";
        assert!(unknown.starts_with(said) && unknown.contains("ugi:PATH"), "{unknown}");
        assert!(error("ab").starts_with("bad bot `ab`"));
        assert!(error("levle3").starts_with("unknown player `levle3` (did you mean level3?); the players"));
        assert!(
            error("humna").contains("(did you mean human?)")
                && error("level9").starts_with("unknown player `level9`; ")
        );
        let setting = "bad bot `ab:nods=5`: unknown setting `nods=5` (did you mean nodes?); it takes depth";
        assert!(error("ab:nods=5").starts_with(setting));
        assert!(error("ugi:/no/such").contains("there is no program `/no/such`"));
        assert!(PlayerSpec::from_file("human").unwrap().is_human());
        let program = PlayerSpec::from_file("ugi:/bin/sh").unwrap_err();
        assert!(matches!(program, BotError::Program { .. }), "{program}");
    }
}
