//! Books: proven values that need not be proven again.

mod file;
mod known;
pub(crate) mod openings;
mod record;

use std::collections::BTreeMap;

pub use file::{BookFile, Damage};
pub use known::Known;

use cairn_rules::Wdl;

/// Proven values: by game, with its options in one word, and by position.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Book {
    games: BTreeMap<String, BTreeMap<String, Wdl>>,
}

impl Book {
    /// What is known of the positions of a game.
    pub fn values(&self, word: &str) -> impl Iterator<Item = (&str, Wdl)> {
        let positions = self.games.get(word).into_iter().flatten();
        positions.map(|(position, &value)| (position.as_str(), value))
    }

    /// How many values there are in all.
    pub fn len(&self) -> usize {
        self.games.values().map(BTreeMap::len).sum()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds a value and gives the one that was there.
    fn insert(&mut self, word: &str, position: &str, value: Wdl) -> Option<Wdl> {
        self.games.entry(word.to_owned()).or_default().insert(position.to_owned(), value)
    }

    fn remove(&mut self, word: &str, position: &str) {
        if let Some(positions) = self.games.get_mut(word) {
            positions.remove(position);
        }
    }
}
