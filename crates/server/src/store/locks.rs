//! The rights to move bots that this instance has given away.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The games that are locked.
#[derive(Clone, Debug, Default)]
pub(super) struct Locks(Arc<Mutex<HashSet<String>>>);

/// One of them. It is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Held {
    locks: Locks,
    game: String,
}

impl Locks {
    /// Locks a game unless it is locked.
    pub(super) fn take(&self, game: &str) -> Option<Held> {
        let new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(game.to_owned());
        new.then(|| Held { locks: self.clone(), game: game.to_owned() })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.locks.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.game);
    }
}
