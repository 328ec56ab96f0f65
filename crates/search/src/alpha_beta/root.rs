//! The moves of the position that is searched, and the search among them.

use cairn_rules::Evaluate;

use super::question::Question;
use super::worker::Worker;
use crate::score::{INFINITE, Score, Value};
use crate::{Line, score};

/// A move of the root with what is known of it.
#[derive(Clone)]
pub(super) struct RootMove<P: Evaluate> {
    pub(super) mv: P::Move,
    /// The value of this iteration, or less than any value if the move is not among the best.
    pub(super) value: Value,
    /// The line that begins with it.
    pub(super) line: Vec<P::Move>,
}

impl<P: Evaluate> RootMove<P> {
    pub(super) fn to_line(&self) -> Line<P> {
        Line { score: Score::of(self.value), moves: self.line.clone() }
    }
}

impl<P: Evaluate> Worker<'_, P> {
    /// The moves of the root, ordered by what the positions after them seem to be worth. So there
    /// is a sensible move however soon the search ends, and a win in one comes first. What a limit
    /// on nodes left no time for comes last.
    pub(super) fn root_moves(&mut self) -> Vec<RootMove<P>> {
        let root = self.shared.root;
        let camps = self.shared.camps;
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        if let Some(among) = self.shared.among {
            moves.retain(|mv| among.contains(mv));
        }
        let mut ranked: Vec<RootMove<P>> = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = root.after(mv);
            let mut value = -INFINITE;
            if self.visit(1) {
                value = match next.outcome() {
                    Some(outcome) => camps.value_of(&next, outcome, 1),
                    None => camps.evaluate(&next),
                };
                value = if camps.same(&root, &next) { value } else { -value };
            }
            ranked.push(RootMove { mv, value, line: vec![mv] });
        }
        ranked.sort_by_key(|ranked| -ranked.value);
        ranked
    }

    /// Searches moves of the root within a window. Moves that are better than all before them have
    /// their value afterwards, the first one at least a bound; all others have none.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove<P>],
        depth: i32,
        (mut alpha, beta): (Value, Value),
    ) -> Value {
        let root = self.shared.root;
        self.path.enter(&root, 0, &self.shared.past);
        let mut best = -INFINITE;
        for candidate in &mut *moves {
            candidate.value = -INFINITE;
        }
        for (place, candidate) in moves.iter_mut().enumerate() {
            self.variations.clear(1);
            let question = Question { depth, ply: 0, alpha, beta };
            let found = self.try_move(&root, candidate.mv, place + 1, question, true);
            if self.stopped {
                break;
            }
            let value = found.value;
            if value > alpha {
                candidate.value = value;
                candidate.line.clear();
                candidate.line.push(candidate.mv);
                candidate.line.extend_from_slice(self.variations.line(1));
                alpha = value;
            }
            best = best.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Whether nothing more can be learned of a value by searching deeper.
    pub(super) fn is_settled(value: Value, depth: i32) -> bool {
        score::is_decided(value) && score::WIN - value.abs() <= depth
    }
}
