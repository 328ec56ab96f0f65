//! All games that are in memory, and those who listen to them.
//!
//! A slot holds one game behind a lock. Whoever wants something to happen judges it under the lock, lets it
//! happen in memory, stores it, and only then tells anybody. If it could not be stored, the game in memory is
//! thrown away and replayed when it is needed next; if another instance was quicker, it is judged again. Nothing is
//! refused because of what another instance has done before all of that is known here.

use std::sync::{Arc, Weak};

use cairn_session::Session;
use cairn_texts::{Language, Texts};
use tokio::sync::MutexGuard;

use super::change::{Change, Update};
use super::create::{Created, NewGame};
use super::judge::{Command, Decision, refusal};
use super::running::Running;
use super::seat::Token;
use super::slot::{Listener, Slot, Slots};
use super::state::State;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::store::{Appended, Entry, EntryKind, Store, StoreError};

/// How often an entry is judged again because another instance was quicker.
const TRIES: usize = 8;

/// All games that are in memory.
pub(crate) struct Games {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pool: Arc<Pool>,
    pub(super) slots: Slots,
    pub(super) me: Weak<Self>,
}

/// A game that nobody else can change at the moment, if it is in memory.
pub(super) type Held<'a> = MutexGuard<'a, Option<Running>>;

/// What came of a command.
pub(crate) struct Done {
    pub(crate) state: State,
    /// The seat that was taken.
    pub(crate) seat: Option<usize>,
}

impl Games {
    /// So many games stay in memory while nobody uses them.
    pub(crate) fn new(store: Arc<dyn Store>, pool: Arc<Pool>, idle: usize) -> Arc<Self> {
        Arc::new_cyclic(|me| Self { store, pool, slots: Slots::new(idle), me: me.clone() })
    }

    /// How many games are in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.slots.len()
    }

    /// The game of a slot, which is read if it is not in memory.
    pub(super) async fn open<'a>(&self, slot: &'a Slot, texts: Texts) -> Result<Held<'a>, Problem> {
        let mut held = slot.game.lock().await;
        if held.is_none() {
            self.load(slot, &mut held).await?;
        }
        if held.is_none() {
            self.slots.forget(slot);
            let id = cairn_session::excerpt(&slot.id);
            return Err(Problem::not_found(texts.tell("web.problem.unknown_game", &[("id", &id)])));
        }
        Ok(held)
    }

    /// Reads the game of a slot, if there is one.
    pub(super) async fn load(&self, slot: &Slot, held: &mut Held<'_>) -> Result<(), StoreError> {
        let stored = self.store.game(&slot.id).await?;
        **held = stored.map(|stored| slot.load(stored, self.store.now())).transpose()?;
        Ok(())
    }

    /// The same, with all that other instances have stored by now: news of it may be under way still.
    pub(super) async fn open_now<'a>(&self, slot: &'a Slot, texts: Texts) -> Result<Held<'a>, Problem> {
        let mut held = self.open(slot, texts).await?;
        if self.store.is_shared() {
            self.catch_up(slot, &mut held).await?;
        }
        Ok(held)
    }

    /// Looks at a game, as it is when its clocks have been looked at.
    pub(crate) async fn look<T>(
        &self,
        id: &str,
        texts: Texts,
        look: impl FnOnce(&Running, i64) -> T,
    ) -> Result<T, Problem> {
        let slot = self.slots.get(id);
        let mut held = self.open_now(&slot, texts).await?;
        if held.as_ref().is_some_and(|game| game.is_time_up(self.store.now())) {
            drop(held);
            self.execute(id, Command::Tick, texts).await?;
            held = self.open(&slot, texts).await?;
        }
        held.as_ref().map(|game| look(game, self.store.now())).ok_or_else(|| Problem::not_found(""))
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
        let slot = self.slots.get(&id);
        let mut held = self.open(&slot, texts).await?;
        self.follow_up_held(&slot, &mut held).await;
        let state = held.as_ref().map(|game| State::of(game, self.store.now()));
        Ok((state.ok_or_else(|| Problem::unavailable("please try again"))?, seat))
    }

    /// Executes a command, if that is possible. It runs to its end even if nobody waits for it any more.
    pub(crate) async fn execute(&self, id: &str, command: Command, texts: Texts) -> Result<Done, Problem> {
        let Some(games) = self.me.upgrade() else { return Err(Problem::unavailable("the server stops")) };
        let slot = self.slots.get(id);
        let done = tokio::spawn(async move { games.try_execute(&slot, command, texts).await }).await;
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "a request failed");
            Err(Problem::unavailable("please try again"))
        })
    }

    async fn try_execute(&self, slot: &Arc<Slot>, command: Command, texts: Texts) -> Result<Done, Problem> {
        for _ in 0..TRIES {
            let mut held = self.open(slot, texts).await?;
            let Some(game) = held.as_ref() else { continue };
            let now = self.store.now();
            let decision = game.decide(&command, now, texts);
            // What cannot be now may well be possible after what another instance has stored already.
            let is_entry = matches!(decision, Ok(Decision::Entry(_)));
            if !is_entry && self.store.is_shared() && self.catch_up(slot, &mut held).await? {
                continue;
            }
            let Some(game) = held.as_ref() else { continue };
            match decision? {
                Decision::Nothing => {
                    if matches!(command, Command::Tick) {
                        self.set_alarm(slot, game.wake_at());
                    }
                    return Ok(Done { state: State::of(game, now), seat: None });
                }
                Decision::Repeated(ply) => {
                    return Ok(Done { state: State::at(game, ply + 1, now), seat: None });
                }
                Decision::Entry(entry) => {
                    let seat = Some(usize::from(entry.seat));
                    let is_tick = entry.kind == EntryKind::Tick;
                    if !self.add(slot, &mut held, entry, texts).await? {
                        continue;
                    }
                    self.follow_up_held(slot, &mut held).await;
                    // A clock that has run out comes before what was wanted.
                    if is_tick && !matches!(command, Command::Tick) {
                        continue;
                    }
                    if held.is_none() {
                        drop(held);
                        held = self.open(slot, texts).await?;
                    }
                    let state = held.as_ref().map(|game| State::of(game, now));
                    return Ok(Done { state: state.ok_or_else(|| Problem::not_found(""))?, seat });
                }
            }
        }
        Err(Problem::unavailable(texts.say("web.problem.busy")))
    }

    /// Lets an entry happen, stores it, and tells everybody; whether it was stored, or another instance was
    /// quicker.
    pub(super) async fn add(
        &self,
        slot: &Slot,
        held: &mut Held<'_>,
        entry: Entry,
        texts: Texts,
    ) -> Result<bool, Problem> {
        // Until it is stored, the slot is empty: whatever goes wrong, the next one replays.
        let Some(mut game) = held.take() else { return Ok(false) };
        let number = game.number;
        game.apply(&entry).map_err(|refused| Problem::conflict(refusal(&refused, texts)))?;
        let what = Update::of(&entry);
        let stored = self.store.append(&slot.id, number, entry, game.summary()).await?;
        if stored == Appended::Taken {
            return Ok(false);
        }
        slot.announce_entry(&what, &game, self.store.now());
        **held = Some(game);
        Ok(true)
    }

    /// Listens to a game, with boards in a language or without.
    pub(crate) async fn listen(
        &self,
        id: &str,
        view: Option<Language>,
        texts: Texts,
    ) -> Result<Listener, Problem> {
        let slot = self.slots.get(id);
        let held = self.open(&slot, texts).await?;
        let listener = slot.listen(view);
        drop(held);
        Ok(listener)
    }

    /// The message with the state of a game, for one listener.
    pub(crate) async fn greeting(&self, listener: &Listener, texts: Texts) -> Result<Change, Problem> {
        let languages = Language::ALL.map(|language| Some(language) == listener.view());
        let id = &listener.slot.id;
        self.look(id, texts, |game, now| Change::new(&Update::State, game, now, languages)).await
    }
}
