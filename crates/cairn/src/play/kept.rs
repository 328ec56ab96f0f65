//! Keeps the game that is played here, so that nothing that ends the program loses it.

use cairn_home::Keeper;
use cairn_session::Session;

use crate::look::Look;
use crate::shelf::Shelf;

/// Where the game of a table is kept.
pub(super) struct Kept<'a> {
    shelf: &'a Shelf,
    /// Its place; there is none before the first move.
    keeper: Option<Keeper>,
}

impl<'a> Kept<'a> {
    /// A place for a game; `keeper` if it has one already.
    pub(super) const fn new(shelf: &'a Shelf, keeper: Option<Keeper>) -> Self {
        Self { shelf, keeper }
    }

    /// A place for another game.
    pub(super) const fn another(&self) -> Self {
        Self::new(self.shelf, None)
    }

    /// Keeps the game as it stands.
    pub(super) fn keep(&mut self, look: Look, session: &dyn Session, seats: &[String], seed: u64) {
        if self.keeper.is_none() && !session.history().is_empty() {
            self.keeper = self.shelf.keeper(look);
        }
        if let Some(keeper) = &mut self.keeper
            && let Err(error) = keeper.keep(session, seats, seed)
        {
            self.shelf.complain(look, &error);
        }
    }

    /// Whether a game lies there.
    pub(super) fn is_kept(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.path().exists())
    }
}
