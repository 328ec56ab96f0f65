//! Texel tuning: finds the weights under which the results are most likely, by logistic regression with Newton's
//! method.
//!
//! An evaluation of [`SCALE`] centipawns means odds of e to 1. The old weights act as a Gaussian prior of width
//! [`SPREAD`], so that the weights of very rare features hardly change.

use crate::samples::Samples;

/// The logistic scale in centipawns; the search uses the same one for win probabilities.
const SCALE: f64 = 250.0;
/// The standard deviation of the prior, in centipawns.
const SPREAD: f64 = 100.0;
/// The maximum number of rounds. Newton's method doubles the correct digits with each and needs few.
const ROUNDS: usize = 20;
/// The step size below which rounded weights no longer change.
const SMALL: f64 = 0.01;

/// The error of a fit.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Error {
    /// Mean negative log-likelihood of the results.
    pub(crate) log_loss: f64,
    /// Mean squared error of the predicted scores.
    pub(crate) squared: f64,
}

impl Error {
    /// Computes the error of weights on samples.
    pub(crate) fn of(weights: &[f64], samples: &Samples) -> Self {
        let mut error = Self { log_loss: 0.0, squared: 0.0 };
        for (counts, points) in samples.iter() {
            let predicted = predicted_score(weights, counts);
            error.log_loss += loss(predicted, points);
            error.squared += (predicted - points).powi(2);
        }
        let count = samples.len().max(1) as f64;
        Self { log_loss: error.log_loss / count, squared: error.squared / count }
    }
}

fn predicted_score(weights: &[f64], counts: &[i16]) -> f64 {
    let value: f64 = weights.iter().zip(counts).map(|(weight, &count)| weight * f64::from(count)).sum();
    1.0 / (1.0 + (-value / SCALE).exp())
}

fn loss(predicted: f64, points: f64) -> f64 {
    let sure = predicted.clamp(1e-9, 1.0 - 1e-9);
    -(points * sure.ln() + (1.0 - points) * (1.0 - sure).ln())
}

/// Computes the objective that the fit minimizes.
fn objective(weights: &[f64], old: &[f64], samples: &Samples) -> f64 {
    let distance: f64 = weights.iter().zip(old).map(|(new, old)| ((new - old) / SPREAD).powi(2)).sum();
    Error::of(weights, samples).log_loss * samples.len() as f64 + distance / 2.0
}

/// Returns the weights that fit the samples best, near the old ones.
pub(crate) fn fit(old: &[f64], samples: &Samples) -> Vec<f64> {
    let mut weights = old.to_vec();
    let mut best = objective(&weights, old, samples);
    for _ in 0..ROUNDS {
        let Some(step) = newton_step(&weights, old, samples) else { break };
        // Line search: far from the optimum a full step may overshoot.
        let mut share = 1.0;
        while share > SMALL {
            let next: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight - share * step).collect();
            let value = objective(&next, old, samples);
            if value < best {
                (weights, best) = (next, value);
                break;
            }
            share /= 2.0;
        }
        if share <= SMALL || step.iter().all(|step| (share * step).abs() < SMALL) {
            break;
        }
    }
    weights
}

/// Computes the Newton step: the gradient multiplied by the inverse of the Hessian.
fn newton_step(weights: &[f64], old: &[f64], samples: &Samples) -> Option<Vec<f64>> {
    let width = samples.width();
    let precision = 1.0 / (SPREAD * SPREAD);
    let mut gradient: Vec<f64> = weights.iter().zip(old).map(|(new, old)| (new - old) * precision).collect();
    let mut hessian = vec![0.0; width * width];
    for place in 0..width {
        hessian[place * width + place] = precision;
    }
    let mut present = Vec::with_capacity(width);
    for (counts, points) in samples.iter() {
        let predicted = predicted_score(weights, counts);
        let (slope, bend) = ((predicted - points) / SCALE, predicted * (1.0 - predicted) / (SCALE * SCALE));
        present.clear();
        let nonzero = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
        present.extend(nonzero.map(|(place, &count)| (place, f64::from(count))));
        for (nth, &(row, count)) in present.iter().enumerate() {
            gradient[row] += slope * count;
            for &(column, other) in &present[..=nth] {
                hessian[row * width + column] += bend * count * other;
            }
        }
    }
    solve(hessian, gradient)
}

/// Solves a symmetric positive definite system, given by its lower half, by Cholesky decomposition.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let width = right.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for row in 0..width {
        let (above, here) = matrix.split_at_mut(row * width);
        for column in 0..row {
            let upper = &above[column * width..][..width];
            here[column] = (here[column] - dot(&here[..column], &upper[..column])) / upper[column];
        }
        let square = here[row] - dot(&here[..row], &here[..row]);
        if square <= 0.0 || !square.is_finite() {
            return None;
        }
        here[row] = square.sqrt();
        right[row] = (right[row] - dot(&here[..row], &right[..row])) / here[row];
    }
    for row in (0..width).rev() {
        let below: f64 = (row + 1..width).map(|lower| matrix[lower * width + row] * right[lower]).sum();
        right[row] = (right[row] - below) / matrix[row * width + row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use cairn_rules::RandomSource;
    use cairn_rules::SmallRng;

    use super::*;

    /// Samples whose results are drawn at random with the probabilities that some weights give.
    fn random_samples(weights: &[f64], count: usize) -> Samples {
        let mut rng = SmallRng::seeded(5);
        let mut samples = Samples::new(weights.len());
        for _ in 0..count {
            let counts: Vec<i16> = weights.iter().map(|_| rng.below(9) as i16 - 4).collect();
            let uniform = f64::from(rng.below(1_000_000)) / 1e6;
            samples.push(&counts, if uniform < predicted_score(weights, &counts) { 1.0 } else { 0.0 });
        }
        samples
    }

    #[test]
    fn the_fit_finds_the_weights_that_made_the_results() {
        let truth = [120.0, -45.0, 0.0, 7.0, 260.0];
        let samples = random_samples(&truth, 30_000);
        for start in [[0.0; 5], [400.0, 300.0, -200.0, 100.0, 0.0]] {
            let found = fit(&start, &samples);
            for (found, truth) in found.iter().zip(truth) {
                assert!((found - truth).abs() < 8.0, "{found} for {truth}");
            }
            let (before, after) = (Error::of(&start, &samples), Error::of(&found, &samples));
            assert!(after.log_loss < before.log_loss && after.squared < before.squared);
        }
    }

    #[test]
    fn features_that_never_occur_keep_their_weight() {
        let mut samples = Samples::new(2);
        for (counts, points) in random_samples(&[50.0], 2_000).iter() {
            samples.push(&[counts[0], 0], points);
        }
        let found = fit(&[10.0, 2_000.0], &samples);
        assert!((found[0] - 50.0).abs() < 20.0 && (found[1] - 2_000.0).abs() < 1e-6, "{found:?}");
        assert_eq!(fit(&[3.0], &Samples::new(1)), [3.0]);
    }

    #[test]
    fn small_systems_are_solved() {
        let solution = solve(vec![4.0, 0.0, 2.0, 3.0], vec![10.0, 11.0]);
        let expected = [1.0, 3.0];
        assert!(solution.is_some_and(|found| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9)));
        assert_eq!(solve(vec![-1.0], vec![1.0]), None);
    }
}
