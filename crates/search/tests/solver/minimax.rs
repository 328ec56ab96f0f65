//! Reference values where positions cannot repeat: minimax to the end of every line.

use std::collections::HashMap;

use cairn_rules::{Game, GameSpec, Position};
use cairn_search::solver::Wdl;

use crate::test_positions::late;

/// Minimax values for the player to move.
pub(crate) struct MinimaxValues<P>(HashMap<P, Wdl>);

pub(crate) fn outcome<P: Position>(position: &P) -> Option<Wdl> {
    Some(match position.outcome()?.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == position.to_move() => Wdl::Win,
        Some(_) => Wdl::Loss,
    })
}

impl<P: Position> MinimaxValues<P> {
    /// Searches everything below a position; `None` if there are more than `max` positions.
    pub(crate) fn of(position: &P, max: usize) -> Option<Self> {
        let mut values = Self(HashMap::new());
        values.search(position, max)?;
        Some(values)
    }

    fn search(&mut self, position: &P, max: usize) -> Option<Wdl> {
        if let Some(&known) = self.0.get(position) {
            return Some(known);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut value = outcome(position);
        for mv in moves {
            value = value.max(Some(self.search(&position.after(mv), max)?.for_opponent()));
        }
        self.0.insert(*position, value?);
        if self.0.len() > max { None } else { value }
    }

    /// Returns the value of a position that was searched.
    pub(crate) fn value(&self, position: &P) -> Wdl {
        self.0[position]
    }

    /// Returns all positions that were searched, with their values.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&P, Wdl)> {
        self.0.iter().map(|(position, &value)| (position, value))
    }
}

/// Returns positions of random games with at most `left` plies left, with the values of everything below; skips those
/// with too much below.
pub(crate) fn late_with_values<G: Game>(
    spec: &GameSpec<G>,
    count: u64,
    left: u16,
) -> impl Iterator<Item = (G::Position, MinimaxValues<G::Position>)> {
    const MAX_POSITIONS: usize = 3_000;
    let late = late(spec, count, left).into_iter();
    late.filter_map(|position| Some((position, MinimaxValues::of(&position, MAX_POSITIONS)?)))
}
