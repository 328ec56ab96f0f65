//! The root: its moves, their order, and the search among them.

use cairn_rules::Evaluate;

use super::window::Window;
use super::worker::Worker;
use crate::score::{self, INFINITE, Score, Value};
use crate::{Report, Variation};

/// A root move and what the search knows about it.
#[derive(Clone)]
pub(super) struct RootMove<P: Evaluate> {
    pub(super) mv: P::Move,
    /// The value in this iteration; `-INFINITE` for moves that did not raise alpha.
    pub(super) value: Value,
    /// The principal variation that begins with the move.
    pub(super) pv: Vec<P::Move>,
}

impl<P: Evaluate> RootMove<P> {
    pub(super) fn to_variation(&self) -> Variation<P> {
        Variation { score: Score::from_value(self.value), moves: self.pv.clone() }
    }
}

impl<P: Evaluate> Worker<'_, P> {
    /// Returns the root moves, ordered by the static evaluation after each. So there is a sensible move however soon
    /// the search stops, and a win in one comes first. Moves left unevaluated by the node limit come last.
    pub(super) fn root_moves(&mut self) -> Vec<RootMove<P>> {
        let root = self.shared.root;
        let sides = self.shared.sides;
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        if let Some(search_moves) = self.shared.search_moves {
            moves.retain(|mv| search_moves.contains(mv));
        }
        let mut root_moves: Vec<RootMove<P>> = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = root.after(mv);
            let mut value = -INFINITE;
            if self.count_node(1) {
                value = match next.outcome() {
                    Some(outcome) => sides.terminal_value(&next, outcome, 1),
                    None => sides.evaluate(&next),
                };
                value = if sides.same_to_move(&root, &next) { value } else { -value };
            }
            root_moves.push(RootMove { mv, value, pv: vec![mv] });
        }
        root_moves.sort_by_key(|root_move| -root_move.value);
        root_moves
    }

    /// Searches root moves within a window. A move that raises alpha gets its value, the first one
    /// at least a bound; all others get none.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove<P>],
        depth: i32,
        (mut alpha, beta): (Value, Value),
    ) -> Value {
        let root = self.shared.root;
        self.path.push(&root, 0, &self.shared.history);
        let mut best = -INFINITE;
        for root_move in &mut *moves {
            root_move.value = -INFINITE;
        }
        for (index, root_move) in moves.iter_mut().enumerate() {
            self.pv_table.clear(1);
            let window = Window { depth, ply: 0, alpha, beta };
            let value = self.search_move(&root, root_move.mv, index + 1, window, true).value;
            if self.stopped {
                break;
            }
            if value > alpha {
                root_move.value = value;
                root_move.pv.clear();
                root_move.pv.push(root_move.mv);
                root_move.pv.extend_from_slice(self.pv_table.from(1));
                alpha = value;
            }
            best = best.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Returns whether no deeper search can change a value.
    pub(super) fn is_settled(value: Value, depth: i32) -> bool {
        score::is_decisive(value) && score::WIN - value.abs() <= depth
    }

    pub(super) fn report(&self, depth: i32, variations: &[Variation<P>]) -> Report<P> {
        Report {
            depth: depth as u32,
            seldepth: self.seldepth as u32,
            nodes: self.all_nodes(),
            time: self.shared.control.elapsed(),
            hashfull: self.shared.table.hashfull(),
            variations: variations.to_vec(),
            is_conclusive: false,
        }
    }
}
