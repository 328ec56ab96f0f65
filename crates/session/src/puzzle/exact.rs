//! What a position is worth with best play, by looking at everything that can happen.

use std::collections::HashMap;

use cairn_rules::{Outcome, Player, Position};

/// What a game is worth to a player.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(super) enum Value {
    Loss,
    Draw,
    Win,
}

impl Value {
    fn of(outcome: Outcome, player: Player) -> Self {
        match outcome.winner() {
            Some(winner) if winner == player => Self::Win,
            None if outcome.best.contains(player) => Self::Draw,
            _ => Self::Loss,
        }
    }
}

/// Exact values for one player of a two-player game in which no position ever comes back.
///
/// Every position is looked at once: values are remembered as long as this lives.
#[derive(Debug)]
pub(super) struct Exact<P> {
    player: Player,
    /// The value with best play of both sides.
    best: HashMap<P, Value>,
    /// The value if everything goes wrong, by own mistakes too.
    worst: HashMap<P, Value>,
}

impl<P: Position> Exact<P> {
    pub(super) fn new(player: Player) -> Self {
        Self { player, best: HashMap::new(), worst: HashMap::new() }
    }

    /// What the position is worth to the player when both sides play their best.
    pub(super) fn value(&mut self, position: &P) -> Value {
        let player = self.player;
        search(position, player, |mover| mover == player, &mut self.best, &mut Vec::new())
    }

    /// The least that the player gets, whatever anybody plays.
    pub(super) fn at_worst(&mut self, position: &P) -> Value {
        search(position, self.player, |_| false, &mut self.worst, &mut Vec::new())
    }
}

/// The value to `player` when all for whom `maximises` holds want it high and the others low.
/// `moves` is one list for the whole search: every ply appends its moves and cuts them off again.
fn search<P: Position>(
    position: &P,
    player: Player,
    maximises: impl Fn(Player) -> bool + Copy,
    known: &mut HashMap<P, Value>,
    moves: &mut Vec<P::Move>,
) -> Value {
    if let Some(outcome) = position.outcome() {
        return Value::of(outcome, player);
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let high = maximises(position.to_move());
    let goal = if high { Value::Win } else { Value::Loss };
    let start = moves.len();
    position.legal_moves(moves);
    let mut best: Option<Value> = None;
    for index in start..moves.len() {
        let value = search(&position.after(moves[index]), player, maximises, known, moves);
        best = Some(match best {
            None => value,
            Some(best) if high => best.max(value),
            Some(best) => best.min(value),
        });
        if value == goal {
            break;
        }
    }
    moves.truncate(start);
    let value = best.unwrap_or(Value::Draw);
    known.insert(*position, value);
    value
}
