//! Who sits at the board: people, or the two bots that the games came with.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::excerpt::excerpt;

/// A bot that every game has.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Bot {
    /// Plays at random.
    Random,
    /// Takes what looks best at once.
    Greedy,
}

impl Bot {
    /// Every bot.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// The name that is printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }

    /// A second name that is understood.
    pub const fn other_name(self) -> &'static str {
        match self {
            Self::Random => "easy",
            Self::Greedy => "hard",
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A bot that does not exist.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("unknown bot `{word}`; the bots are {}", names(&[]))]
pub struct UnknownBot {
    /// What was asked for.
    pub word: String,
}

/// A player that does not exist.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("unknown player `{word}`; the players are {}", names(&[HUMAN]))]
pub struct UnknownPlayer {
    /// What was asked for.
    pub word: String,
}

const HUMAN: &str = "human";

fn names(before: &[&str]) -> String {
    let bots = Bot::ALL.map(|bot| format!("{} (or {})", bot.name(), bot.other_name()));
    let names: Vec<&str> = before.iter().copied().chain(bots.iter().map(String::as_str)).collect();
    names.join(", ")
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        Self::ALL
            .into_iter()
            .find(|bot| text == bot.name() || text == bot.other_name())
            .ok_or_else(|| UnknownBot { word: excerpt(text) })
    }
}

/// Who plays a seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Who {
    /// A person.
    Human,
    /// A bot.
    Bot(Bot),
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
        text.parse().map(Self::Bot).map_err(|UnknownBot { word }| UnknownPlayer { word })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_seeds_names_are_understood() {
        for bot in Bot::ALL {
            assert_eq!(bot.to_string().parse(), Ok(bot));
            assert_eq!(bot.other_name().parse(), Ok(bot));
            assert_eq!(bot.to_string().parse(), Ok(Who::Bot(bot)));
        }
        assert_eq!("hard".parse::<Bot>().map(|bot| bot.to_string()).as_deref(), Ok("greedy"));
        assert_eq!("human".parse(), Ok(Who::Human));
        assert_eq!(Who::Human.to_string(), "human");
    }

    #[test]
    fn unknown_names_list_the_known_ones() {
        let error = "clever".parse::<Bot>().unwrap_err().to_string();
        assert_eq!(error, "unknown bot `clever`; the bots are random (or easy), greedy (or hard)");
        let error = "".parse::<Who>().unwrap_err().to_string();
        assert_eq!(error, "unknown player ``; the players are human, random (or easy), greedy (or hard)");
    }
}
