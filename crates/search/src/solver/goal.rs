//! A position that is to be solved, and what the threads have found of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use cairn_rules::{Player, Position, Solvable, Wdl, WdlBounds};

use super::answer::Answer;

/// A position that is to be solved.
pub(super) struct Goal<P: Position> {
    pub(super) root: P,
    found: Mutex<(WdlBounds, Option<P::Move>)>,
    /// By attacker: whether the question is answered.
    answered: [AtomicBool; 2],
}

impl<P: Solvable> Goal<P> {
    /// A position, and what is known of its value.
    pub(super) fn new(root: P, known: WdlBounds) -> Self {
        let of_winner = |winner: Option<Player>| match winner {
            None => Wdl::Draw,
            Some(winner) if winner == root.to_move() => Wdl::Win,
            Some(_) => Wdl::Loss,
        };
        let end = root.outcome().map(|outcome| WdlBounds::exactly(of_winner(outcome.winner())));
        let answered = [false; 2].map(AtomicBool::new);
        let goal = Self { root, found: Mutex::new((WdlBounds::OPEN, None)), answered };
        goal.learn(end.unwrap_or(known), None);
        goal
    }

    /// What is known so far, and a move that holds the lower bound.
    pub(super) fn found(&self) -> (WdlBounds, Option<P::Move>) {
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
        self.learn(answer.to_bounds(attacker == self.root.to_move(), P::DRAWS), best);
    }

    /// Keeps what is known of the value, and a move that holds it.
    pub(super) fn learn(&self, bounds: WdlBounds, best: Option<P::Move>) {
        let mover = self.root.to_move();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let together = found.0.and(bounds);
        if together.low > found.0.low || together.value() == Some(Wdl::Loss) {
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
