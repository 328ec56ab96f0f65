//! What the games of a match say about two bots: score and Elo difference with their error bars.
//!
//! The two games of a pair share their opening and are not independent, so pairs are what is
//! counted: the error is that of the mean of pairs (the pentanomial model), and a game without its
//! partner is a pair of one. The interval is Wilson's, with as many games as would have given this
//! error by tossing coins: unlike a plain plus or minus it stays between 0 and 1 and says something
//! sensible about a bot that has won every game.

use crate::game::Score;

/// The 97.5 % point of the normal distribution: two-sided 95 %.
const Z: f64 = 1.959_963_985;
/// Fewer pairs say too little about the variance to make the error smaller than that of games.
const FEW: u64 = 8;

/// Wins, draws and losses of the bot that is named first.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games that it won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Complete pairs by twice their points, 0 to 4.
    pub pairs: [u64; 5],
    /// Games without their partner by twice their points, 0 to 2.
    pub singles: [u64; 3],
}

impl Tally {
    /// Counts a game, and what its partner brought if that has ended before.
    pub fn add(&mut self, score: Score, partner: Option<Score>) {
        match score {
            Score::Win => self.wins += 1,
            Score::Draw => self.draws += 1,
            Score::Loss => self.losses += 1,
        }
        match partner {
            Some(partner) => {
                self.singles[partner.halves()] -= 1;
                self.pairs[partner.halves() + score.halves()] += 1;
            }
            None => self.singles[score.halves()] += 1,
        }
    }

    /// How many games there are.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same seen from the other bot.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let (mut pairs, mut singles) = (self.pairs, self.singles);
        pairs.reverse();
        singles.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs, singles }
    }

    /// Both tallies together.
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

    /// Points: a win is one, a draw half of one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of points with its error bar; without games, nothing is known.
    pub fn score(&self) -> Estimate {
        let games = self.games() as f64;
        if games == 0.0 {
            return Estimate { mean: 0.5, low: 0.0, high: 1.0 };
        }
        let mean = self.points() / games;
        let coins = self.coins(mean);
        let scale = 1.0 + Z * Z / coins;
        let centre = (mean + Z * Z / (2.0 * coins)) / scale;
        let reach = Z / scale * (mean * (1.0 - mean) / coins + Z * Z / (4.0 * coins * coins)).sqrt();
        Estimate { mean, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) }
    }

    /// The Elo difference with its error bar; infinite where every game was won or lost.
    pub fn elo(&self) -> Estimate {
        let Estimate { mean, low, high } = self.score();
        Estimate { mean: elo(mean), low: elo(low), high: elo(high) }
    }

    /// How many tosses of a coin with this mean would have the same error.
    fn coins(&self, mean: f64) -> f64 {
        let games = self.games() as f64;
        let squares = |classes: &[u64], size: f64| -> f64 {
            let deviation = |class: usize| class as f64 / 2.0 - size * mean;
            classes.iter().enumerate().map(|(class, count)| *count as f64 * deviation(class).powi(2)).sum()
        };
        let clusters = self.pairs.iter().chain(&self.singles).sum::<u64>();
        if clusters < 2 {
            return games;
        }
        let correction = clusters as f64 / (clusters - 1) as f64;
        let variance =
            (squares(&self.pairs, 2.0) + squares(&self.singles, 1.0)) * correction / (games * games);
        let coin = mean * (1.0 - mean);
        if variance <= f64::EPSILON || coin <= f64::EPSILON {
            return games;
        }
        let coins = coin / variance;
        if clusters < FEW { coins.min(games) } else { coins }
    }
}

/// A value with its error bar of 95 %.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// What was measured.
    pub mean: f64,
    /// The lower end of the error bar.
    pub low: f64,
    /// The upper end of the error bar.
    pub high: f64,
}

/// The Elo difference at which a share of the points is expected.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points that is expected at an Elo difference.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::Score::{Draw, Loss, Win};
    use super::*;

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 5e-4
    }

    fn tally(pairs: [u64; 5]) -> Tally {
        let kinds = [[Loss, Loss], [Loss, Draw], [Draw, Draw], [Win, Draw], [Win, Win]];
        let mut tally = Tally::default();
        for (kind, count) in kinds.iter().zip(pairs) {
            for _ in 0..count {
                tally.add(kind[0], None);
                tally.add(kind[1], Some(kind[0]));
            }
        }
        tally
    }

    #[test]
    fn elo_of_known_scores() {
        assert!(close(elo(0.5), 0.0));
        assert!(close(elo(0.75), 190.8485));
        assert!(close(elo(0.25), -190.8485));
        assert!(close(expected(400.0), 10.0 / 11.0));
        assert!(close(elo(expected(37.0)), 37.0));
        assert!(elo(1.0).is_infinite() && elo(0.0).is_infinite());
    }

    #[test]
    fn games_are_counted_alone_and_in_pairs() {
        let mut tally = Tally::default();
        tally.add(Win, None);
        tally.add(Draw, None);
        tally.add(Loss, Some(Win));
        tally.add(Win, None);
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.games()), (2, 1, 1, 4));
        assert_eq!((tally.pairs, tally.singles), ([0, 0, 1, 0, 0], [0, 1, 1]));
        assert!(close(tally.points(), 2.5));
        let reversed = tally.reversed();
        assert_eq!((reversed.wins, reversed.losses, reversed.singles), (1, 2, [1, 1, 0]));
        assert_eq!(tally.plus(&reversed).games(), 8);
    }

    #[test]
    fn the_error_is_that_of_pairs() {
        // 10 pairs lost twice, 20 shared, 30 won twice: mean 2/3. Deviations of the pairs' points
        // are -4/3, -1/3 and 2/3, so the sum of squares is 10*16/9 + 20/9 + 30*4/9 = 300/9, the
        // variance of the mean 300/9 * 60/59 / 120^2 = 0.002354, and coins = (2/9) / 0.002354 = 94.4.
        // Wilson with n = 94.4: centre (2/3 + 1.9208/94.4) / (1 + 3.8415/94.4) = 0.66015, reach
        // 1.96 / 1.04069 * sqrt(0.0023540 + 3.8415/(4*94.4^2)) = 0.09339.
        let score = tally([10, 0, 20, 0, 30]).score();
        assert!(close(score.mean, 2.0 / 3.0));
        assert!(close(score.low, 0.5668) && close(score.high, 0.7535), "{score:?}");
    }

    #[test]
    fn pairs_that_cancel_make_the_error_smaller() {
        let alike = tally([0, 0, 49, 0, 1]).score();
        let apart = tally([24, 0, 1, 0, 25]).score();
        assert!(alike.high - alike.low < (apart.high - apart.low) / 2.0);
    }

    #[test]
    fn clean_sweeps_have_an_error_too() {
        // Wilson's lower end for 100 of 100 is 100 / (100 + 1.96^2) = 0.9630.
        let sweep = tally([0, 0, 0, 0, 50]);
        let score = sweep.score();
        assert!(close(score.low, 0.9630) && close(score.high, 1.0), "{score:?}");
        let elo = sweep.elo();
        assert!(elo.mean.is_infinite());
        assert!((elo.low - 566.2).abs() < 0.5, "{elo:?}");
        let nothing = Tally::default().score();
        assert!(close(nothing.low, 0.0) && close(nothing.high, 1.0));
    }
}
