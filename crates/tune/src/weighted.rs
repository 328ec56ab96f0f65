//! Positions evaluated with candidate weights.

use std::fmt;

use cairn_rules::{
    Evaluate, LinearEval, Outcome, Player, Position, RandomSource, Solvable, Symmetric, WeightedSum,
};

/// A position together with its weights.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Weighted<P> {
    pub(crate) position: P,
    weights: &'static [i32],
}

impl<P> Weighted<P> {
    /// Creates a position with weights. Weights are leaked: a run needs only a few sets.
    pub(crate) const fn new(position: P, weights: &'static [i32]) -> Self {
        Self { position, weights }
    }
}

impl<P: LinearEval> fmt::Display for Weighted<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.position, f)
    }
}

impl<P: LinearEval> Position for Weighted<P> {
    type Move = P::Move;

    fn seats(&self) -> u8 {
        self.position.seats()
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn legal_moves(&self, out: &mut Vec<P::Move>) {
        self.position.legal_moves(out);
    }

    fn count_moves(&self) -> u64 {
        self.position.count_moves()
    }

    fn random_move_with(&self, rng: &mut impl RandomSource, buffer: &mut Vec<P::Move>) -> Option<P::Move> {
        self.position.random_move_with(rng, buffer)
    }

    fn play_unchecked(&mut self, mv: P::Move) {
        self.position.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn fresh_key(&self) -> u64 {
        self.position.fresh_key()
    }

    fn repetition_state(&self) -> Option<Self> {
        self.position.repetition_state().map(|position| Self { position, ..*self })
    }

    fn without_quiet_count(&self) -> Self {
        Self { position: self.position.without_quiet_count(), ..*self }
    }

    fn quiet_plies_left(&self) -> Option<u16> {
        self.position.quiet_plies_left()
    }

    fn is_pass(mv: P::Move) -> bool {
        P::is_pass(mv)
    }
}

impl<P: LinearEval> Evaluate for Weighted<P> {
    fn evaluate(&self, player: Player) -> i32 {
        WeightedSum::of(self.weights, |worth| self.position.features(player, worth))
    }

    fn is_noisy(&self, mv: P::Move) -> bool {
        self.position.is_noisy(mv)
    }

    fn noisy_moves(&self, out: &mut Vec<P::Move>) {
        self.position.noisy_moves(out);
    }
}

impl<P: LinearEval> Symmetric for Weighted<P> {}

impl<P: LinearEval> Solvable for Weighted<P> {}
