//! Quiescence search: follows captures and claims beyond the horizon before trusting the static evaluation.

use cairn_rules::Evaluate;

use super::worker::Worker;
use crate::ordering::{LateGeneration, MovePicker};
use crate::score::{MAX_PLY, Value};

/// The maximum length of a chain of noisy moves. Such chains are short in every game, and longer ones add no
/// information.
const QUIESCENCE_PLIES: i32 = 8;

impl<P: Evaluate> Worker<'_, P> {
    /// Searches a node at the horizon and returns its value; the caller has counted it.
    pub(super) fn quiescence(&mut self, position: &P, ply: usize, alpha: Value, beta: Value) -> Value {
        self.quiesce(position, ply, alpha, beta, QUIESCENCE_PLIES)
    }

    #[inline]
    fn quiesce(&mut self, position: &P, ply: usize, alpha: Value, beta: Value, plies: i32) -> Value {
        if let Some(outcome) = position.outcome() {
            return self.shared.sides.terminal_value(position, outcome, ply);
        }
        let stand_pat = self.shared.sides.evaluate(position);
        if !self.enhancements.quiescence || plies == 0 || stand_pat >= beta || ply >= MAX_PLY - 1 {
            return stand_pat;
        }
        let (start, ()) = self.moves.push_list(|out| position.noisy_moves(out));
        if self.moves.len_from(start) == 0 {
            return stand_pat;
        }
        let window = (alpha.max(stand_pat), beta);
        let value = self.search_noisy(position, ply, window, plies, (stand_pat, start));
        self.moves.pop_list(start);
        value
    }

    /// Returns the best of standing pat and of the noisy moves in the list at `start`.
    fn search_noisy(
        &mut self,
        position: &P,
        ply: usize,
        (mut alpha, beta): (Value, Value),
        plies: i32,
        (stand_pat, start): (Value, usize),
    ) -> Value {
        let mut best = stand_pat;
        let mut picker = MovePicker::new(&mut self.moves, start, None, LateGeneration::Skip, position);
        while let Some((_, mv)) = picker.next(&mut self.moves, &self.history, position, ply) {
            let next = position.after(mv);
            if !self.count_node(ply + 1) {
                return best;
            }
            let value = if self.shared.sides.same_to_move(position, &next) {
                self.quiesce(&next, ply + 1, alpha, beta, plies - 1)
            } else {
                -self.quiesce(&next, ply + 1, -beta, -alpha, plies - 1)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
