//! Plain minimax: slow, short and plainly right. What other searches are measured against.

use cairn_rules::{Evaluate, Position};

use crate::Score;
use crate::camps::Camps;
use crate::score::{DRAW, INFINITE, Value};

/// The value of a position for the player to move, looked at to a depth. `history` holds the
/// positions before it.
pub fn value<P: Evaluate>(position: &P, history: &[P], depth: u32) -> Score {
    let mut path = Vec::new();
    Score::of(Minimax { camps: Camps::of(position), history }.search(position, depth, &mut path))
}

struct Minimax<'a, P> {
    camps: Camps,
    history: &'a [P],
}

impl<P: Evaluate> Minimax<'_, P> {
    fn search(&self, position: &P, depth: u32, path: &mut Vec<P>) -> Value {
        if let Some(outcome) = position.outcome() {
            return self.camps.value_of(position, outcome, path.len());
        }
        if !path.is_empty() && self.repeats(position, path) {
            return DRAW;
        }
        if depth == 0 {
            return self.camps.evaluate(position);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        path.push(*position);
        let mut best = -INFINITE;
        for mv in moves {
            let next = position.after(mv);
            let value = self.search(&next, depth - 1, path);
            best = best.max(if self.camps.same(position, &next) { value } else { -value });
        }
        path.pop();
        best
    }

    fn repeats(&self, position: &P, path: &[P]) -> bool {
        let same = |before: &&P| Position::repetition_state(*before) == position.repetition_state();
        position.repetition_state().is_some()
            && (path.iter().any(|before| same(&before)) || self.history.iter().filter(same).count() >= 2)
    }
}
