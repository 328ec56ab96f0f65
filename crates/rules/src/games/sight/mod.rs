//! Sight: new pieces make the friends they see grow, the tallest stacks must move, and a player who cannot act loses.

mod actions;
mod bots;
mod bounds;
#[cfg(feature = "engine-data")]
mod engine_data;
mod eval;
mod guide;
mod notation;
mod options;
mod point;
mod position;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod weights;

pub use options::{SightOptions, Tallest};
pub use point::SightPoint;
pub use position::{SightMove, SightPosition};

use crate::game::made_by;
use crate::{Game, GameInfo, OptionSet, Preset, SetupEffect, SetupTool};

const MIN_SIZE: u8 = 3;
const MAX_SIZE: u8 = 9;

/// The game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Sight;

impl Game for Sight {
    made_by!(SightOptions, SightPosition, SightPosition::start, notation::read_position);

    const INFO: &'static GameInfo = &INFO;
}

static INFO: GameInfo = GameInfo {
    designer: "Kanare Kato",
    summary: "A new piece makes the friends it sees grow; your tallest stack must move, and if you cannot move, you lose.",
    forms: "a move is a point to place on (c3) or a step of a stack's top (c3-c4)",
    rules: include_str!("RULES.md"),
    rules_translated: &[("pt", include_str!("RULES.pt.md"))],
    greedy: "wins at once if it can; else it wants many points, few pieces on them and many moves, compared with the opponent",
    options: SightOptions::SPECS,
    presets: &[Preset { name: "classic", settings: &[] }],
    draws: false,
    setup: &[
        SetupTool::new("white stack", SetupEffect::Stack('w', 1, 150)),
        SetupTool::new("black stack", SetupEffect::Stack('b', 1, 150)),
    ],
    position_fields: &notation::FIELDS,
    #[cfg(feature = "engine-data")]
    engine: engine_data::ENGINE_DATA,
    ..GameInfo::new("sight", "Sight")
};
