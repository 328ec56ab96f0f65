//! STAQS: stacks grow by stepping onto neutral discs until no stack can step.

mod actions;
mod bits;
mod bots;
mod bounds;
#[cfg(feature = "engine-data")]
mod engine_data;
mod eval;
mod guide;
mod notation;
mod options;
mod position;
mod regions;
mod square;
mod stacks;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod weights;

pub use options::{Placement, StaqsOptions, Steps};
pub use position::{StaqsMove, StaqsPosition};
pub use square::StaqsSquare;

use crate::game::made_by;
use crate::{Game, GameInfo, OptionSet, Preset, SeatColor, SeatInfo, SetupEffect, SetupTool};

const MIN_SIZE: u8 = 3;
const MAX_SIZE: u8 = 10;
/// Discs that each player has to place.
const DISCS: u8 = 4;

/// The game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Staqs;

impl Game for Staqs {
    made_by!(StaqsOptions, StaqsPosition, StaqsPosition::start, notation::read_position);

    const INFO: &'static GameInfo = &INFO;

    fn seats(options: &StaqsOptions) -> u8 {
        options.players
    }
}

static INFO: GameInfo = GameInfo {
    designer: "Rey Alicea, 2024",
    summary: "Step onto neutral discs to grow; when nobody can step, the tallest stack wins.",
    forms: "a move is a square to place on (c3), a step (c3-c4) or pass",
    rules: include_str!("RULES.md"),
    rules_translated: &[("pt", include_str!("RULES.pt.md"))],
    seats: &[
        SeatInfo { name: "Blue", letter: 'b', color: SeatColor::Blue },
        SeatInfo { name: "White", letter: 'w', color: SeatColor::White },
        SeatInfo { name: "Red", letter: 'r', color: SeatColor::Red },
        SeatInfo { name: "Green", letter: 'g', color: SeatColor::Green },
    ],
    greedy: "the move after which its tallest stack is tallest; ties at random",
    options: StaqsOptions::SPECS,
    presets: &[Preset { name: "classic", settings: &[("placement", "free")] }],
    setup: &[
        SetupTool::new("neutral disc", SetupEffect::Piece("n")),
        SetupTool::new("blue stack", SetupEffect::Stack('b', 2, 250)),
        SetupTool::new("white stack", SetupEffect::Stack('w', 2, 250)),
        SetupTool::new("red stack", SetupEffect::Stack('r', 2, 250)),
        SetupTool::new("green stack", SetupEffect::Stack('g', 2, 250)),
    ],
    position_fields: &notation::FIELDS,
    #[cfg(feature = "engine-data")]
    engine: engine_data::ENGINE_DATA,
    ..GameInfo::new("staqs", "STAQS")
};
