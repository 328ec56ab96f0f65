//! Values of positions of one game, each standing for all its images.

use std::collections::HashMap;

use cairn_rules::{Solvable, Wdl};

/// What books say of a game.
pub struct Known<P> {
    values: HashMap<P, Wdl>,
}

impl<P> Default for Known<P> {
    fn default() -> Self {
        Self { values: HashMap::new() }
    }
}

impl<P: Solvable> Known<P> {
    /// What a position is worth to the player to move, if that is known.
    pub fn get(&self, position: &P) -> Option<Wdl> {
        if self.values.is_empty() {
            return None;
        }
        self.values.get(&position.canonical()).copied()
    }

    /// The value of a position and a move that holds it, if the books say both. Of several moves always
    /// the same one, also in images of the position.
    pub fn reply(&self, position: &P) -> Option<(Wdl, P::Move)> {
        let value = self.get(position)?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let after = |mv: &P::Move| position.after(*mv).canonical();
        let holding =
            moves.into_iter().filter(|mv| self.values.get(&after(mv)) == Some(&value.for_opponent()));
        Some((value, holding.min_by_key(|mv| after(mv).key())?))
    }

    /// Says what a position is worth to the player to move.
    pub fn insert(&mut self, position: &P, value: Wdl) {
        self.values.insert(position.canonical(), value);
    }

    /// Whether something is known, and of positions that can never come back.
    pub(crate) fn never_return(&self) -> bool {
        self.values.keys().next().is_some_and(|position| position.plies_left().is_some())
    }
}
