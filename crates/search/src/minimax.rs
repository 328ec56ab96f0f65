//! Plain minimax: slow, short and obviously correct. Tests compare the other searches with it.

use cairn_rules::{Evaluate, Position};

use crate::Score;
use crate::score::{DRAW, INFINITE, Value};
use crate::sides::Sides;

/// Returns the minimax score of a position for the player to move, searched to a depth. `history` contains the earlier
/// positions of the game.
pub fn value<P: Evaluate>(position: &P, history: &[P], depth: u32) -> Score {
    let mut path = Vec::new();
    Score::from_value(Minimax { sides: Sides::of(position), history }.search(position, depth, &mut path))
}

struct Minimax<'a, P> {
    sides: Sides,
    history: &'a [P],
}

impl<P: Evaluate> Minimax<'_, P> {
    fn search(&self, position: &P, depth: u32, path: &mut Vec<P>) -> Value {
        if let Some(outcome) = position.outcome() {
            return self.sides.terminal_value(position, outcome, path.len());
        }
        if !path.is_empty() && self.is_repetition(position, path) {
            return DRAW;
        }
        if depth == 0 {
            return self.sides.evaluate(position);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        path.push(*position);
        let mut best = -INFINITE;
        for mv in moves {
            let next = position.after(mv);
            let value = self.search(&next, depth - 1, path);
            best = best.max(if self.sides.same_to_move(position, &next) { value } else { -value });
        }
        path.pop();
        best
    }

    fn is_repetition(&self, position: &P, path: &[P]) -> bool {
        let same = |before: &&P| Position::repetition_state(*before) == position.repetition_state();
        position.repetition_state().is_some()
            && (path.iter().any(|before| same(&before)) || self.history.iter().filter(same).count() >= 2)
    }
}
