//! Reads entries that other instances have stored, and broadcasts them to the listeners of this one.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;

use super::games::{GameGuard, Games};
use super::slot::Slot;
use crate::store::{Notification, StoreError};

/// The number of games read at the same time; other requests also use the database.
const MAX_CONCURRENT_READS: usize = 8;

impl Games {
    /// Handles the notifications of the store, while the server runs.
    pub(crate) async fn listen_to_store(self: Arc<Self>) {
        let mut notifications = self.store.notifications();
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT_READS));
        loop {
            let notification = match notifications.recv().await {
                Ok(notification) if notification.is_missed() => None,
                Ok(notification) => Some(notification),
                Err(RecvError::Lagged(_)) => None,
                Err(RecvError::Closed) => return,
            };
            let Some(Notification { game, number }) = notification else {
                self.catch_up_all().await;
                continue;
            };
            // Most notifications are about entries of this instance.
            let Some(slot) = self.slots.find(&game).filter(|slot| !slot.broadcaster.has_announced(number))
            else {
                continue;
            };
            let (games, permit) = (Arc::clone(&self), Arc::clone(&permits).acquire_owned().await);
            tokio::spawn(async move {
                games.on_notification(&slot, number).await;
                drop(permit);
            });
        }
    }

    /// Reads the new entries of a game, unless the one with this number is known.
    async fn on_notification(&self, slot: &Arc<Slot>, number: u32) {
        let mut guard = slot.game.lock().await;
        if slot.broadcaster.has_announced(number) {
            return;
        }
        if !slot.broadcaster.has_listeners() {
            // The next request reads the game again.
            *guard = None;
            return;
        }
        let read = match &*guard {
            Some(_) => self.catch_up(slot, &mut guard).await.map(drop),
            None => self.load(slot, &mut guard).await,
        };
        match read {
            Ok(()) => {
                self.schedule(slot, &mut guard).await;
                if guard.as_ref().is_some_and(|game| !game.away().is_empty()) {
                    self.correct_presence(slot);
                }
            }
            Err(error) => {
                tracing::warn!(game = slot.id, %error, "cannot read entries of other instances");
                *guard = None;
            }
        }
    }

    /// Applies entries of other instances to a game in memory; returns whether there were any.
    pub(super) async fn catch_up(
        &self,
        slot: &Arc<Slot>,
        guard: &mut GameGuard<'_>,
    ) -> Result<bool, StoreError> {
        // The slot stays empty until all entries are applied: after any failure the next request reads the whole game.
        let Some(game) = guard.take() else { return Ok(true) };
        let entries = self.store.entries(&slot.id, game.number).await?;
        let is_behind = !entries.is_empty();
        **guard = Some(if is_behind { slot.replay(game, entries, self.store.now()).await? } else { game });
        Ok(is_behind)
    }

    /// Catches up with all games in memory, after notifications may have been lost.
    async fn catch_up_all(&self) {
        let all = stream::iter(self.slots.all());
        all.for_each_concurrent(MAX_CONCURRENT_READS, async |slot| {
            self.on_notification(&slot, u32::MAX).await;
        })
        .await;
    }
}
