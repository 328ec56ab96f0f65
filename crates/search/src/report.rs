//! What a search tells.

use std::time::Duration;

use cairn_rules::Position;

use crate::Score;

/// What a search has found so far, or in the end.
#[derive(Clone, Debug)]
pub struct Report<P: Position> {
    /// The depth that was searched completely; for Monte Carlo the length of the first line.
    pub depth: u32,
    /// The longest line that was looked at.
    pub seldepth: u32,
    /// Positions looked at by all threads; for Monte Carlo games played out.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Thousandths of the memory in use.
    pub hashfull: u32,
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<Line<P>>,
}

impl<P: Position> Report<P> {
    /// What there is to tell of a game that is over.
    pub(crate) const fn nothing() -> Self {
        Self { depth: 0, seldepth: 0, nodes: 0, time: Duration::ZERO, hashfull: 0, lines: Vec::new() }
    }

    /// The best move, unless the game is over.
    pub fn best(&self) -> Option<P::Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// What the position is worth to the player to move, unless the game is over.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Positions in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// A line of play.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Line<P: Position> {
    /// What it is worth to the player to move.
    pub score: Score,
    /// Its moves, at least one.
    pub moves: Vec<P::Move>,
}
