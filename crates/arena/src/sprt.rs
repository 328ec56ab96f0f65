//! A sequential test that stops a match as soon as one of two Elo differences is clearly refuted.
//!
//! It is the generalised probability ratio test on pairs of games (pentanomial): each hypothesis
//! gets the most likely distribution of pair results that has its mean.

use std::str::FromStr;

use thiserror::Error;

use crate::score::expected;

/// Stands in for results that have not come up, so that no likelihood is zero.
const UNSEEN: f64 = 1e-3;
/// Halvings of the interval in which the multiplier lies.
const HALVINGS: usize = 60;

/// Two hypotheses on the Elo difference, and how often each may be wrongly refuted.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// The first bot is no better than this.
    pub elo0: f64,
    /// The first bot is at least as good as this.
    pub elo1: f64,
    /// How often `elo1` may be accepted though `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted though `elo1` is true.
    pub beta: f64,
}

/// What a test has found.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Verdict {
    AcceptElo0,
    AcceptElo1,
    Open,
}

impl Verdict {
    /// The words for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AcceptElo0 => "elo0",
            Self::AcceptElo1 => "elo1",
            Self::Open => "open",
        }
    }
}

/// A test that makes no sense.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error(
    "a test is E0,E1 or E0,E1,ALPHA,BETA, such as 0,10: two Elo differences, the smaller one first, and two shares below 0.5"
)]
pub struct SprtError;

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.map_err(|_| SprtError)?[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(SprtError),
        };
        let share = |value: f64| value > 0.0 && value < 0.5;
        if elo0 < elo1 && elo0 >= -2000.0 && elo1 <= 2000.0 && share(alpha) && share(beta) {
            Ok(Self { elo0, elo1, alpha, beta })
        } else {
            Err(SprtError)
        }
    }
}

impl Sprt {
    /// The logarithms of the likelihood ratio at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of `elo1` to `elo0`, given pairs by twice their points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        let count = pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return 0.0;
        }
        let padded = pairs.map(|pairs| if pairs == 0 { UNSEEN } else { pairs as f64 });
        let total: f64 = padded.iter().sum();
        let shares = padded.map(|pairs| pairs / total);
        let (mean0, mean1) = (expected(self.elo0), expected(self.elo1));
        let (theta0, theta1) = (multiplier(&shares, mean0), multiplier(&shares, mean1));
        let log_ratio = |class: usize| {
            let points = class as f64 / 4.0;
            ((1.0 + theta0 * (points - mean0)) / (1.0 + theta1 * (points - mean1))).ln()
        };
        count * shares.iter().enumerate().map(|(class, share)| share * log_ratio(class)).sum::<f64>()
    }

    /// What pairs say.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Verdict::AcceptElo1,
            llr if llr <= lower => Verdict::AcceptElo0,
            _ => Verdict::Open,
        }
    }
}

/// The most likely distribution with a given mean, if these shares were found, has shares
/// `share / (1 + theta * (points - mean))` for one multiplier theta: this one.
fn multiplier(shares: &[f64; 5], mean: f64) -> f64 {
    let excess = |theta: f64| -> f64 {
        let term = |(class, share): (usize, &f64)| {
            let distance = class as f64 / 4.0 - mean;
            share * distance / (1.0 + theta * distance)
        };
        shares.iter().enumerate().map(term).sum()
    };
    // Beyond these ends a share would be negative; between them the excess falls.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        "0,100".parse().unwrap()
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = test().bounds();
        // ln(0.05 / 0.95) and ln(0.95 / 0.05).
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        let (lower, upper) = "0,5,0.1,0.2".parse::<Sprt>().unwrap().bounds();
        // ln(0.2 / 0.9) and ln(0.8 / 0.1).
        assert!((lower + 1.504_077).abs() < 1e-6 && (upper - 2.079_442).abs() < 1e-6);
    }

    #[test]
    fn pairs_won_or_lost_twice_are_tosses_of_a_coin() {
        // Then the most likely distributions are coins too, with the means 0.5 and 0.640065:
        // 30 * ln(0.640065 / 0.5) + 20 * ln(0.359935 / 0.5) = 7.4081 - 6.5734 = 0.8347.
        let llr = test().llr(&[20, 0, 0, 0, 30]);
        assert!((llr - 0.8347).abs() < 0.02, "{llr}");
        assert_eq!(test().verdict(&[20, 0, 0, 0, 30]), Verdict::Open);
    }

    #[test]
    fn draws_alone_speak_for_equality_and_wins_for_strength() {
        assert_eq!(test().verdict(&[0, 0, 0, 0, 0]), Verdict::Open);
        assert_eq!(test().verdict(&[0, 0, 100, 0, 0]), Verdict::AcceptElo0);
        assert_eq!(test().verdict(&[0, 0, 0, 0, 100]), Verdict::AcceptElo1);
        assert_eq!(test().verdict(&[100, 0, 0, 0, 0]), Verdict::AcceptElo0);
        // One pair says next to nothing: ln(0.640065 / 0.5) = 0.247.
        assert!((test().llr(&[0, 0, 0, 0, 1]) - 0.247).abs() < 0.01);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "1",
            "5,0",
            "0,0",
            "a,b",
            "0,5,0.05",
            "0,5,0,0.1",
            "0,5,0.6,0.1",
            "nan,5",
            "0,inf",
            "1,2,3,4,5",
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError), "{text}");
        }
        assert_eq!(" -5, 5 ".parse::<Sprt>().map(|test| (test.elo0, test.elo1)), Ok((-5.0, 5.0)));
    }
}
