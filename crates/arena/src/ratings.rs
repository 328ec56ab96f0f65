//! Elo ratings of several players from their results, by maximum likelihood.
//!
//! The Bradley-Terry model: a player who is better by 400 points scores ten to one, and a draw counts as half a win and
//! half a loss. Every pairing with games gets one additional drawn game, so that a player who has won everything has a
//! rating too.

use crate::Results;

/// A rating on the scale of Elo, relative to another player.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Elo points for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// The number of standard deviations on either side that contain 95 % of a normal distribution.
const Z: f64 = 1.96;
/// The maximum number of steps, more than Newton's method ever needs here.
const STEPS: usize = 100;
/// The maximum change of the log-odds in a step, so that Newton's method does not overshoot.
const MAX_STEP: f64 = 2.0;

/// Returns the ratings of players, relative to the one at `anchor`. `against[i][j]` are the results of `i` against `j`.
/// `None` for a player whom no chain of games connects to the anchor.
pub fn ratings(against: &[Vec<Option<Results>>], anchor: usize) -> Vec<Option<Rating>> {
    let count = against.len();
    let connected = connected(against, anchor);
    let unknown: Vec<usize> = (0..count).filter(|&player| connected[player] && player != anchor).collect();
    let mut strength = vec![0.0; count];
    let mut covariance = Vec::new();
    for _ in 0..STEPS {
        let (gradient, information) = likelihood(against, &unknown, &strength);
        covariance = inverse(information);
        let mut longest: f64 = 0.0;
        for (row, &player) in unknown.iter().enumerate() {
            let step: f64 = covariance[row].iter().zip(&gradient).map(|(a, b)| a * b).sum();
            let step = step.clamp(-MAX_STEP, MAX_STEP);
            strength[player] += step;
            longest = longest.max(step.abs());
        }
        if longest < 1e-9 {
            break;
        }
    }
    (0..count)
        .map(|player| {
            if player == anchor {
                return Some(Rating { elo: 0.0, error: 0.0 });
            }
            let row = unknown.iter().position(|&other| other == player)?;
            let error = Z * SCALE * covariance[row][row].max(0.0).sqrt();
            Some(Rating { elo: SCALE * strength[player], error })
        })
        .collect()
}

/// Returns the gradient of the log-likelihood and the Fisher information, over the unknown players.
fn likelihood(
    against: &[Vec<Option<Results>>],
    unknown: &[usize],
    strength: &[f64],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = unknown.len();
    let (mut gradient, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for (row, &player) in unknown.iter().enumerate() {
        for (other, results) in against[player].iter().enumerate() {
            let Some(results) = results.filter(|results| results.games() > 0) else { continue };
            let games = results.games() as f64 + 1.0;
            let points = results.points() + 0.5;
            let expected = 1.0 / (1.0 + (strength[other] - strength[player]).exp());
            gradient[row] += points - games * expected;
            let weight = games * expected * (1.0 - expected);
            information[row][row] += weight;
            if let Some(column) = unknown.iter().position(|&unknown| unknown == other) {
                information[row][column] -= weight;
            }
        }
    }
    (gradient, information)
}

/// Returns which players a chain of games connects to the anchor.
fn connected(against: &[Vec<Option<Results>>], anchor: usize) -> Vec<bool> {
    let mut reached = vec![false; against.len()];
    let mut open = vec![anchor];
    while let Some(player) = open.pop() {
        if std::mem::replace(&mut reached[player], true) {
            continue;
        }
        let met = |other: &usize| against[player][*other].is_some_and(|results| results.games() > 0);
        open.extend((0..against.len()).filter(met));
    }
    reached
}

/// Inverts a positive definite matrix by Gauss-Jordan elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(|column| f64::from(u8::from(row == column))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        // A minimum pivot limits the result for a degenerate matrix to large errors.
        let scale = matrix[pivot][pivot].max(1e-12);
        for column in 0..size {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;

    /// Results with this many wins and losses.
    fn results(wins: u64, losses: u64) -> Results {
        let mut results = Results::default();
        for _ in 0..wins {
            results.add(GameResult::Win, None);
        }
        for _ in 0..losses {
            results.add(GameResult::Loss, None);
        }
        results
    }

    #[test]
    fn ten_to_one_is_four_hundred_points() {
        let against = vec![vec![None, Some(results(100, 1000))], vec![Some(results(1000, 100)), None]];
        let elo = ratings(&against, 0);
        let better = elo[1].unwrap();
        assert!((better.elo - 400.0).abs() < 2.0, "{better:?}");
        // The standard error of a score of 10/11 over 1,100 games, in odds.
        let expected = Z * SCALE / (1100.0 * (10.0 / 11.0) * (1.0 / 11.0_f64)).sqrt();
        assert!((better.error - expected).abs() < 1.0, "{better:?} {expected}");
        assert_eq!(elo[0], Some(Rating { elo: 0.0, error: 0.0 }));
    }

    #[test]
    fn a_chain_of_games_adds_up_and_its_errors_grow() {
        let against = vec![
            vec![None, Some(results(25, 75)), None],
            vec![Some(results(75, 25)), None, Some(results(25, 75))],
            vec![None, Some(results(75, 25)), None],
        ];
        let elo: Vec<Rating> = ratings(&against, 0).into_iter().map(Option::unwrap).collect();
        assert!((elo[2].elo - 2.0 * elo[1].elo).abs() < 1e-6, "{elo:?}");
        assert!((elo[2].error - 2.0_f64.sqrt() * elo[1].error).abs() < 1e-6, "{elo:?}");
    }

    #[test]
    fn winning_everything_has_a_rating_and_no_game_has_none() {
        let against = vec![
            vec![None, Some(results(0, 20)), None],
            vec![Some(results(20, 0)), None, None],
            vec![None, None, None],
        ];
        let elo = ratings(&against, 0);
        let best = elo[1].unwrap();
        assert!(best.elo > 500.0 && best.elo.is_finite() && best.error > 300.0, "{best:?}");
        assert_eq!(elo[2], None);
    }
}
