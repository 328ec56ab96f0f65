//! Stlts: pins let pieces walk, white ones up and down, black ones sideways; capture every enemy piece to win.

mod actions;
mod bots;
#[cfg(feature = "engine-data")]
mod engine_data;
mod eval;
mod guide;
mod notation;
mod options;
mod position;
mod reach;
mod side;
mod square;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod weights;

pub use options::{Setup, StltsOptions, Walks};
pub use position::{StltsMove, StltsPosition};
pub use side::Pin;
pub use square::StltsSquare;

use crate::game::made_by;
use crate::{Game, GameInfo, OptionSet, Preset, SetupEffect, SetupTool};

/// The side of the board.
const SIZE: u8 = 12;
/// The number of pieces of each player at the start.
const PIECES: usize = 12;
/// The highest limit on the pins of one colour in a piece.
const MAX_PINS: u8 = 99;

/// The game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Stlts;

impl Game for Stlts {
    made_by!(StltsOptions, StltsPosition, StltsPosition::start, notation::read_position);

    const INFO: &'static GameInfo = &INFO;
}

static INFO: GameInfo = GameInfo {
    designer: "Wally Sewell, 2005",
    summary: "Give your pieces pins to walk with, and capture every enemy piece.",
    forms: "a move is a pin (c5+w, c5+b), a walk (c5-d7) or a capture (c5xd7)",
    rules: include_str!("RULES.md"),
    rules_translated: &[("pt", include_str!("RULES.pt.md"))],
    easy: "a random piece of its own: if that can move, to a random square; else it gets a pin of random colour",
    greedy: "captures if it can, the piece with the most pins first; else it takes its piece and the enemy piece that are closest to each other, of equally close ones those that need fewest pins, and adds a missing pin",
    options: StltsOptions::SPECS,
    presets: &[Preset {
        name: "classic",
        settings: &[("setup", "seed"), ("walks", "straight"), ("quiet", "0")],
    }],
    setup: &[
        SetupTool::new("white piece", SetupEffect::Piece("w")),
        SetupTool::new("black piece", SetupEffect::Piece("b")),
        SetupTool::new("white pin", SetupEffect::Count { index: 0, of: 2 }),
        SetupTool::new("black pin", SetupEffect::Count { index: 1, of: 2 }),
    ],
    position_fields: &notation::FIELDS,
    #[cfg(feature = "engine-data")]
    engine: engine_data::ENGINE_DATA,
    ..GameInfo::new("stlts", "Stlts")
};
