//! A match between two sets of weights: plays every opening twice, with sides swapped.

use std::fmt;

use cairn_rules::LinearEval;
use cairn_search::OutOfMemory;

use crate::self_play::{SelfPlay, opening};

/// The result of a match for the new weights.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct MatchResult {
    /// Games played.
    pub(crate) games: u64,
    /// The mean score of a game, from 0 to 1.
    pub(crate) mean: f64,
    /// Half the width of the 95 % confidence interval.
    pub(crate) margin: f64,
}

impl MatchResult {
    /// Computes the result of pairs of games, each with 0 to 2 points.
    fn of(pairs: &[f64]) -> Self {
        let count = pairs.len().max(1) as f64;
        let mean = pairs.iter().sum::<f64>() / count / 2.0;
        let variance =
            pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Self { games: 2 * pairs.len() as u64, mean, margin: 1.96 * (variance / count).sqrt() }
    }

    /// Returns whether the new weights are significantly better.
    pub(crate) fn is_better(self) -> bool {
        self.mean - self.margin > 0.5
    }

    /// Returns the Elo difference.
    fn elo(self) -> f64 {
        let mean = self.mean.clamp(0.001, 0.999);
        400.0 * (mean / (1.0 - mean)).log10()
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, mean, margin } = self;
        write!(f, "{:.1} % +- {:.1} of {games} games, {:+.0} Elo", 100.0 * mean, 100.0 * margin, self.elo())
    }
}

/// Plays a match at equal nodes; the same seed gives the same match.
pub(crate) fn play_match<P: LinearEval>(
    start: P,
    [new, old]: [&'static [i32]; 2],
    games: u64,
    nodes: u64,
    seed: u64,
) -> Result<MatchResult, OutOfMemory> {
    let mut players = SelfPlay::<P>::new([new, old], nodes)?;
    let pairs: Vec<f64> = (0..games.div_ceil(2))
        .map(|number| {
            // Uses other openings than the training games.
            let from = opening(start, !(seed << 32 | number));
            let with_first = players.play(from, |_| ());
            players.swap_seats();
            let with_second = 1.0 - players.play(from, |_| ());
            players.swap_seats();
            with_first + with_second
        })
        .collect();
    Ok(MatchResult::of(&pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_margins() {
        let even = MatchResult::of(&[1.0; 100]);
        assert!((even.mean - 0.5).abs() < 1e-9 && even.margin < 1e-9 && !even.is_better());
        assert_eq!(even.to_string(), "50.0 % +- 0.0 of 200 games, +0 Elo");
        let better: Vec<f64> = (0..100).map(|pair| if pair % 4 == 0 { 1.0 } else { 2.0 }).collect();
        assert!(MatchResult::of(&better).is_better());
        assert!(!MatchResult::of(&[2.0, 0.0, 2.0]).is_better());
        assert_eq!(MatchResult::of(&[]).games, 0);
    }
}
