//! A match between two sets of weights: every opening twice, with the sides exchanged.

use std::fmt;

use cairn_rules::LinearEval;

use crate::game::{Table, opening};

/// How a match ended for the new weights.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Score {
    /// Games played.
    pub(crate) games: u64,
    /// The mean of the points, from 0 to 1.
    pub(crate) mean: f64,
    /// Half the width of the interval in which the mean lies nineteen times in twenty.
    pub(crate) margin: f64,
}

impl Score {
    /// The score of pairs of games, each with 0 to 2 points.
    fn of(pairs: &[f64]) -> Self {
        let count = pairs.len().max(1) as f64;
        let mean = pairs.iter().sum::<f64>() / count / 2.0;
        let variance =
            pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Self { games: 2 * pairs.len() as u64, mean, margin: 1.96 * (variance / count).sqrt() }
    }

    /// Whether the new weights have shown that they are better.
    pub(crate) fn is_better(self) -> bool {
        self.mean - self.margin > 0.5
    }

    /// The same as a difference in Elo.
    fn elo(self) -> f64 {
        let mean = self.mean.clamp(0.001, 0.999);
        400.0 * (mean / (1.0 - mean)).log10()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, mean, margin } = self;
        write!(f, "{:.1} % +- {:.1} of {games} games, {:+.0} Elo", 100.0 * mean, 100.0 * margin, self.elo())
    }
}

/// Plays a match at equal nodes, the same one for the same seed.
pub(crate) fn contest<P: LinearEval>(
    start: P,
    [new, old]: [&'static [i32]; 2],
    games: u64,
    nodes: u64,
    seed: u64,
) -> Score {
    let mut table = Table::<P>::new([new, old], nodes);
    let pairs: Vec<f64> = (0..games.div_ceil(2))
        .map(|number| {
            // Other openings than those that the weights were learnt from.
            let from = opening(start, !(seed << 32 | number));
            let with_first = table.play(from, |_| ());
            table.swap_seats();
            let with_second = 1.0 - table.play(from, |_| ());
            table.swap_seats();
            with_first + with_second
        })
        .collect();
    Score::of(&pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_margins() {
        let even = Score::of(&[1.0; 100]);
        assert!((even.mean - 0.5).abs() < 1e-9 && even.margin < 1e-9 && !even.is_better());
        assert_eq!(even.to_string(), "50.0 % +- 0.0 of 200 games, +0 Elo");
        let better: Vec<f64> = (0..100).map(|pair| if pair % 4 == 0 { 1.0 } else { 2.0 }).collect();
        assert!(Score::of(&better).is_better());
        assert!(!Score::of(&[2.0, 0.0, 2.0]).is_better());
        assert_eq!(Score::of(&[]).games, 0);
    }
}
