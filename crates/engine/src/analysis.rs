//! The result of a search, without a game's types.

use std::time::Duration;

use cairn_rules::Position;
use cairn_search::{Report, Score};

/// The result of a search, so far or final.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Analysis {
    /// The completed depth; for Monte Carlo tree search, the length of the first line.
    pub depth: u32,
    /// The selective depth: the length of the longest line searched.
    pub seldepth: u32,
    /// Nodes visited; for Monte Carlo tree search, playouts.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// The use of the transposition table, in thousandths.
    pub hashfull: u32,
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<Variation>,
    /// Whether the search ended by itself, because further search would change nothing.
    pub is_conclusive: bool,
}

/// A line of play and its score.
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variation {
    /// The score for the player to move.
    pub score: Score,
    /// Its moves in notation, at least one.
    pub moves: Vec<String>,
}

impl Analysis {
    /// Returns the best move, unless the game is over.
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }

    /// Returns the score of the position for the player to move, unless the game is over.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

impl<P: Position> From<&Report<P>> for Analysis {
    fn from(report: &Report<P>) -> Self {
        let lines = report.variations.iter().map(|line| Variation {
            score: line.score,
            moves: line.moves.iter().map(ToString::to_string).collect(),
        });
        Self {
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: report.nodes,
            time: report.time,
            hashfull: report.hashfull,
            lines: lines.collect(),
            is_conclusive: report.is_conclusive,
        }
    }
}
