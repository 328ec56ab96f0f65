//! A position to solve, with the bounds that the threads have proven.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use cairn_rules::{Player, Position, Solvable, Wdl, WdlBounds};

use super::status::ProofStatus;

/// A position to solve.
pub(super) struct Goal<P: Position> {
    pub(super) root: P,
    proven: Mutex<(WdlBounds, Option<P::Move>)>,
    /// By attacker: whether their win is proven or disproven.
    answered: [AtomicBool; 2],
    contradictions: AtomicU64,
}

impl<P: Solvable> Goal<P> {
    /// Creates a goal from a position, with known bounds on its value.
    pub(super) fn new(root: P, known: WdlBounds) -> Self {
        let value_of = |winner: Option<Player>| match winner {
            None => Wdl::Draw,
            Some(winner) if winner == root.to_move() => Wdl::Win,
            Some(_) => Wdl::Loss,
        };
        let terminal = root.outcome().map(|outcome| WdlBounds::exactly(value_of(outcome.winner())));
        let answered = [false; 2].map(AtomicBool::new);
        let proven = Mutex::new((WdlBounds::OPEN, None));
        let goal = Self { root, proven, answered, contradictions: AtomicU64::new(0) };
        goal.tighten(terminal.unwrap_or(known), None);
        goal
    }

    /// Returns the bounds so far, and a move that secures the lower one.
    pub(super) fn proven(&self) -> (WdlBounds, Option<P::Move>) {
        *self.proven.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether it is known if this attacker wins.
    pub(super) fn is_answered(&self, attacker: Player) -> bool {
        self.answered[attacker.index() & 1].load(Ordering::Relaxed)
    }

    pub(super) fn is_solved(&self) -> bool {
        Player::seats(2).all(|attacker| self.is_answered(attacker))
    }

    /// Records whether an attacker wins, and the move that proves it.
    pub(super) fn record(&self, attacker: Player, status: ProofStatus, best: Option<P::Move>) {
        self.tighten(status.to_bounds(attacker == self.root.to_move(), P::DRAWS), best);
    }

    /// Counts the records that contradicted the bounds.
    pub(super) fn contradictions(&self) -> u64 {
        self.contradictions.load(Ordering::Relaxed)
    }

    /// Tightens the bounds, with a move that secures them. Counts and ignores contradictions.
    pub(super) fn tighten(&self, bounds: WdlBounds, best: Option<P::Move>) {
        let mover = self.root.to_move();
        let mut proven = self.proven.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(both) = proven.0.intersect(bounds) else {
            self.contradictions.fetch_add(1, Ordering::Relaxed);
            return;
        };
        if both.low > proven.0.low || both.value() == Some(Wdl::Loss) {
            proven.1 = best;
        }
        proven.0 = both;
        for attacker in Player::seats(2) {
            if ProofStatus::from_bounds(both, attacker == mover) != ProofStatus::Unknown {
                self.answered[attacker.index() & 1].store(true, Ordering::Relaxed);
            }
        }
    }
}
