//! Random playouts, their random numbers and their payoffs.

use cairn_rules::{Evaluate, Player, SmallRng};

use super::node::ProvenOutcome;
use crate::score::win_probability;

/// The length at which playouts are cut off and evaluated: longer ones add little information, and some would last for
/// thousands of plies.
const MAX_PLIES: u32 = 120;

/// The payoff of every player, by seat.
pub(super) type Payoffs = [f64; 4];

/// Returns the payoffs of a proven outcome.
pub(super) fn of_proven(proven: ProvenOutcome) -> Payoffs {
    Player::ALL.map(|player| proven.payoff(player))
}

/// Returns the payoffs of a draw.
pub(super) fn of_draw(seats: u8) -> Payoffs {
    [1.0 / f64::from(seats.max(1)); 4]
}

/// Returns the payoffs that the static evaluation expects; they add up to 1.
pub(super) fn of_evaluation<P: Evaluate>(position: &P) -> Payoffs {
    let seats = position.seats();
    if seats == 2 {
        let first = win_probability(position.evaluate(Player::FIRST));
        return [first, 1.0 - first, 0.0, 0.0];
    }
    let mut payoffs = [0.0; 4];
    for player in Player::seats(seats.into()) {
        payoffs[player.index()] = win_probability(position.evaluate(player));
    }
    let sum: f64 = payoffs.iter().sum();
    payoffs.map(|payoff| payoff / sum)
}

/// Plays random moves to the end of the game, or to [`MAX_PLIES`].
pub(super) fn play<P: Evaluate>(position: &P, rng: &mut SmallRng, scratch: &mut Vec<P::Move>) -> Payoffs {
    let mut position = *position;
    for _ in 0..MAX_PLIES {
        let Some(mv) = position.random_move_with(rng, scratch) else { break };
        position.play_unchecked(mv);
    }
    let proven = position.outcome().map(ProvenOutcome::from_outcome);
    proven.map_or_else(|| of_evaluation(&position), of_proven)
}
