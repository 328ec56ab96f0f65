//! The values of one game by canonical position.

use std::collections::HashMap;

use cairn_rules::{Game, GameSpec, Solvable, Wdl};

use super::Book;

/// The longest line from a book, in plies.
const MAX_LINE_PLIES: usize = 12;

/// The values of one game in books.
#[derive(Clone)]
pub struct BookIndex<P> {
    values: HashMap<P, Wdl>,
}

impl<P> Default for BookIndex<P> {
    fn default() -> Self {
        Self { values: HashMap::new() }
    }
}

impl<P: Solvable> BookIndex<P> {
    /// Returns the value of a position for the player to move, if it is known.
    pub fn get(&self, position: &P) -> Option<Wdl> {
        if self.is_empty() {
            return None;
        }
        self.values.get(&position.canonical()).copied()
    }

    /// Returns the value of a position and a move that preserves it, if the books have both. The choice among several
    /// moves is deterministic and consistent with the symmetries of the game.
    pub fn reply(&self, position: &P) -> Option<(Wdl, P::Move)> {
        let value = self.get(position)?;
        let after = |mv: &P::Move| position.after(*mv).canonical();
        let mut keeping = position.moves();
        keeping.retain(|mv| self.values.get(&after(mv)) == Some(&value.for_opponent()));
        Some((value, keeping.into_iter().min_by_key(|mv| after(mv).key())?))
    }

    /// Returns the moves that preserve the value of a position and of its successors, as far as the books have them.
    pub(crate) fn line(&self, mut position: P) -> Vec<P::Move> {
        let mut line = Vec::new();
        // Where positions repeat, the same moves could recur.
        while let Some((_, mv)) = self.reply(&position).filter(|_| line.len() < MAX_LINE_PLIES) {
            line.push(mv);
            position = position.after(mv);
        }
        line
    }

    /// Returns whether it has no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds the value of a position for the player to move.
    pub fn insert(&mut self, position: &P, value: Wdl) {
        self.values.insert(position.canonical(), value);
    }

    /// Adds the values of a game in a book. Skips positions that this version cannot parse.
    pub(crate) fn add<G: Game<Position = P>>(&mut self, book: &Book, spec: &GameSpec<G>) {
        for (position, value) in book.values(&spec.to_string()) {
            if let Ok(position) = G::read_position(&spec.options, position) {
                self.insert(&position, value);
            }
        }
    }

    /// Returns whether it has values of a game in which no position can repeat.
    pub(crate) fn is_of_finite_game(&self) -> bool {
        self.values.keys().next().is_some_and(|position| position.plies_left().is_some())
    }
}
