//! What a solver tells.

use std::time::Duration;

use cairn_rules::{Position, WdlBounds};

/// How far a solver has come.
#[derive(Clone, Debug)]
pub struct SolverReport {
    /// What is proven so far of the position; of several moves, what is proven of the best.
    pub bounds: WdlBounds,
    /// Roughly how much of the work on the question in hand is done, in thousandths; where
    /// positions can come back, of the work up to this depth.
    pub done: u32,
    /// Where positions can come back: the length of lines that are looked at.
    pub depth: Option<u32>,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// How long it has taken.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille: u32,
}

/// What was proven of a position.
#[derive(Clone, Debug)]
pub struct Solved<P: Position> {
    /// The value for the player to move lies between these.
    pub bounds: WdlBounds,
    /// A move that is proven to be worth at least the lower bound. None if the game is over, or
    /// while nothing but a loss is certain and the position is not solved.
    pub best: Option<P::Move>,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille: u32,
}

/// What was proven of one move.
#[derive(Copy, Clone, Debug)]
pub struct SolvedMove<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// Its value for the player who makes it lies between these.
    pub bounds: WdlBounds,
}

/// What was proven of the moves of a position.
#[derive(Clone, Debug)]
pub struct SolvedMoves<P: Position> {
    /// All legal moves, in their order.
    pub moves: Vec<SolvedMove<P>>,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille: u32,
}
