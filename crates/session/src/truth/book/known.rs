//! Values of positions of one game, each standing for all its images.

use std::collections::HashMap;

use cairn_rules::{Solvable, Truth};

/// What books say of a game.
pub(crate) struct Known<P> {
    values: HashMap<P, Truth>,
}

impl<P> Default for Known<P> {
    fn default() -> Self {
        Self { values: HashMap::new() }
    }
}

impl<P: Solvable> Known<P> {
    /// What a position is worth to the player to move, if that is known.
    pub(crate) fn get(&self, position: &P) -> Option<Truth> {
        if self.values.is_empty() {
            return None;
        }
        self.values.get(&position.standing_for_images()).copied()
    }

    pub(crate) fn insert(&mut self, position: &P, value: Truth) {
        self.values.insert(position.standing_for_images(), value);
    }

    /// Whether something is known, and of positions that can never come back.
    pub(crate) fn never_return(&self) -> bool {
        self.values.keys().next().is_some_and(|position| position.plies_left().is_some())
    }
}
