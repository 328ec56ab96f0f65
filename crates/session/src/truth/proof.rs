//! What was proven, without a game's types.

use std::time::Duration;

use cairn_rules::Position;
use cairn_search::solver::{Wdl, WdlBounds};

/// What is to be proven.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Question {
    /// What the position is worth.
    Value,
    /// What each of its moves is worth.
    Moves,
}

/// What was proven of a position before a limit was reached.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The value for the player to move lies between these.
    pub bounds: WdlBounds,
    /// A move that is worth at least the lower bound; none while too little is known, or when the
    /// game is over.
    pub best: Option<String>,
    /// Every legal move, sorted as text, if that was asked.
    pub moves: Vec<ProvenMove>,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the memory is, in thousandths.
    pub permille: u32,
    /// Whether a book gave the answer.
    pub from_book: bool,
    /// The value of the position, and those after its moves, as far as they are known and hold
    /// whatever came before.
    pub findings: Vec<Finding>,
}

/// What was proven of a move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ProvenMove {
    /// The move in notation.
    pub mv: String,
    /// Its value for the player who makes it lies between these.
    pub bounds: WdlBounds,
}

/// Moves of both sides that hold a value, and the values of the positions on the way.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The moves in notation.
    pub moves: Vec<String>,
    /// The positions before each of them.
    pub findings: Vec<Finding>,
}

/// The proven value of a position.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct Finding {
    /// The position string.
    pub position: String,
    /// What it is worth to the player to move, whatever came before.
    pub value: Wdl,
}

impl Finding {
    pub(super) fn of(position: &impl Position, bounds: WdlBounds) -> Option<Self> {
        Some(Self { position: position.to_string(), value: bounds.value()? })
    }
}
