//! Opening books: stored exact values of positions.
//!
//! [`Book`] is the data, [`BookFile`] the user's book in a file, `openings` the built-in books, and
//! [`BookIndex`] the values of one game, for an engine to probe. [`check_openings`] verifies the built-in
//! books.

mod check;
mod contradiction;
#[cfg(feature = "files")]
mod file;
mod index;
pub(crate) mod openings;
mod text;

use std::collections::BTreeMap;

pub(crate) use check::BookChecker;
pub use check::{BookCheck, check_openings};
pub use contradiction::{BookCheckError, BookContradiction, Evidence};
#[cfg(feature = "files")]
pub use file::{BookFile, Damage};
pub use index::BookIndex;
pub use openings::opening_specs;

use cairn_rules::Wdl;

/// Exact values by game spec and position.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Book {
    games: BTreeMap<String, BTreeMap<String, Wdl>>,
}

impl Book {
    /// Returns the values of a game.
    pub fn values(&self, spec: &str) -> impl Iterator<Item = (&str, Wdl)> {
        let positions = self.games.get(spec).into_iter().flatten();
        positions.map(|(position, &value)| (position.as_str(), value))
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.games.values().map(BTreeMap::len).sum()
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds a value and returns the one it replaces.
    fn insert(&mut self, spec: &str, position: &str, value: Wdl) -> Option<Wdl> {
        self.games.entry(spec.to_owned()).or_default().insert(position.to_owned(), value)
    }

    fn remove(&mut self, spec: &str, position: &str) {
        if let Some(positions) = self.games.get_mut(spec) {
            positions.remove(position);
            if positions.is_empty() {
                self.games.remove(spec);
            }
        }
    }
}
