//! A position that is to be solved, and what the threads have found of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use cairn_rules::{Bounds, Player, Position, Solvable, Truth};

use super::answer::Answer;

/// A position that is to be solved.
pub(super) struct Goal<P: Position> {
    pub(super) root: P,
    found: Mutex<(Bounds, Option<P::Move>)>,
    /// By attacker: whether the question is answered.
    answered: [AtomicBool; 2],
}

impl<P: Solvable> Goal<P> {
    /// A position, and what is known of its value.
    pub(super) fn new(root: P, known: Option<Truth>) -> Self {
        let of_winner = |winner: Option<Player>| match winner {
            None => Truth::Draw,
            Some(winner) if winner == root.to_move() => Truth::Win,
            Some(_) => Truth::Loss,
        };
        let known = known.or_else(|| root.outcome().map(|outcome| of_winner(outcome.winner())));
        let bounds = known.map_or(Bounds::OPEN, Bounds::exactly);
        let answered = [bounds.value().is_some(), bounds.value().is_some()].map(AtomicBool::new);
        Self { root, found: Mutex::new((bounds, None)), answered }
    }

    /// What is known so far, and a move that holds the lower bound.
    pub(super) fn found(&self) -> (Bounds, Option<P::Move>) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody has found out whether this attacker wins.
    pub(super) fn is_answered(&self, attacker: Player) -> bool {
        self.answered[attacker.index() & 1].load(Ordering::Relaxed)
    }

    pub(super) fn is_solved(&self) -> bool {
        Player::seats(2).all(|attacker| self.is_answered(attacker))
    }

    /// Keeps an answer, and the move that gives it.
    pub(super) fn answer(&self, attacker: Player, answer: Answer, best: Option<P::Move>) {
        let mover = self.root.to_move();
        let bounds = answer.to_bounds(attacker == mover, P::DRAWS);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let together = found.0.and(bounds);
        if together.low > found.0.low || together.value() == Some(Truth::Loss) {
            found.1 = best;
        }
        found.0 = together;
        for attacker in Player::seats(2) {
            if Answer::from_bounds(together, attacker == mover) != Answer::Open {
                self.answered[attacker.index() & 1].store(true, Ordering::Relaxed);
            }
        }
    }
}
