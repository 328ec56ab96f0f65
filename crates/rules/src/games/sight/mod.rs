//! Sight: new pieces make what they see grow, the tallest stacks must move, and a player who cannot act loses.

mod bots;
mod bounds;
#[cfg(feature = "engine-data")]
mod engine_data;
mod eval;
mod notation;
mod options;
mod point;
mod position;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod weights;

pub use options::{Options, Tallest};
pub use point::Point;
pub use position::{Move, Position};

use crate::{Game, GameInfo, OptionSet, Paint, PositionError, Preset, SeatInfo};

const MIN_SIZE: u8 = 3;
const MAX_SIZE: u8 = 9;

/// The game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Sight;

impl Game for Sight {
    type Options = Options;
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "sight",
        name: "Sight",
        designer: "Kanare Kato",
        summary: "A new piece makes the friends it sees grow; your tallest stack must move, and if you cannot move, you lose.",
        rules: include_str!("RULES.md"),
        rules_translated: &[("pt", include_str!("RULES.pt.md"))],
        seats: &[
            SeatInfo { name: "White", letter: 'w', paint: Paint::White },
            SeatInfo { name: "Black", letter: 'b', paint: Paint::Black },
        ],
        options: Options::SPECS,
        presets: &[Preset { name: "seed", settings: &[] }],
        draws: false,
        reasons: &[],
        #[cfg(feature = "engine-data")]
        engine: engine_data::ENGINE_DATA,
    };

    fn start(options: &Options) -> Position {
        Position::start(*options)
    }

    fn read_position(options: &Options, text: &str) -> Result<Position, PositionError> {
        notation::read_position(*options, text)
    }
}
