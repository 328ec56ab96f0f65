//! Sequential probability ratio test (SPRT): stops a match as soon as one of two hypotheses about the
//! Elo difference is accepted.
//!
//! It is the generalized SPRT on pairs of games (the pentanomial model): each hypothesis is
//! represented by the maximum-likelihood distribution of pair results with its mean.

use std::str::FromStr;

use cairn_rules::Message;
use thiserror::Error;

use crate::results::expected_score;

/// Replaces a count of zero, so that no likelihood is zero.
const ZERO_COUNT: f64 = 1e-3;
/// Steps of the bisection that finds the multiplier.
const BISECTIONS: usize = 60;

/// Two hypotheses about the Elo difference, and the error rates of the test.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// The null hypothesis: the first bot is at most this much stronger.
    pub elo0: f64,
    /// The alternative: the first bot is at least this much stronger.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
}

/// The state of a test.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Verdict {
    AcceptElo0,
    AcceptElo1,
    Open,
}

impl Verdict {
    /// Returns its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AcceptElo0 => "elo0",
            Self::AcceptElo1 => "elo1",
            Self::Open => "open",
        }
    }
}

/// Text that is not a sequential test.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
pub struct SprtError;

impl SprtError {
    /// Returns the user-facing message.
    pub const fn message(&self) -> Message {
        Message::new(
            "a test is E0,E1 or E0,E1,ALPHA,BETA, such as 0,10: two Elo differences, the smaller one first, and two error rates below 0.5",
        )
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.map_err(|_| SprtError)?[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(SprtError),
        };
        // The bounds are quotients of the rates, and must be finite.
        let is_rate = |value: f64| value.is_normal() && value > 0.0 && value < 0.5;
        if elo0 < elo1 && elo0 >= -2000.0 && elo1 <= 2000.0 && is_rate(alpha) && is_rate(beta) {
            Ok(Self { elo0, elo1, alpha, beta })
        } else {
            Err(SprtError)
        }
    }
}

impl Sprt {
    /// Returns Wald's bounds on the log-likelihood ratio, at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0`, given the pairs by half points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        let count = pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return 0.0;
        }
        let padded = pairs.map(|pairs| if pairs == 0 { ZERO_COUNT } else { pairs as f64 });
        let total: f64 = padded.iter().sum();
        let shares = padded.map(|pairs| pairs / total);
        let (mean0, mean1) = (expected_score(self.elo0), expected_score(self.elo1));
        let (theta0, theta1) = (multiplier(&shares, mean0), multiplier(&shares, mean1));
        let log_ratio = |half_points: usize| {
            let points = half_points as f64 / 4.0;
            ((1.0 + theta0 * (points - mean0)) / (1.0 + theta1 * (points - mean1))).ln()
        };
        count
            * shares
                .iter()
                .enumerate()
                .map(|(half_points, share)| share * log_ratio(half_points))
                .sum::<f64>()
    }

    /// Returns the verdict on the pairs so far.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Verdict::AcceptElo1,
            llr if llr <= lower => Verdict::AcceptElo0,
            _ => Verdict::Open,
        }
    }
}

/// Returns the Lagrange multiplier theta of the maximum-likelihood distribution with a given mean: observed shares
/// become `share / (1 + theta * (points - mean))`.
fn multiplier(shares: &[f64; 5], mean: f64) -> f64 {
    let excess = |theta: f64| -> f64 {
        let term = |(half_points, share): (usize, &f64)| {
            let distance = half_points as f64 / 4.0 - mean;
            share * distance / (1.0 + theta * distance)
        };
        shares.iter().enumerate().map(term).sum()
    };
    // Outside this interval a share would be negative; inside it the excess decreases.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTIONS {
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
    fn pairs_won_or_lost_twice_are_coin_tosses() {
        // The most likely distributions are then coins as well, with the means 0.5 and 0.640065:
        // 30 * ln(0.640065 / 0.5) + 20 * ln(0.359935 / 0.5) = 7.4081 - 6.5734 = 0.8347.
        let llr = test().llr(&[20, 0, 0, 0, 30]);
        assert!((llr - 0.8347).abs() < 0.02, "{llr}");
        assert_eq!(test().verdict(&[20, 0, 0, 0, 30]), Verdict::Open);
    }

    #[test]
    fn draws_support_equality_and_wins_support_strength() {
        assert_eq!(test().verdict(&[0, 0, 0, 0, 0]), Verdict::Open);
        assert_eq!(test().verdict(&[0, 0, 100, 0, 0]), Verdict::AcceptElo0);
        assert_eq!(test().verdict(&[0, 0, 0, 0, 100]), Verdict::AcceptElo1);
        assert_eq!(test().verdict(&[100, 0, 0, 0, 0]), Verdict::AcceptElo0);
        // A single pair is hardly any evidence: ln(0.640065 / 0.5) = 0.247.
        assert!((test().llr(&[0, 0, 0, 0, 1]) - 0.247).abs() < 0.01);
    }

    #[test]
    fn invalid_tests_are_rejected() {
        for text in [
            "",
            "1",
            "5,0",
            "0,0",
            "a,b",
            "0,5,0.05",
            "0,5,0,0.1",
            "0,5,0.6,0.1",
            "0,5,1e-310,0.1",
            "nan,5",
            "0,inf",
            "1,2,3,4,5",
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError), "{text}");
        }
        assert_eq!(" -5, 5 ".parse::<Sprt>().map(|test| (test.elo0, test.elo1)), Ok((-5.0, 5.0)));
    }
}
