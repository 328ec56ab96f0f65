//! Records which players are present: a player whose last page has been closed for a while has left, until they return.
//!
//! Every instance counts its own clients. Departures and returns are entries of the game, so that all instances receive
//! them; an instance where the player still has a page reverts a departure.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::games::Games;
use super::judge::Command;
use super::slot::{Slot, lock};

/// A client at the board.
pub(crate) struct Presence {
    games: Weak<Games>,
    slot: Arc<Slot>,
    token: String,
    grace: Duration,
}

impl Presence {
    pub(super) fn new(games: Weak<Games>, slot: Arc<Slot>, token: String, grace: Duration) -> Self {
        *lock(&slot.present).entry(token.clone()).or_default() += 1;
        note(games.clone(), slot.id.clone(), token.clone(), true);
        Self { games, slot, token, grace }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut present = lock(&self.slot.present);
        let count = present.entry(self.token.clone()).or_default();
        *count = count.saturating_sub(1);
        if *count > 0 {
            return;
        }
        present.remove(&self.token);
        drop(present);
        let (games, slot, token, grace) =
            (self.games.clone(), Arc::clone(&self.slot), self.token.clone(), self.grace);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(grace).await;
            if !lock(&slot.present).contains_key(&token) {
                note(games, slot.id.clone(), token, false);
            }
        });
    }
}

/// Records that a player has arrived or left; the game judges whether that is a change.
fn note(games: Weak<Games>, id: String, token: String, here: bool) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    runtime.spawn(async move {
        let Some(games) = games.upgrade() else { return };
        if let Err(error) = games.execute(&id, Command::Presence { here, token }).await {
            tracing::debug!(game = id, %error, "a player's presence was not noted");
        }
    });
}

impl Games {
    /// Corrects an entry of another instance that reports a present player as gone.
    pub(super) fn correct_presence(&self, slot: &Slot) {
        for token in lock(&slot.present).keys() {
            note(self.me.clone(), slot.id.clone(), token.clone(), true);
        }
    }
}
