//! Reports of a search.

use std::cmp::Reverse;
use std::time::Duration;

use cairn_rules::{Position, Solvable, Wdl};

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
    /// The use of the transposition table (or the Monte Carlo tree), in permille.
    pub hashfull: u32,
    /// Multi-PV: the best variations, best first; none if the game is over. Alpha-beta orders them
    /// by score, Monte Carlo tree search by playouts.
    pub variations: Vec<Variation<P>>,
    /// Whether the search ended by itself, because further search would change nothing.
    pub is_conclusive: bool,
}

impl<P: Position> Report<P> {
    /// Creates the report on a finished game.
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

    /// Returns the best move, unless the game is over.
    pub fn best_move(&self) -> Option<P::Move> {
        self.variations.first().and_then(|pv| pv.moves.first()).copied()
    }

    /// Returns the score for the player to move, unless the game is over.
    pub fn score(&self) -> Option<Score> {
        self.variations.first().map(|pv| pv.score)
    }

    /// Returns the search speed.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

impl<P: Solvable> Report<P> {
    /// Corrects the scores by exact values from elsewhere: `value_of` some moves, and the value of the position with a
    /// line that preserves it. Afterwards the first variation has that value, and none exceeds it.
    pub fn correct(
        &mut self,
        position: &P,
        proof: Option<(Wdl, &[P::Move])>,
        value_of: impl Fn(P::Move) -> Option<Wdl>,
    ) {
        let plies_left = position.plies_left();
        let value = proof.map(|(value, _)| value);
        for line in self.variations.iter_mut().filter(|line| !line.score.is_proven()) {
            let known = line.moves.first().and_then(|&mv| value_of(mv));
            // All moves of a lost position lose.
            let known = known.or(value.filter(|&value| value == Wdl::Loss));
            line.score = match known {
                Some(known) => Score::proven(known, plies_left),
                None if value == Some(Wdl::Draw) => line.score.min(Score::Centipawns(0)),
                None => line.score,
            };
        }
        self.variations.sort_by_key(|line| Reverse(line.score));
        let Some((value, moves)) = proof.filter(|(_, moves)| !moves.is_empty()) else { return };
        if self.score().and_then(Score::wdl) != Some(value) {
            let count = self.variations.len();
            self.variations.retain(|line| line.moves.first() != moves.first());
            let score = Score::proven(value, plies_left);
            self.variations.insert(0, Variation { score, moves: moves.to_vec() });
            self.variations.truncate(count);
        }
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
