//! Settings and reports of a solver.

use std::time::Duration;

use cairn_rules::{Position, WdlBounds};

/// Settings of a solver. They change how long a proof takes, not its result.
#[derive(Clone, Debug)]
pub struct SolverSettings {
    /// Threads, at least 1. Only a single thread is deterministic.
    pub threads: usize,
    /// Size of the proof table in MiB.
    pub hash_mib: usize,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 64 }
    }
}

/// The progress of a solver.
#[derive(Clone, Debug)]
pub struct SolverReport {
    /// The proven bounds on the value of the position; of several moves, of the best one.
    pub bounds: WdlBounds,
    /// A rough estimate of the progress on the current question, in permille; where positions can
    /// repeat, of the current depth.
    pub progress: u32,
    /// Where positions can repeat: the current depth.
    pub depth: Option<u32>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
    /// The use of the proof table, in permille.
    pub hashfull: u32,
    /// The number of times that two proofs about one position contradicted each other. Only a key collision or an
    /// unsound bound can cause that; unless this is 0, nothing here counts as proven.
    pub contradictions: u64,
}

/// The proven bounds of a position.
#[derive(Clone, Debug)]
pub struct Solved<P: Position> {
    /// Bounds on the value for the player to move.
    pub bounds: WdlBounds,
    /// A move that is proven to be worth at least the lower bound. `None` if the game is over, or while the lower bound
    /// is a loss and the position is not solved.
    pub best: Option<P::Move>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
    /// The use of the proof table, in permille.
    pub hashfull: u32,
    /// The number of times that two proofs about one position contradicted each other. Only a key collision or an
    /// unsound bound can cause that; unless this is 0, nothing here counts as proven.
    pub contradictions: u64,
}

/// The proven bounds of one move.
#[derive(Copy, Clone, Debug)]
pub struct SolvedMove<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// Bounds on its value for the player who makes it.
    pub bounds: WdlBounds,
}

/// The proven bounds of all moves of a position.
#[derive(Clone, Debug)]
pub struct SolvedMoves<P: Position> {
    /// All legal moves, in their order.
    pub moves: Vec<SolvedMove<P>>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
    /// The use of the proof table, in permille.
    pub hashfull: u32,
    /// The number of times that two proofs about one position contradicted each other. Only a key collision or an
    /// unsound bound can cause that; unless this is 0, nothing here counts as proven.
    pub contradictions: u64,
}
