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
        self.values.get(&standing_for(position)).copied()
    }

    pub(crate) fn insert(&mut self, position: &P, value: Truth) {
        self.values.insert(standing_for(position), value);
    }

    /// Whether something is known, and of positions that can never come back.
    pub(crate) fn never_return(&self) -> bool {
        self.values.keys().next().is_some_and(|position| position.plies_left().is_some())
    }
}

/// Of a position and its images the one that stands for all. Images in which the other player is
/// to move are worth the same to that player.
pub(crate) fn standing_for<P: Solvable>(position: &P) -> P {
    let images = (1..position.symmetries()).map(|symmetry| position.transformed(symmetry));
    images.fold(*position, |least, image| if image.key() < least.key() { image } else { least })
}
