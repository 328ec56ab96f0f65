//! STAQS: stacks grow by stepping onto neutral discs until nobody can step any more.

mod bits;
mod bots;
mod bounds;
mod eval;
mod ladder;
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

pub use options::{Options, Placement, Steps};
pub use position::{Move, Position};
pub use square::Square;

use crate::{Game, GameInfo, OptionSet, Paint, PositionError, Preset, PuzzleGoal, PuzzleInfo, SeatInfo};

const MIN_SIZE: u8 = 3;
const MAX_SIZE: u8 = 10;
/// Discs that each player has to place.
const DISCS: u8 = 4;

/// The game.
#[derive(Copy, Clone, Debug)]
pub struct Staqs;

impl Game for Staqs {
    type Options = Options;
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "staqs",
        name: "STAQS",
        designer: "Rey Alicea, 2024",
        summary: "Step onto neutral discs to grow; when nobody can step, the tallest stack wins.",
        rules: include_str!("RULES.md"),
        rules_translated: &[("pt", include_str!("RULES.pt.md"))],
        seats: &[
            SeatInfo { name: "Blue", letter: 'b', paint: Paint::Blue },
            SeatInfo { name: "White", letter: 'w', paint: Paint::White },
            SeatInfo { name: "Red", letter: 'r', paint: Paint::Red },
            SeatInfo { name: "Green", letter: 'g', paint: Paint::Green },
        ],
        options: Options::SPECS,
        presets: &[Preset { name: "seed", settings: &[("placement", "free")] }],
        draws: true,
        contempt: 0,
        ladder: ladder::LADDER,
        puzzles: &[
            PuzzleInfo {
                id: "staqs-1",
                title: "Block the opponent's stack",
                task: "Blue to move. Only one move wins, and all others lose: find it.",
                spec: "staqs:placement=free",
                position: "4,n/5/w7,2,b3,1/n,b6,n,w2,n/n,1,b2,n,b2 b 0/2",
                goal: PuzzleGoal::Win,
                difficulty: 3,
            },
            PuzzleInfo {
                id: "staqs-2",
                title: "Block all of the opponent's moves",
                task: "Blue to move. In two turns, leave White unable to place or step.",
                spec: "staqs:placement=free",
                position: "w5,b2,n,n,n/b2,n,n,n,n/n,n,n,n,1/n,1,b4,n,1/w2,1,w2,n,w4 b 1/0",
                goal: PuzzleGoal::Block { turns: 2 },
                difficulty: 3,
            },
            PuzzleInfo {
                id: "staqs-3",
                title: "A tricky endgame",
                task: "Blue to move. Blue cannot win against best play: save the draw.",
                spec: "staqs:placement=free",
                position: "3,w5,n/3,n,n/w2,b5,n,w4,1/2,b4,n,1/2,n,n,1 b 2/1",
                goal: PuzzleGoal::Draw,
                difficulty: 3,
            },
        ],
        made_puzzles: include_str!("puzzles.txt"),
        openings: include_str!("openings.txt"),
    };

    fn start(options: &Options) -> Position {
        Position::start(*options)
    }

    fn read_position(options: &Options, text: &str) -> Result<Position, PositionError> {
        notation::read_position(*options, text)
    }

    fn seats(options: &Options) -> u8 {
        options.players
    }
}
