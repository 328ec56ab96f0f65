//! A game played out at random.

use cairn_rules::{Evaluate, Player};

use super::proof::Proof;
use crate::dice::SearchDice;
use crate::score::chance;

/// Longer games are judged by evaluation: they tell little, and some would go on for thousands.
const LONGEST: u32 = 120;

/// What every player gets, by seat.
pub(super) type Payoffs = [f64; 4];

/// The payoffs of a game whose end is known.
pub(super) fn of_proof(proof: Proof) -> Payoffs {
    Player::ALL.map(|player| proof.payoff(player))
}

/// Everybody gets the same.
pub(super) fn of_draw(seats: u8) -> Payoffs {
    [1.0 / f64::from(seats.max(1)); 4]
}

/// The payoffs that evaluations expect; together they come to 1.
pub(super) fn of_evaluation<P: Evaluate>(position: &P) -> Payoffs {
    let seats = position.seats();
    if seats == 2 {
        let first = chance(position.evaluate(Player::FIRST));
        return [first, 1.0 - first, 0.0, 0.0];
    }
    let mut payoffs = [0.0; 4];
    for player in Player::seats(seats.into()) {
        payoffs[player.index()] = chance(position.evaluate(player));
    }
    let sum: f64 = payoffs.iter().sum();
    payoffs.map(|payoff| payoff / sum)
}

/// Plays a game to its end, or for a while.
pub(super) fn play<P: Evaluate>(position: &P, rng: &mut SearchDice, scratch: &mut Vec<P::Move>) -> Payoffs {
    let mut position = *position;
    for _ in 0..LONGEST {
        let Some(mv) = position.random_move(rng, scratch) else { break };
        position.play_unchecked(mv);
    }
    position.outcome().map_or_else(|| of_evaluation(&position), |outcome| of_proof(Proof::over(outcome)))
}
