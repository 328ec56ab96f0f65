//! Stacks: groups advance towards the enemy's home, and larger groups drive smaller ones back.

mod actions;
mod attack;
mod board;
mod bots;
#[cfg(feature = "engine-data")]
mod engine_data;
mod eval;
mod guide;
mod notation;
mod options;
mod part;
mod position;
mod progress;
mod random;
mod reading;
mod refusal;
mod square;
mod steps;
mod symmetry;
#[cfg(test)]
mod tests;
mod turn;
mod view;
mod walk;
mod weights;

pub use actions::StacksActions;
pub use options::{Fours, StacksOptions};
pub use part::{Part, StacksMove};
pub use position::StacksPosition;
pub use square::StacksSquare;

use crate::game::made_by;
use crate::{Game, GameInfo, OptionSet, Preset, SeatColor, SeatInfo, SetupEffect, SetupTool};

/// The number of pieces of each player (rule 2).
const PIECES: u8 = 10;
/// The maximum number of pieces that a player can lose without losing the game (rule 30).
const MAX_LOST: u8 = 5;

/// The game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Stacks;

impl Game for Stacks {
    made_by!(StacksOptions, StacksPosition, StacksPosition::start, notation::read_position);

    const INFO: &'static GameInfo = &INFO;
}

static INFO: GameInfo = GameInfo {
    designer: "designer unknown; listed on BoardGameGeek as \"Stacks\"",
    summary: "March four pieces into the enemy's home, or eliminate six enemy pieces with larger groups.",
    forms: "a turn is a group (2a7-a5), an attack (2c3xc4+b3>c5) or two singles (1a7-a6,1b7-b6); with fours=duty, also the removal of a stack of four (c4!)",
    rules: include_str!("RULES.md"),
    rules_translated: &[("pt", include_str!("RULES.pt.md"))],
    seats: &[
        SeatInfo { name: "Black", letter: 'b', color: SeatColor::Black },
        SeatInfo { name: "Red", letter: 'r', color: SeatColor::Red },
    ],
    greedy: "wins at once if it can; else it eliminates as many pieces as it can, and then comes as near to the enemy's home as it can",
    options: StacksOptions::SPECS,
    presets: &[
        Preset { name: "published", settings: &[("fours", "duty")] },
        Preset { name: "classic", settings: &[("repetition", "off"), ("quiet", "0")] },
    ],
    setup: &[
        SetupTool::new("black stack", SetupEffect::Stack('b', 1, 4)),
        SetupTool::new("red stack", SetupEffect::Stack('r', 1, 4)),
    ],
    position_fields: &notation::FIELDS,
    #[cfg(feature = "engine-data")]
    engine: engine_data::ENGINE_DATA,
    ..GameInfo::new("stacks", "Stacks")
};
