//! Stac: pawns walk and carry discs; a third disc on a pair claims a tower, and four towers win.

mod bots;
mod eval;
mod ladder;
mod notation;
mod options;
mod position;
mod square;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod weights;

pub use options::{Options, Towers};
pub use position::{Move, Position};
pub use square::Square;

use crate::{Game, GameInfo, OptionSet, Paint, PositionError, Preset, SeatInfo};

/// Columns and rows of the board.
const SIZE: u8 = 5;
/// Squares of the board, and as many discs (rule 1).
const SQUARES: usize = (SIZE * SIZE) as usize;
/// Claim discs of each player, and the towers that win (rules 5, 15).
const CLAIMS: u32 = 4;
/// About a third of a tower: two pawns can walk about for ever, and who looks further ahead should not
/// be content with that.
const CONTEMPT: u16 = 500;

/// The game.
#[derive(Copy, Clone, Debug)]
pub struct Stac;

impl Game for Stac {
    type Options = Options;
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "stac",
        name: "Stac",
        designer: "Daniel Isom, 2014",
        summary: "Carry discs onto pairs to claim towers; the first to own four towers wins.",
        rules: include_str!("RULES.md"),
        rules_translated: &[("pt", include_str!("RULES.pt.md"))],
        seats: &[
            SeatInfo { name: "White", letter: 'w', paint: Paint::White },
            SeatInfo { name: "Black", letter: 'b', paint: Paint::Black },
        ],
        options: Options::SPECS,
        presets: &[Preset { name: "seed", settings: &[("towers", "stop")] }],
        draws: true,
        contempt: CONTEMPT,
        ladder: ladder::LADDER,
        puzzles: &[],
        made_puzzles: include_str!("puzzles.txt"),
        openings: "",
    };

    fn start(options: &Options) -> Position {
        Position::start(*options)
    }

    fn read_position(options: &Options, text: &str) -> Result<Position, PositionError> {
        notation::read_position(*options, text)
    }
}
