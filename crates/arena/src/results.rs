//! Wins, draws and losses, and the score and Elo difference that follow from them, with error bars.
//!
//! The two games of a pair share an opening and are not independent, so the sampling unit is the pair
//! (the pentanomial model); a game without its partner is a separate unit. The interval is Wilson's,
//! with the effective sample size: the number of coin tosses that would have the same standard error.
//! Unlike a symmetric interval it stays between 0 and 1, and it is meaningful for a bot that has won every game.

use crate::game::GameResult;

/// The 97.5 % point of the normal distribution: two-sided 95 %.
const Z: f64 = 1.959_963_985;
/// With fewer units, the variance is too uncertain to reduce the error below that of single games.
const MIN_UNITS: u64 = 8;

/// Wins, draws and losses of the first bot, by games and by pairs.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by half points, 0 to 4: the pentanomial counts.
    pub pairs: [u64; 5],
    /// Games without their partner by half points, 0 to 2.
    pub singles: [u64; 3],
}

impl Results {
    /// Adds a game; `partner` is the result of the other game of its pair, if it was added before.
    pub fn add(&mut self, result: GameResult, partner: Option<GameResult>) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
        match partner {
            Some(partner) => {
                self.singles[partner.half_points()] -= 1;
                self.pairs[partner.half_points() + result.half_points()] += 1;
            }
            None => self.singles[result.half_points()] += 1,
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the results from the other bot's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let (mut pairs, mut singles) = (self.pairs, self.singles);
        pairs.reverse();
        singles.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs, singles }
    }

    /// Returns the sum of both.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: std::array::from_fn(|class| self.pairs[class] + other.pairs[class]),
            singles: std::array::from_fn(|class| self.singles[class] + other.singles[class]),
        }
    }

    /// Returns the points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the share of points with its error bar; without games, the whole range from 0 to 1.
    pub fn score(&self) -> Estimate {
        let games = self.games() as f64;
        if games == 0.0 {
            return Estimate { mean: 0.5, low: 0.0, high: 1.0 };
        }
        let mean = self.points() / games;
        let tosses = self.effective_tosses(mean);
        let scale = 1.0 + Z * Z / tosses;
        let centre = (mean + Z * Z / (2.0 * tosses)) / scale;
        let margin = Z / scale * (mean * (1.0 - mean) / tosses + Z * Z / (4.0 * tosses * tosses)).sqrt();
        Estimate { mean, low: (centre - margin).max(0.0), high: (centre + margin).min(1.0) }
    }

    /// Returns the Elo difference with its error bar; infinite if every game was won or every game lost.
    pub fn elo(&self) -> Estimate {
        let Estimate { mean, low, high } = self.score();
        Estimate { mean: elo(mean), low: elo(low), high: elo(high) }
    }

    /// Returns the effective sample size: the number of tosses of a coin with this mean that have the same error.
    fn effective_tosses(&self, mean: f64) -> f64 {
        let games = self.games() as f64;
        let squares = |classes: &[u64], size: f64| -> f64 {
            let deviation = |class: usize| class as f64 / 2.0 - size * mean;
            classes.iter().enumerate().map(|(class, count)| *count as f64 * deviation(class).powi(2)).sum()
        };
        let units = self.pairs.iter().chain(&self.singles).sum::<u64>();
        if units < 2 {
            return games;
        }
        let correction = units as f64 / (units - 1) as f64;
        let variance =
            (squares(&self.pairs, 2.0) + squares(&self.singles, 1.0)) * correction / (games * games);
        let coin_variance = mean * (1.0 - mean);
        if variance <= f64::EPSILON || coin_variance <= f64::EPSILON {
            return games;
        }
        let tosses = coin_variance / variance;
        if units < MIN_UNITS { tosses.min(games) } else { tosses }
    }
}

/// A value with its 95 % confidence interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The measured value.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Returns the Elo difference at which this share of points is expected.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the share of points expected at an Elo difference.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::GameResult::{Draw, Loss, Win};
    use super::*;

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 5e-4
    }

    fn results(pairs: [u64; 5]) -> Results {
        let kinds = [[Loss, Loss], [Loss, Draw], [Draw, Draw], [Win, Draw], [Win, Win]];
        let mut results = Results::default();
        for (kind, count) in kinds.iter().zip(pairs) {
            for _ in 0..count {
                results.add(kind[0], None);
                results.add(kind[1], Some(kind[0]));
            }
        }
        results
    }

    #[test]
    fn elo_of_known_scores() {
        assert!(close(elo(0.5), 0.0));
        assert!(close(elo(0.75), 190.8485));
        assert!(close(elo(0.25), -190.8485));
        assert!(close(expected_score(400.0), 10.0 / 11.0));
        assert!(close(elo(expected_score(37.0)), 37.0));
        assert!(elo(1.0).is_infinite() && elo(0.0).is_infinite());
    }

    #[test]
    fn games_are_counted_alone_and_in_pairs() {
        let mut results = Results::default();
        results.add(Win, None);
        results.add(Draw, None);
        results.add(Loss, Some(Win));
        results.add(Win, None);
        assert_eq!((results.wins, results.draws, results.losses, results.games()), (2, 1, 1, 4));
        assert_eq!((results.pairs, results.singles), ([0, 0, 1, 0, 0], [0, 1, 1]));
        assert!(close(results.points(), 2.5));
        let reversed = results.reversed();
        assert_eq!((reversed.wins, reversed.losses, reversed.singles), (1, 2, [1, 1, 0]));
        assert_eq!(results.plus(&reversed).games(), 8);
    }

    #[test]
    fn the_error_is_computed_from_pairs() {
        // 10 pairs lost twice, 20 shared, 30 won twice: mean 2/3. Deviations of the pairs' points
        // are -4/3, -1/3 and 2/3, so the sum of squares is 10*16/9 + 20/9 + 30*4/9 = 300/9, the
        // variance of the mean 300/9 * 60/59 / 120^2 = 0.002354, and tosses = (2/9) / 0.002354 = 94.4.
        // Wilson with n = 94.4: centre (2/3 + 1.9208/94.4) / (1 + 3.8415/94.4) = 0.66015, margin
        // 1.96 / 1.04069 * sqrt(0.0023540 + 3.8415/(4*94.4^2)) = 0.09339.
        let score = results([10, 0, 20, 0, 30]).score();
        assert!(close(score.mean, 2.0 / 3.0));
        assert!(close(score.low, 0.5668) && close(score.high, 0.7535), "{score:?}");
    }

    #[test]
    fn pairs_that_cancel_out_narrow_the_error() {
        let alike = results([0, 0, 49, 0, 1]).score();
        let apart = results([24, 0, 1, 0, 25]).score();
        assert!(alike.high - alike.low < (apart.high - apart.low) / 2.0);
    }

    #[test]
    fn a_clean_sweep_has_an_error_bar_too() {
        // Wilson's lower end for 100 of 100 is 100 / (100 + 1.96^2) = 0.9630.
        let sweep = results([0, 0, 0, 0, 50]);
        let score = sweep.score();
        assert!(close(score.low, 0.9630) && close(score.high, 1.0), "{score:?}");
        let elo = sweep.elo();
        assert!(elo.mean.is_infinite());
        assert!((elo.low - 566.2).abs() < 0.5, "{elo:?}");
        let nothing = Results::default().score();
        assert!(close(nothing.low, 0.0) && close(nothing.high, 1.0));
    }
}
