//! What a solver has found out, without a game's types.

use std::time::Duration;

use cairn_rules::{Outcome, Player, Position, Wdl, WdlBounds};

/// What is to be solved.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SolveGoal {
    /// The value of the position.
    Value,
    /// The value of each of its moves.
    Moves,
}

/// What was proven about a position before a limit was reached.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Bounds on the value for the player to move.
    pub bounds: WdlBounds,
    /// A move that is worth at least the lower bound; none while too little is known, or when the game
    /// is over.
    pub best: Option<String>,
    /// Every legal move, sorted as text, for [`SolveGoal::Moves`].
    pub moves: Vec<SolvedMove>,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the proof table is, in thousandths.
    pub hashfull: u32,
    /// How often two proofs contradicted each other, which only a key collision or an unsound bound can
    /// cause. Nothing counts as proven then.
    pub contradictions: u64,
    /// Whether a book gave the answer.
    pub from_book: bool,
    /// The exact values that came out and hold in every game that reaches these positions, for a book.
    pub positions: Vec<SolvedPosition>,
}

/// What was proven about a move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SolvedMove {
    /// The move in notation.
    pub mv: String,
    /// Bounds on its value for the player who makes it.
    pub bounds: WdlBounds,
}

/// Best play by both sides.
#[derive(Clone, Debug, Default)]
pub struct SolutionLine {
    /// The moves in notation.
    pub moves: Vec<String>,
    /// The values of the positions before each of them.
    pub positions: Vec<SolvedPosition>,
}

/// The exact value of a position.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct SolvedPosition {
    /// The position string.
    pub position: String,
    /// Its value for the player to move.
    pub value: Wdl,
}

impl SolvedPosition {
    pub(crate) fn new(position: &impl Position, bounds: WdlBounds) -> Option<Self> {
        Some(Self { position: position.to_string(), value: bounds.value()? })
    }
}

/// The value of a finished game for a player.
pub(crate) fn value_for(outcome: Outcome, player: Player) -> Wdl {
    match outcome.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == player => Wdl::Win,
        Some(_) => Wdl::Loss,
    }
}
