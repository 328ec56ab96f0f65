//! What a search reports.

use std::time::Duration;

use cairn_rules::Position;

use crate::Score;

/// The result of a search so far, or its final result.
#[derive(Clone, Debug)]
pub struct Report<P: Position> {
    /// The last completed depth; for Monte Carlo tree search the length of the first variation.
    pub depth: u32,
    /// Selective depth: the longest line searched.
    pub seldepth: u32,
    /// Nodes searched by all threads; for Monte Carlo tree search the number of playouts.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
    /// How full the transposition table (or the Monte Carlo tree) is, in permille.
    pub hashfull: u32,
    /// Multi-PV: the best variations, best first; none if the game is over. Alpha-beta orders them
    /// by score, Monte Carlo tree search by playouts.
    pub variations: Vec<Variation<P>>,
    /// Whether the search ended by itself: searching on would change nothing.
    pub is_conclusive: bool,
}

impl<P: Position> Report<P> {
    /// The report on a game that is over.
    pub(crate) const fn game_over() -> Self {
        Self {
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            variations: Vec::new(),
            is_conclusive: true,
        }
    }

    /// The best move, unless the game is over.
    pub fn best_move(&self) -> Option<P::Move> {
        self.variations.first().and_then(|pv| pv.moves.first()).copied()
    }

    /// The score for the player to move, unless the game is over.
    pub fn score(&self) -> Option<Score> {
        self.variations.first().map(|pv| pv.score)
    }

    /// Search speed.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// A principal variation with its score.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Variation<P: Position> {
    /// The score for the player to move.
    pub score: Score,
    /// The moves, at least one.
    pub moves: Vec<P::Move>,
}
