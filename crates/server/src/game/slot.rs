//! The place of a game in memory.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

use super::broadcast::{Broadcaster, Update};
use super::running::RunningGame;
use crate::pool::run_blocking;
use crate::store::{Entry, Millis, StoreError};

/// The place of a game in memory.
pub(crate) struct Slot {
    pub(crate) id: String,
    /// The game, unless it has to be read from the store.
    pub(super) game: tokio::sync::Mutex<Option<RunningGame>>,
    pub(super) broadcaster: Arc<Broadcaster>,
    /// The task that waits for the clock.
    alarm: Mutex<Option<AbortHandle>>,
    /// The number of present clients by the tokens of their seats.
    pub(super) present: Mutex<HashMap<String, usize>>,
    /// The number of times that the bots were woken since the task that runs them started; 0 without a task.
    pub(super) bot_wakeups: AtomicUsize,
}

impl Slot {
    fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            game: tokio::sync::Mutex::new(None),
            broadcaster: Arc::default(),
            alarm: Mutex::default(),
            present: Mutex::default(),
            bot_wakeups: AtomicUsize::new(0),
        }
    }

    /// Replays stored entries outside the async workers, and broadcasts those that the listeners have not received.
    pub(super) async fn replay(
        &self,
        mut game: RunningGame,
        entries: Vec<Entry>,
        now: Millis,
    ) -> Result<RunningGame, StoreError> {
        let announced = self.broadcaster.last_announced().filter(|_| self.broadcaster.has_listeners());
        let (game, updates) = run_blocking(move || {
            let mut updates = Vec::new();
            for entry in &entries {
                game.replay_entry(entry)?;
                if announced.is_some_and(|announced| game.number > announced) {
                    updates.push((Update::of(entry), game.snapshot(now)));
                }
            }
            Ok::<_, StoreError>((game, updates))
        })
        .await??;
        for (update, snapshot) in updates {
            self.broadcaster.announce(update, snapshot);
        }
        self.broadcaster.set_announced(game.number);
        Ok(game)
    }

    /// Replaces the task that waits for the clock.
    pub(super) fn set_alarm(&self, task: Option<AbortHandle>) {
        let old = std::mem::replace(&mut *lock(&self.alarm), task);
        if let Some(old) = old {
            old.abort();
        }
    }
}

impl Drop for Slot {
    /// A game that leaves memory needs no alarm: the next request for it checks its clocks.
    fn drop(&mut self) {
        self.set_alarm(None);
    }
}

/// The slots by the ids of their games.
pub(crate) struct Slots {
    all: Mutex<All>,
    /// The number of unused games in memory.
    idle: usize,
}

struct All {
    by_id: HashMap<String, Arc<Slot>>,
    /// The number of slots at which unused ones are dropped.
    full: usize,
}

impl Slots {
    pub(super) fn new(idle: usize) -> Self {
        Self { all: Mutex::new(All { by_id: HashMap::new(), full: idle }), idle }
    }

    /// Returns the number of slots.
    pub(crate) fn len(&self) -> usize {
        lock(&self.all).by_id.len()
    }

    /// Returns the slot of an id, if there is one.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Slot>> {
        lock(&self.all).by_id.get(id).cloned()
    }

    /// Returns the slot of an id, and creates it if necessary.
    pub(super) fn get(&self, id: &str) -> Arc<Slot> {
        let mut all = lock(&self.all);
        if let Some(slot) = all.by_id.get(id) {
            return Arc::clone(slot);
        }
        if all.by_id.len() >= all.full {
            // A slot in use has another reference.
            all.by_id.retain(|_, slot| Arc::strong_count(slot) > 1);
            all.full = all.by_id.len() + self.idle;
        }
        let slot = Arc::new(Slot::new(id));
        all.by_id.insert(id.to_owned(), Arc::clone(&slot));
        slot
    }

    /// Removes a slot without a game, unless it has other users: a game never has two slots in use.
    pub(super) fn forget(&self, slot: &Slot) {
        let mut all = lock(&self.all);
        let is_unused =
            |known: &Arc<Slot>| std::ptr::eq(Arc::as_ptr(known), slot) && Arc::strong_count(known) <= 2;
        if all.by_id.get(&slot.id).is_some_and(is_unused) {
            all.by_id.remove(&slot.id);
        }
    }

    /// Returns all slots.
    pub(super) fn all(&self) -> Vec<Arc<Slot>> {
        lock(&self.all).by_id.values().cloned().collect()
    }
}

/// Locks a mutex; ignores a panic of another thread that held it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_slots_are_limited() {
        let slots = Slots::new(10);
        let used: Vec<Arc<Slot>> = (0..30).map(|id| slots.get(&format!("used {id}"))).collect();
        for id in 0..1_000 {
            drop(slots.get(&format!("idle {id}")));
            assert!(slots.len() <= used.len() + 10, "{}", slots.len());
        }
        for slot in &used {
            assert!(Arc::ptr_eq(slot, &slots.get(&slot.id)), "a game has one slot");
        }
        drop(used);
        (0..50).for_each(|id| drop(slots.get(&format!("late {id}"))));
        assert!(slots.len() <= 40, "{}", slots.len());
    }

    #[test]
    fn a_slot_with_other_users_is_not_removed() {
        let slots = Slots::new(10);
        let (one, two) = (slots.get("a"), slots.get("a"));
        slots.forget(&one);
        assert!(Arc::ptr_eq(&two, &slots.get("a")));
        drop(two);
        slots.forget(&one);
        assert_eq!(slots.len(), 0);
        // A slot that was already removed must not remove its successor.
        let other = slots.get("a");
        slots.forget(&one);
        assert!(Arc::ptr_eq(&other, &slots.get("a")));
    }
}
