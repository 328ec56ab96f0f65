//! The games with their options, and the other data for a form that creates a game.

use std::collections::BTreeMap;

use cairn_rules::{Domain, GameInfo, OptionSpec};
use serde::{Deserialize, Serialize};

/// The data for a form that creates a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Catalog {
    /// Each game with its options, seats and levels, as `cairn games --json` prints it.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub games: Vec<GameReport>,
    /// The seats that are not bots.
    pub seats: Vec<String>,
    /// The bots.
    pub bots: Vec<CatalogBot>,
    /// The kinds of clocks, with the least and the greatest value of each field.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub clocks: Vec<CatalogClock>,
}

/// A bot that clients may request.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Bot))]
pub struct CatalogBot {
    /// The name of the bot, as in `seats` of a new game.
    pub bot: String,
    /// The level, if the bot is one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub level: Option<u8>,
}

/// A kind of clock, with the ranges of its fields.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct CatalogClock {
    /// The `kind` of a [`Clock`](crate::Clock).
    pub kind: String,
    /// The ranges, by field name.
    #[serde(flatten)]
    pub fields: BTreeMap<String, NumberRange>,
}

/// A range of numbers, both ends included.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields say it")]
pub struct NumberRange {
    pub min: u64,
    pub max: u64,
}

/// A game with its seats, options, presets and levels.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The identifier of the game.
    pub game: String,
    /// The name.
    pub name: String,
    /// The designer and the date.
    pub designer: String,
    /// A summary.
    pub summary: String,
    /// The names of the seats, in turn order.
    pub seats: Vec<String>,
    /// The options.
    pub options: Vec<OptionReport>,
    /// The names of the presets.
    pub presets: Vec<String>,
    /// A description of the easy bot.
    pub easy: String,
    /// A description of the greedy bot.
    pub greedy: String,
    /// The levels and their ratings.
    pub levels: Vec<LevelReport>,
}

/// An option of a game: a number in a range, or one of several words.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the words of the protocol")]
pub enum OptionReport {
    Range { name: String, help: String, min: u16, max: u16, default: u16 },
    Words { name: String, help: String, values: Vec<String>, default: String },
}

/// The rating of a level.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words of the protocol")]
pub struct LevelReport {
    pub level: u8,
    pub elo: i32,
}

impl GameReport {
    /// Creates a report on a game.
    pub fn new(info: &GameInfo) -> Self {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let option = |spec: &OptionSpec| {
            let (name, help) = (spec.name.to_owned(), spec.help.to_owned());
            match spec.domain {
                Domain::Range(min, max) => {
                    OptionReport::Range { name, help, min, max, default: spec.default }
                }
                Domain::Words(values) => OptionReport::Words {
                    name,
                    help,
                    values: words(values),
                    default: spec.print(spec.default),
                },
            }
        };
        let level = |(level, elo)| LevelReport { level, elo };
        Self {
            game: info.id.to_owned(),
            name: info.name.to_owned(),
            designer: info.designer.to_owned(),
            summary: info.summary.to_owned(),
            seats: info.seats.iter().map(|seat| seat.name.to_owned()).collect(),
            options: info.options.iter().map(option).collect(),
            presets: info.all_presets().map(|preset| preset.name.to_owned()).collect(),
            easy: info.easy.to_owned(),
            greedy: info.greedy.to_owned(),
            levels: (1..).zip(info.engine.level_elo).map(level).collect(),
        }
    }
}
