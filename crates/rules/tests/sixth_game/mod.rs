//! Tump: stacks climb onto their neighbours until one is high enough. A small game for tests, with mixed stacks.

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
mod stack;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod weights;

pub use options::TumpOptions;
pub use position::{TumpMove, TumpPosition};
pub use square::TumpSquare;
pub use stack::TumpStack;

use crate::game::made_by;
use crate::{Game, GameInfo, OptionSet, Preset, Reason};

const MAX_SIZE: u8 = 6;
/// A stack as high as the option `goal` (rule 8).
const HIGH_ENOUGH: Reason = Reason::Special("high enough");

/// Its English texts. A real game adds them to `cairn-texts`.
pub const ENGLISH_TEXTS: &str = include_str!("texts/en.txt");
/// Its Portuguese texts.
pub const PORTUGUESE_TEXTS: &str = include_str!("texts/pt.txt");

/// The game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Tump;

impl Game for Tump {
    made_by!(TumpOptions, TumpPosition, TumpPosition::start, notation::read_position);

    const INFO: &'static GameInfo = &INFO;
}

static INFO: GameInfo = GameInfo {
    designer: "nobody in particular",
    summary: "Climb onto the stacks next to yours; the majority in the first stack that is high enough wins.",
    forms: "a move is a square to place on (c3) or a climb (c3-c4)",
    rules: include_str!("RULES.md"),
    rules_translated: &[("pt", include_str!("RULES.pt.md"))],
    greedy: "the move after which its tallest stack is tallest; ties at random",
    options: TumpOptions::SPECS,
    presets: &[Preset { name: "classic", settings: &[("size", "3")] }],
    draws: false,
    reasons: &[HIGH_ENOUGH],
    #[cfg(feature = "engine-data")]
    engine: engine_data::ENGINE_DATA,
    ..GameInfo::new("tump", "Tump")
};
