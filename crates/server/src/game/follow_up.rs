//! What a game needs after a change: the next game, an alarm for its clocks, its bot.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::error::CommandError;
use super::games::{Games, Held};
use super::judge::Command;
use super::running::Running;
use super::slot::Slot;
use crate::store::{Entry, EntryKind, Millis};

impl Games {
    /// Gives a game what it needs.
    pub(super) async fn follow_up(&self, slot: &Arc<Slot>) {
        if let Ok(mut held) = self.open(slot).await {
            self.follow_up_held(slot, &mut held).await;
        }
    }

    /// The same for whoever has the game: nothing can come between it and its alarm.
    pub(super) async fn follow_up_held(&self, slot: &Arc<Slot>, held: &mut Held<'_>) {
        if let Err(error) = self.make_rematch(slot, held).await {
            tracing::warn!(game = slot.id, %error, "rematch");
        }
        let Some(game) = held.as_ref() else { return };
        self.set_alarm(slot, game.wake_at());
        if game.is_bot_to_move() {
            self.move_bot(slot);
        }
    }

    /// Creates the next game once everybody wants it.
    async fn make_rematch(&self, slot: &Arc<Slot>, held: &mut Held<'_>) -> Result<(), CommandError> {
        let now = self.store.now();
        let Some(row) = held.as_ref().and_then(|game| game.next_game(now)) else { return Ok(()) };
        let summary = Running::start(row.clone())?.summary();
        let (id, entry) =
            (row.id.clone(), Entry { at: now, seat: 0, kind: EntryKind::Rematch { game: row.id.clone() } });
        // Another instance may have created it; it is the same game.
        self.store.create(row, summary).await?;
        self.add(slot, held, entry).await?;
        self.follow_up_later(&id);
        Ok(())
    }

    /// Looks after another game.
    fn follow_up_later(&self, id: &str) {
        let (Some(games), slot) = (self.me.upgrade(), self.slots.get(id)) else { return };
        let task: Pin<Box<dyn Future<Output = ()> + Send>> =
            Box::pin(async move { games.follow_up(&slot).await });
        tokio::spawn(task);
    }

    /// Looks at the clocks when one may have run out.
    pub(super) fn set_alarm(&self, slot: &Slot, wake_at: Option<Millis>) {
        slot.set_alarm(wake_at.map(|at| {
            // Clocks differ a little: whoever comes too early waits once more, but not for nothing.
            let wait = Duration::from_millis(at.saturating_sub(self.store.now()).max(1) as u64);
            let (games, id) = (self.me.clone(), slot.id.clone());
            tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                if let Some(games) = games.upgrade() {
                    // What has gone wrong is in the log; whoever comes next looks at the clocks too.
                    let _ = games.execute(&id, Command::Tick).await;
                }
            })
            .abort_handle()
        }));
    }
}
