//! A place in memory for one game, and those who listen to it.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cairn_texts::Language;
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

use super::change::{Change, Update};
use super::running::Running;
use super::snapshot::Moment;
use crate::off_worker::off_worker;
use crate::store::{Entry, Millis, StoreError};

/// Messages that wait for a slow listener; one that is slower gets the state instead.
const BACKLOG: usize = 8;
/// Nobody has been told of anything yet.
const NOTHING: u32 = u32::MAX;

/// Updates on their way to the listeners.
#[derive(Default)]
struct Outbox {
    waiting: VecDeque<(Update, Moment)>,
    /// Whether a task sends them.
    is_sending: bool,
}

/// A place for a game.
pub(crate) struct Slot {
    pub(crate) id: String,
    /// The game, unless it has to be read again.
    pub(super) game: tokio::sync::Mutex<Option<Running>>,
    listeners: broadcast::Sender<Change>,
    outbox: Mutex<Outbox>,
    /// How many listen with boards, by language.
    viewers: [AtomicUsize; Language::ALL.len()],
    /// Of how many entries those who listen have been told. Whatever is read beyond is told, whoever reads it.
    announced: AtomicU32,
    /// The task that waits for the clock.
    alarm: Mutex<Option<AbortHandle>>,
    /// How often the bots of this game were called since nobody let them play.
    pub(super) calls: AtomicUsize,
}

impl Slot {
    fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            game: tokio::sync::Mutex::new(None),
            listeners: broadcast::channel(BACKLOG).0,
            outbox: Mutex::default(),
            viewers: std::array::from_fn(|_| AtomicUsize::new(0)),
            announced: AtomicU32::new(NOTHING),
            alarm: Mutex::default(),
            calls: AtomicUsize::new(0),
        }
    }

    fn viewer_count(&self, view: Option<Language>) -> Option<&AtomicUsize> {
        let index = Language::ALL.iter().position(|language| Some(*language) == view)?;
        self.viewers.get(index)
    }

    pub(super) fn is_listened_to(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    /// Whether the entry of this number was told already.
    pub(super) fn has_announced(&self, number: u32) -> bool {
        let announced = self.announced.load(Ordering::Acquire);
        announced != NOTHING && announced > number
    }

    /// Sends an update to all listeners, after those before it. Boards are drawn without the game's lock.
    pub(super) fn announce(self: &Arc<Self>, what: Update, moment: Moment) {
        if !self.is_listened_to() {
            return;
        }
        let mut outbox = lock(&self.outbox);
        if outbox.waiting.len() >= BACKLOG {
            // Entries come faster than boards are drawn: the latest state stands for all that wait.
            outbox.waiting.clear();
            outbox.waiting.push_back((Update::State, moment.clone()));
        }
        outbox.waiting.push_back((what, moment));
        if !std::mem::replace(&mut outbox.is_sending, true) {
            tokio::spawn(Arc::clone(self).send_announcements());
        }
    }

    async fn send_announcements(self: Arc<Self>) {
        loop {
            let next = {
                let mut outbox = lock(&self.outbox);
                let next = outbox.waiting.pop_front();
                outbox.is_sending = next.is_some();
                next
            };
            let Some((what, moment)) = next else { return };
            let languages = std::array::from_fn(|index| self.viewers[index].load(Ordering::Relaxed) > 0);
            if let Ok(change) = off_worker(move || Change::new(&what, &moment, languages)).await {
                // All listeners may have left.
                let _ = self.listeners.send(change);
            }
        }
    }

    /// Sends the update for the last entry of a game to all listeners, unless they have it.
    pub(super) fn announce_entry(self: &Arc<Self>, what: Update, game: &Running, now: Millis) {
        if self.is_listened_to() && game.number > self.announced.load(Ordering::Acquire) {
            self.announce(what, game.moment(now));
        }
        self.announced.store(game.number, Ordering::Release);
    }

    /// Replays stored entries without holding the worker, and announces those that are new to the listeners.
    pub(super) async fn replay(
        self: &Arc<Self>,
        mut game: Running,
        entries: Vec<Entry>,
        now: Millis,
    ) -> Result<Running, StoreError> {
        let announced = self.announced.load(Ordering::Acquire);
        let is_new = move |number: u32| announced != NOTHING && number > announced;
        let is_listened_to = self.is_listened_to();
        let (game, updates) = off_worker(move || {
            let mut updates = Vec::new();
            for entry in &entries {
                game.replay_entry(entry)?;
                if is_listened_to && is_new(game.number) {
                    updates.push((Update::of(entry), game.moment(now)));
                }
            }
            Ok::<_, StoreError>((game, updates))
        })
        .await??;
        for (what, moment) in updates {
            self.announce(what, moment);
        }
        self.announced.store(game.number, Ordering::Release);
        Ok(game)
    }

    /// Waits for the clock by another task, instead of the one before.
    pub(super) fn set_alarm(&self, task: Option<AbortHandle>) {
        let old = std::mem::replace(&mut *lock(&self.alarm), task);
        if let Some(old) = old {
            old.abort();
        }
    }

    /// Listens with boards in a language, or without.
    pub(super) fn listen(self: &Arc<Self>, view: Option<Language>) -> Listener {
        if let Some(count) = self.viewer_count(view) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        Listener { changes: self.listeners.subscribe(), slot: Arc::clone(self), view }
    }
}

impl Drop for Slot {
    /// Nobody looks at the game: its clocks are looked at when somebody does.
    fn drop(&mut self) {
        self.set_alarm(None);
    }
}

/// Listens to a game. The board is drawn for it until it is dropped.
pub(crate) struct Listener {
    pub(crate) slot: Arc<Slot>,
    pub(crate) changes: broadcast::Receiver<Change>,
    view: Option<Language>,
}

impl Listener {
    /// The language in which it wants boards.
    pub(crate) const fn view(&self) -> Option<Language> {
        self.view
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Some(count) = self.slot.viewer_count(self.view) {
            count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The slots by the ids of their games.
pub(super) struct Slots {
    all: Mutex<All>,
    /// How many games stay in memory while nobody uses them.
    idle: usize,
}

struct All {
    by_id: HashMap<String, Arc<Slot>>,
    /// How many there are when those that nobody uses are dropped.
    full: usize,
}

impl Slots {
    pub(super) fn new(idle: usize) -> Self {
        Self { all: Mutex::new(All { by_id: HashMap::new(), full: idle }), idle }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        lock(&self.all).by_id.len()
    }

    /// The slot of an id, if there is one.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Slot>> {
        lock(&self.all).by_id.get(id).cloned()
    }

    /// The slot of an id.
    pub(super) fn get(&self, id: &str) -> Arc<Slot> {
        let mut all = lock(&self.all);
        if let Some(slot) = all.by_id.get(id) {
            return Arc::clone(slot);
        }
        if all.by_id.len() >= all.full {
            // Whoever uses one has it too.
            all.by_id.retain(|_, slot| Arc::strong_count(slot) > 1);
            all.full = all.by_id.len() + self.idle;
        }
        let slot = Arc::new(Slot::new(id));
        all.by_id.insert(id.to_owned(), Arc::clone(&slot));
        slot
    }

    /// Forgets a slot of which there is no game, unless somebody else has it too: there is never a second slot
    /// of a game while somebody uses the first.
    pub(super) fn forget(&self, slot: &Slot) {
        let mut all = lock(&self.all);
        let is_unused =
            |known: &Arc<Slot>| std::ptr::eq(Arc::as_ptr(known), slot) && Arc::strong_count(known) <= 2;
        if all.by_id.get(&slot.id).is_some_and(is_unused) {
            all.by_id.remove(&slot.id);
        }
    }

    /// All slots.
    pub(super) fn all(&self) -> Vec<Arc<Slot>> {
        lock(&self.all).by_id.values().cloned().collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_that_nobody_uses_are_bounded() {
        let slots = Slots::new(10);
        let used: Vec<Arc<Slot>> = (0..30).map(|id| slots.get(&format!("used {id}"))).collect();
        for id in 0..1_000 {
            drop(slots.get(&format!("idle {id}")));
            assert!(slots.len() <= used.len() + 10, "{}", slots.len());
        }
        for slot in &used {
            assert!(Arc::ptr_eq(slot, &slots.get(&slot.id)), "a slot in use is the only one of its game");
        }
        drop(used);
        (0..50).for_each(|id| drop(slots.get(&format!("late {id}"))));
        assert!(slots.len() <= 40, "{}", slots.len());
    }

    #[test]
    fn a_slot_that_others_use_is_not_forgotten() {
        let slots = Slots::new(10);
        let (one, two) = (slots.get("a"), slots.get("a"));
        slots.forget(&one);
        assert!(Arc::ptr_eq(&two, &slots.get("a")));
        drop(two);
        slots.forget(&one);
        assert_eq!(slots.len(), 0);
        // It is not the other's to forget.
        let other = slots.get("a");
        slots.forget(&one);
        assert!(Arc::ptr_eq(&other, &slots.get("a")));
    }

    #[test]
    fn whoever_has_left_is_not_counted() {
        let slot = Arc::new(Slot::new("a"));
        let listener = slot.listen(Some(Language::ALL[0]));
        assert!(slot.is_listened_to() && slot.viewers[0].load(Ordering::Relaxed) == 1);
        drop(listener);
        assert!(!slot.is_listened_to() && slot.viewers[0].load(Ordering::Relaxed) == 0);
    }
}
