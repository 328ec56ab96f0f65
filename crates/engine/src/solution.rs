//! The results of the solver, without a game's types.

use std::time::Duration;

use cairn_rules::{Outcome, Player, Position, Wdl, WdlBounds};
use cairn_search::Limits;
use cairn_session::Session;

use crate::engine::{Engine, EngineError};

/// Node limit of the search for a line, on top of the nodes that the value took.
const MAX_LINE_NODES: u64 = 5_000_000;

/// The values to prove.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SolveGoal {
    /// The value of the position.
    Value,
    /// The value of each of its moves.
    Moves,
}

/// The proofs of a solver about a position within its limits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// Bounds on the value for the player to move.
    pub bounds: WdlBounds,
    /// A move that attains the lower bound; `None` if too little is known or the game is over.
    pub best: Option<String>,
    /// Every legal move, sorted as text, for [`SolveGoal::Moves`].
    pub moves: Vec<SolvedMove>,
    /// Nodes visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// The use of the proof table, in thousandths.
    pub hashfull: u32,
    /// The number of contradictions between proofs, caused only by a key collision or an unsound bound. If
    /// there are any, nothing counts as proven.
    pub contradictions: u64,
    /// Whether the value comes from a book.
    pub from_book: bool,
    /// Exact values that do not depend on the history, to be stored in a book.
    pub positions: Vec<SolvedPosition>,
}

/// The proofs of a solver about a move.
#[derive(Clone, Eq, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolvedMove {
    /// The move in notation.
    pub mv: String,
    /// Bounds on its value for the player who makes it.
    pub bounds: WdlBounds,
}

/// A line of best play by both sides.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
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

/// Returns the value of a finished game for a player.
pub(crate) fn value_for(outcome: Outcome, player: Player) -> Wdl {
    match outcome.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == player => Wdl::Win,
        Some(_) => Wdl::Loss,
    }
}

/// Returns a line of best play that starts with the best move of a solution; empty if the value is not known. `limits`
/// are those of the solution, and the line gets some more nodes.
pub fn solved_line(
    engine: &mut dyn Engine,
    session: &dyn Session,
    solution: &Solution,
    limits: &Limits,
) -> Result<SolutionLine, EngineError> {
    if solution.bounds.value().is_none() {
        return Ok(SolutionLine::default());
    }
    let remaining = |time: Duration| time.saturating_sub(solution.time);
    let limits = Limits {
        nodes: Some(solution.nodes + MAX_LINE_NODES),
        time: limits.time.map(remaining),
        ..limits.clone()
    };
    let mut after = session.fork();
    // The values of all moves may give another best move than the value alone.
    let Some(best) = solution.best.as_deref().filter(|best| after.play(best).is_ok()) else {
        return engine.solution_line(session, &limits);
    };
    let mut line = engine.solution_line(&*after, &limits)?;
    line.moves.insert(0, best.to_owned());
    Ok(line)
}
