//! Beyond the horizon: an evaluation, after captures and claims have been followed.

use cairn_rules::Evaluate;

use super::found::Found;
use super::worker::Worker;
use crate::ordering::{Others, Picker};
use crate::score::{MAX_PLY, Value};

/// Noisy moves are followed for so many plies: chains of them end soon in every game, and where
/// they do not, following them tells nothing more.
pub(super) const PLIES: i32 = 8;

impl<P: Evaluate> Worker<'_, P> {
    /// The value of a position that is not searched any further; the caller has counted it.
    #[inline]
    pub(super) fn leaf(&mut self, position: &P, ply: usize, alpha: Value, beta: Value, plies: i32) -> Value {
        if let Some(outcome) = position.outcome() {
            return self.shared.camps.value_of(position, outcome, ply);
        }
        let standing = self.shared.camps.evaluate(position);
        if !self.features.quiescence || plies == 0 || standing >= beta || ply >= MAX_PLY - 1 {
            return standing;
        }
        let (start, ()) = self.lists.open(|out| position.noisy_moves(out));
        if self.lists.len_from(start) == 0 {
            return standing;
        }
        let value = self.follow(position, ply, (alpha.max(standing), beta), plies, (standing, start));
        self.lists.close(start);
        value
    }

    /// The best of standing as it is and of the noisy moves from `start` on.
    fn follow(
        &mut self,
        position: &P,
        ply: usize,
        (mut alpha, beta): (Value, Value),
        plies: i32,
        (standing, start): (Value, usize),
    ) -> Value {
        let mut best = standing;
        let mut picker = Picker::new(&mut self.lists, start, None, Others::Stay, position);
        while let Some((_, mv)) = picker.next(&mut self.lists, &self.history, position, ply) {
            let next = position.after(mv);
            if !self.visit(ply + 1) {
                return best;
            }
            let same = self.shared.camps.same(position, &next);
            let value = if same {
                self.leaf(&next, ply + 1, alpha, beta, plies - 1)
            } else {
                -self.leaf(&next, ply + 1, -beta, -alpha, plies - 1)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The same as something found.
    pub(super) fn horizon(&mut self, position: &P, ply: usize, alpha: Value, beta: Value) -> Found {
        Found::new(self.leaf(position, ply, alpha, beta, PLIES))
    }
}
