//! All games that are in memory, and those who listen to them.
//!
//! A slot holds one game behind a lock. Whoever wants something to happen judges it under the lock, lets it
//! happen in memory, stores it, and only then tells anybody. If it could not be stored, the game in memory is
//! thrown away and replayed when it is needed next; if another instance was quicker, it is judged again.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use cairn_session::Session;
use cairn_texts::{Language, Texts};
use tokio::sync::{MutexGuard, broadcast};
use tokio::task::AbortHandle;

use super::change::{Change, What};
use super::create::{Created, NewGame};
use super::running::{Judged, Running, Wish};
use super::seat::Token;
use super::state::State;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::store::{Appended, Entry, EntryKind, News, Store, StoreError, Summary};

/// Messages that wait for a slow listener; one that is slower gets the state instead.
const BACKLOG: usize = 8;
/// How often an entry is judged again because another instance was quicker.
const TRIES: usize = 8;

/// All games that are in memory.
pub(crate) struct Games {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pool: Arc<Pool>,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    /// How many games stay in memory while nobody listens.
    most: usize,
    pub(crate) me: Weak<Self>,
}

/// A place for a game.
pub(crate) struct Slot {
    pub(crate) id: String,
    game: tokio::sync::Mutex<Option<Running>>,
    listeners: broadcast::Sender<Change>,
    /// How many listen with boards, by language.
    viewers: [AtomicUsize; Language::ALL.len()],
    /// The task that waits for the clock.
    alarm: Mutex<Option<AbortHandle>>,
    /// How often the bots of this game were called since nobody let them play.
    pub(super) calls: AtomicUsize,
}

/// What came of a wish.
pub(crate) struct Done {
    pub(crate) state: State,
    /// The seat that was taken.
    pub(crate) seat: Option<usize>,
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

impl Slot {
    fn viewer_count(&self, view: Option<Language>) -> Option<&AtomicUsize> {
        let index = Language::ALL.iter().position(|language| Some(*language) == view)?;
        self.viewers.get(index)
    }

    fn is_listened_to(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    /// Tells all listeners.
    pub(super) fn tell(&self, what: &What, game: &Running, now: i64) {
        if self.is_listened_to() {
            let languages = std::array::from_fn(|index| self.viewers[index].load(Ordering::Relaxed) > 0);
            // Nobody may be listening any more, which is fine.
            let _ = self.listeners.send(Change::new(what, game, now, languages));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    pub(crate) fn new(store: Arc<dyn Store>, pool: Arc<Pool>, most: usize) -> Arc<Self> {
        Arc::new_cyclic(|me| Self { store, pool, slots: Mutex::default(), most, me: me.clone() })
    }

    /// How many games are in memory.
    pub(crate) fn loaded(&self) -> usize {
        lock(&self.slots).len()
    }

    /// The slot of an id. Those that nobody uses go when there are too many.
    pub(super) fn slot(&self, id: &str) -> Arc<Slot> {
        let mut slots = lock(&self.slots);
        if let Some(slot) = slots.get(id) {
            return Arc::clone(slot);
        }
        if slots.len() >= self.most {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1 || slot.is_listened_to());
        }
        let slot = Arc::new(Slot {
            id: id.to_owned(),
            game: tokio::sync::Mutex::new(None),
            listeners: broadcast::channel(BACKLOG).0,
            viewers: std::array::from_fn(|_| AtomicUsize::new(0)),
            alarm: Mutex::default(),
            calls: AtomicUsize::new(0),
        });
        slots.insert(id.to_owned(), Arc::clone(&slot));
        slot
    }

    /// The slot of a game that exists, with the game in it.
    pub(super) async fn open<'a>(
        &self,
        slot: &'a Slot,
        texts: Texts,
    ) -> Result<MutexGuard<'a, Option<Running>>, Problem> {
        let mut guard = slot.game.lock().await;
        if guard.is_none() {
            *guard = self.store.game(&slot.id).await?.map(Running::replay).transpose()?;
        }
        if guard.is_none() {
            lock(&self.slots).remove(&slot.id);
            let id = cairn_session::excerpt(&slot.id);
            return Err(Problem::unknown(texts.tell("web.problem.unknown_game", &[("id", &id)])));
        }
        Ok(guard)
    }

    /// Looks at a game, as it is when its clocks have been looked at.
    pub(crate) async fn look<T>(
        &self,
        id: &str,
        texts: Texts,
        look: impl FnOnce(&Running, i64) -> T,
    ) -> Result<T, Problem> {
        let slot = self.slot(id);
        let guard = self.open(&slot, texts).await?;
        let now = self.store.now();
        let is_time_up = guard.as_ref().is_some_and(|game| game.is_time_up(now));
        if is_time_up {
            drop(guard);
            self.wish(id, Wish::Tick, texts).await?;
            return self.look_now(&slot, texts, look).await;
        }
        guard.as_ref().map(|game| look(game, now)).ok_or_else(|| Problem::unknown(""))
    }

    async fn look_now<T>(
        &self,
        slot: &Slot,
        texts: Texts,
        look: impl FnOnce(&Running, i64) -> T,
    ) -> Result<T, Problem> {
        let guard = self.open(slot, texts).await?;
        guard.as_ref().map(|game| look(game, self.store.now())).ok_or_else(|| Problem::unknown(""))
    }

    /// The state of a game.
    pub(crate) async fn state(&self, id: &str, texts: Texts) -> Result<State, Problem> {
        self.look(id, texts, State::of).await
    }

    /// A copy of a game's session.
    pub(crate) async fn session(&self, id: &str, texts: Texts) -> Result<Box<dyn Session>, Problem> {
        self.look(id, texts, |game, _| game.session().fork()).await
    }

    /// Creates a game; its state, and the creator's seat and token.
    pub(crate) async fn create(
        &self,
        new: NewGame,
        texts: Texts,
    ) -> Result<(State, Option<(usize, Token)>), Problem> {
        let Created { row, seat } = new.check(self.store.now(), texts)?;
        let id = row.id.clone();
        let summary = Running::start(row.clone())?.summary();
        if self.store.create(row, summary).await? == Appended::Taken {
            return Err(Problem::unavailable("please try again"));
        }
        let state = self.state(&id, texts).await?;
        self.look_after(&self.slot(&id)).await;
        Ok((state, seat))
    }

    /// Fulfils a wish, if it can be. It runs to its end even if nobody waits for it any more.
    pub(crate) async fn wish(&self, id: &str, wish: Wish, texts: Texts) -> Result<Done, Problem> {
        let Some(games) = self.me.upgrade() else { return Err(Problem::unavailable("the server stops")) };
        let slot = self.slot(id);
        let done = tokio::spawn(async move { games.fulfil(&slot, wish, texts).await }).await;
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "a request failed");
            Err(Problem::unavailable("please try again"))
        })
    }

    async fn fulfil(&self, slot: &Arc<Slot>, wish: Wish, texts: Texts) -> Result<Done, Problem> {
        for _ in 0..TRIES {
            let mut guard = self.open(slot, texts).await?;
            let Some(game) = guard.as_mut() else { continue };
            let now = self.store.now();
            match game.judge(&wish, now, texts)? {
                Judged::Nothing => return Ok(Done { state: State::of(game, now), seat: None }),
                Judged::Repeated(ply) => {
                    return Ok(Done { state: State::at(game, ply + 1, now), seat: None });
                }
                Judged::Entry(entry) => {
                    let seat = Some(usize::from(entry.seat));
                    let is_tick = entry.kind == EntryKind::Tick;
                    if !self.add(slot, &mut guard, entry, texts).await? {
                        continue;
                    }
                    // A clock that has run out comes before what was wanted.
                    if is_tick && !matches!(wish, Wish::Tick) {
                        drop(guard);
                        self.look_after(slot).await;
                        continue;
                    }
                    let state = guard.as_ref().map(|game| State::of(game, now));
                    drop(guard);
                    self.look_after(slot).await;
                    let state = match state {
                        Some(state) if !matches!(wish, Wish::Act { .. }) => state,
                        // The other game of a rematch may have been created just now.
                        _ => self.look_now(slot, texts, State::of).await?,
                    };
                    return Ok(Done { state, seat });
                }
            }
        }
        Err(Problem::unavailable(texts.say("web.problem.busy")))
    }

    /// Lets an entry happen, stores it, and tells everybody; whether it was stored, or another instance was
    /// quicker.
    async fn add(
        &self,
        slot: &Slot,
        guard: &mut MutexGuard<'_, Option<Running>>,
        entry: Entry,
        texts: Texts,
    ) -> Result<bool, Problem> {
        // Until it is stored, the slot is empty: whatever goes wrong, the next one replays.
        let Some(mut game) = guard.take() else { return Ok(false) };
        let number = game.number;
        if let Err(refused) = game.apply(&entry) {
            let _ = texts;
            return Err(Problem::conflict(refused));
        }
        let what = match &entry.kind {
            EntryKind::Move { text } => What::Moved { mv: text.clone(), by: entry.seat.into() },
            _ => What::Changed,
        };
        let stored = self.store.append(&slot.id, number, entry, game.summary()).await?;
        if stored == Appended::Taken {
            return Ok(false);
        }
        slot.tell(&what, &game, self.store.now());
        **guard = Some(game);
        Ok(true)
    }

    /// What a game needs after a change: the next game, an alarm for its clocks, its bot.
    pub(super) async fn look_after(&self, slot: &Arc<Slot>) {
        if let Err(error) = self.make_rematch(slot).await {
            tracing::warn!(game = slot.id, error = error.detail, "rematch");
        }
        let Ok(guard) = self.open(slot, Texts::default()).await else { return };
        let Some(game) = guard.as_ref() else { return };
        let (wake_at, bot) = (game.wake_at(), game.summary().bot_to_move);
        drop(guard);
        self.set_alarm(slot, wake_at);
        if bot {
            self.move_bot(slot);
        }
    }

    /// Creates the next game once everybody wants it.
    async fn make_rematch(&self, slot: &Arc<Slot>) -> Result<(), Problem> {
        let mut guard = self.open(slot, Texts::default()).await?;
        let now = self.store.now();
        let Some(row) = guard.as_ref().and_then(|game| game.next_game(now)) else { return Ok(()) };
        let summary: Summary = Running::start(row.clone())?.summary();
        let (id, entry) =
            (row.id.clone(), Entry { at: now, seat: 0, kind: EntryKind::Rematch { game: row.id.clone() } });
        // Another instance may have created it; it is the same game.
        self.store.create(row, summary).await?;
        self.add(slot, &mut guard, entry, Texts::default()).await?;
        drop(guard);
        self.look_after_later(&id);
        Ok(())
    }

    /// Looks after another game.
    fn look_after_later(&self, id: &str) {
        let (Some(games), slot) = (self.me.upgrade(), self.slot(id)) else { return };
        let task: Pin<Box<dyn Future<Output = ()> + Send>> =
            Box::pin(async move { games.look_after(&slot).await });
        tokio::spawn(task);
    }

    /// Looks at the clocks when one may have run out.
    fn set_alarm(&self, slot: &Arc<Slot>, wake_at: Option<i64>) {
        let task = wake_at.map(|at| {
            let wait = Duration::from_millis(at.saturating_sub(self.store.now()).max(0) as u64);
            let (games, id) = (self.me.clone(), slot.id.clone());
            tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                if let Some(games) = games.upgrade() {
                    // What has gone wrong is in the log; whoever comes next looks at the clocks too.
                    let _ = games.wish(&id, Wish::Tick, Texts::default()).await;
                }
            })
            .abort_handle()
        });
        let old = std::mem::replace(&mut *lock(&slot.alarm), task);
        if let Some(old) = old {
            old.abort();
        }
    }

    /// Listens to a game, with boards in a language or without.
    pub(crate) async fn listen(
        &self,
        id: &str,
        view: Option<Language>,
        texts: Texts,
    ) -> Result<Listener, Problem> {
        let slot = self.slot(id);
        drop(self.open(&slot, texts).await?);
        if let Some(count) = slot.viewer_count(view) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        let changes = slot.listeners.subscribe();
        Ok(Listener { slot, changes, view })
    }

    /// The message with the state of a game, for one listener.
    pub(crate) async fn greeting(&self, listener: &Listener, texts: Texts) -> Result<Change, Problem> {
        let languages = Language::ALL.map(|language| Some(language) == listener.view);
        let id = &listener.slot.id;
        self.look(id, texts, |game, now| Change::new(&What::State, game, now, languages)).await
    }

    /// Reads what other instances have stored, and tells those who listen here.
    pub(crate) async fn hear(&self, news: &News) {
        let known = lock(&self.slots).get(&news.game).cloned();
        let Some(slot) = known else { return };
        let mut guard = slot.game.lock().await;
        let Some(game) = guard.as_mut().filter(|game| game.number <= news.number) else { return };
        if let Err(error) = self.catch_up(&slot, game).await {
            tracing::warn!(game = slot.id, %error, "news");
            *guard = None;
        }
        drop(guard);
        if slot.is_listened_to() {
            self.look_after(&slot).await;
        }
    }

    async fn catch_up(&self, slot: &Slot, game: &mut Running) -> Result<(), StoreError> {
        for entry in self.store.entries(&slot.id, game.number).await? {
            game.replay_entry(&entry)?;
            let what = match entry.kind {
                EntryKind::Move { text } => What::Moved { mv: text, by: entry.seat.into() },
                _ => What::Changed,
            };
            slot.tell(&what, game, self.store.now());
        }
        Ok(())
    }

    /// Catches up with everything that is in memory, after news may have been lost.
    pub(crate) async fn hear_all(&self) {
        let ids: Vec<String> = lock(&self.slots).keys().cloned().collect();
        for game in ids {
            self.hear(&News { game, number: u32::MAX }).await;
        }
    }
}
