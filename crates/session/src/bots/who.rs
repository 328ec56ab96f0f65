//! Who sits at the board: a person or a bot.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::word::bot_words;
use super::{Bot, BotError};

const HUMAN: &str = "human";

/// Who plays a seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Who {
    /// A person.
    Human,
    /// A bot.
    Bot(Bot),
}

/// A player that does not exist.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum UnknownPlayer {
    #[error("unknown player `{word}`; the players are {HUMAN}, {}", bot_words())]
    Unknown { word: String },
    #[error(transparent)]
    Bot(BotError),
}

impl Who {
    /// Everybody who can play, as a help text lists them.
    pub fn words() -> String {
        format!("{HUMAN}, {}", bot_words())
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad(HUMAN),
            Self::Bot(bot) => bot.fmt(f),
        }
    }
}

impl FromStr for Who {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        if text == HUMAN {
            return Ok(Self::Human);
        }
        text.parse().map(Self::Bot).map_err(|error| match error {
            BotError::Unknown { word } => UnknownPlayer::Unknown { word },
            bad @ BotError::Bad { .. } => UnknownPlayer::Bot(bad),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SeedBot;

    #[test]
    fn people_and_bots_are_players() {
        assert_eq!("human".parse(), Ok(Who::Human));
        assert_eq!(Who::Human.to_string(), "human");
        assert_eq!("hard".parse(), Ok(Who::Bot(Bot::Seed(SeedBot::Greedy))));
        let error = "".parse::<Who>().unwrap_err().to_string();
        assert!(
            error.starts_with(
                "unknown player ``; the players are human, random (or easy), greedy (or hard), level1"
            ),
            "{error}"
        );
        assert!("ab".parse::<Who>().unwrap_err().to_string().starts_with("bad bot `ab`"));
    }
}
