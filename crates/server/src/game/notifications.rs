//! What other instances have stored: it is read, and told to those who listen here.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;

use super::games::{Games, Held};
use super::slot::Slot;
use crate::store::{Notification, StoreError};

/// How many games are read at once: others want to use the database too.
const AT_ONCE: usize = 8;

impl Games {
    /// Hears news for as long as the server runs.
    pub(crate) async fn hear_news(self: Arc<Self>) {
        let mut news = self.store.notifications();
        let permits = Arc::new(Semaphore::new(AT_ONCE));
        loop {
            let news = match news.recv().await {
                Ok(news) if news.is_missed() => None,
                Ok(news) => Some(news),
                Err(RecvError::Lagged(_)) => None,
                Err(RecvError::Closed) => return,
            };
            let Some(Notification { game, number }) = news else {
                self.hear_all().await;
                continue;
            };
            // Most news is of what was stored here.
            let Some(slot) = self.slots.find(&game).filter(|slot| !slot.broadcaster.has_announced(number))
            else {
                continue;
            };
            let (games, permit) = (Arc::clone(&self), Arc::clone(&permits).acquire_owned().await);
            tokio::spawn(async move {
                games.hear(&slot, number).await;
                drop(permit);
            });
        }
    }

    /// Reads on from where a game is in memory, if an entry is not there.
    async fn hear(&self, slot: &Arc<Slot>, number: u32) {
        let mut held = slot.game.lock().await;
        if slot.broadcaster.has_announced(number) {
            return;
        }
        if !slot.broadcaster.has_listeners() {
            // Whoever comes next reads it.
            *held = None;
            return;
        }
        let read = match &*held {
            Some(_) => self.catch_up(slot, &mut held).await.map(drop),
            None => self.load(slot, &mut held).await,
        };
        match read {
            Ok(()) => self.schedule(slot, &mut held).await,
            Err(error) => {
                tracing::warn!(game = slot.id, %error, "news");
                *held = None;
            }
        }
    }

    /// Lets what others have stored happen to a game in memory; whether there was anything.
    pub(super) async fn catch_up(&self, slot: &Arc<Slot>, held: &mut Held<'_>) -> Result<bool, StoreError> {
        // Until it is as it is stored, the slot is empty: whatever goes wrong, the next one reads all of it.
        let Some(game) = held.take() else { return Ok(true) };
        let entries = self.store.entries(&slot.id, game.number).await?;
        let is_behind = !entries.is_empty();
        **held = Some(if is_behind { slot.replay(game, entries, self.store.now()).await? } else { game });
        Ok(is_behind)
    }

    /// Catches up with everything that is in memory, after news may have been lost.
    async fn hear_all(&self) {
        let all = stream::iter(self.slots.all());
        all.for_each_concurrent(AT_ONCE, async |slot| self.hear(&slot, u32::MAX).await).await;
    }
}
