//! Stac: pawns walk and carry discs; a third disc on a pair claims a tower, and four towers win.

mod actions;
mod bots;
#[cfg(feature = "engine-data")]
mod engine_data;
mod eval;
mod guide;
mod notation;
mod options;
mod position;
mod square;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod weights;

pub use options::{StacOptions, Towers};
pub use position::{StacMove, StacPosition};
pub use square::StacSquare;

use crate::game::made_by;
use crate::{Game, GameInfo, OptionSet, Preset, SetupEffect, SetupTool};

/// Columns and rows of the board.
const SIZE: u8 = 5;
/// Squares of the board, and as many discs (rule 1).
const SQUARES: usize = (SIZE * SIZE) as usize;
/// Claim discs of each player, and the towers that win (rules 5, 15).
const CLAIMS: u32 = 4;

/// The game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Stac;

impl Game for Stac {
    made_by!(StacOptions, StacPosition, StacPosition::start, notation::read_position);

    const INFO: &'static GameInfo = &INFO;
}

static INFO: GameInfo = GameInfo {
    designer: "Daniel Isom, 2014",
    summary: "Carry discs onto pairs to claim towers; the first to own four towers wins.",
    forms: "a move is a walk (a1-a4) or a carrying move (a1=a4)",
    rules: include_str!("RULES.md"),
    rules_translated: &[("pt", include_str!("RULES.pt.md"))],
    greedy: "claims a tower if it can; else it leaves the opponent no tower to claim, keeps as many as it can for itself, and makes pairs that only it can reach",
    options: StacOptions::SPECS,
    presets: &[Preset {
        name: "classic",
        settings: &[("towers", "stop"), ("repetition", "off"), ("quiet", "0")],
    }],
    setup: &[
        SetupTool::new("one disc", SetupEffect::Piece("s")),
        SetupTool::new("two discs", SetupEffect::Piece("d")),
        SetupTool::new("white tower", SetupEffect::Piece("W")),
        SetupTool::new("black tower", SetupEffect::Piece("B")),
        SetupTool::new("white pawn", SetupEffect::Pawn(2)),
        SetupTool::new("black pawn", SetupEffect::Pawn(3)),
    ],
    position_fields: &notation::FIELDS,
    #[cfg(feature = "engine-data")]
    engine: engine_data::ENGINE_DATA,
    ..GameInfo::new("stac", "Stac")
};
