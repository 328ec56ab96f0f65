//! All games that are in memory, and those who listen to them.
//!
//! A slot holds one game behind a lock. A command is judged completely under the lock before anything changes, then
//! applied in memory, stored, and only then announced. If an entry could not be stored, the game in memory is dropped
//! and replayed when it is needed next; if another instance was quicker, the command is judged again. Before rejecting a
//! command, the server catches up with entries written by other instances. Under the lock a request only takes a
//! snapshot; states, boards, steps and records are made from it off the async workers.

use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Weak};

use cairn_session::Session;
use cairn_texts::{Language, Texts};
use tokio::sync::MutexGuard;

use super::change::{Change, Update};
use super::create::{Created, NewGame};
use super::creator::{BotsOnlyGames, Creators};
use super::judge::{Command, Decision};
use super::running::Running;
use super::seat::Token;
use super::slot::{Listener, Slot, Slots};
use super::snapshot::Moment;
use super::state::State;
use crate::api::Visitor;
use crate::off_worker::off_worker;
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
    creators: Creators,
    pub(super) bots_only: BotsOnlyGames,
    /// The number of games whose bots this instance moves.
    pub(super) bot_tasks: AtomicU32,
    pub(super) me: Weak<Self>,
}

/// A game that nobody else can change at the moment, if it is in memory.
pub(super) type Held<'a> = MutexGuard<'a, Option<Running>>;

/// The game after a command.
pub(crate) struct CommandResult {
    pub(crate) moment: Moment,
    /// The seat that acted, if anything was stored.
    pub(crate) seat: Option<usize>,
    /// The ply after a move that was repeated: its answer is that of the first time.
    repeated: Option<usize>,
}

impl CommandResult {
    /// The number of moves after the command; after the first time of a move that was repeated.
    pub(crate) fn ply(&self) -> usize {
        self.repeated.unwrap_or(self.moment.snapshot.ply)
    }

    /// The state to answer with.
    pub(crate) async fn state(self) -> Result<State, Problem> {
        let Self { moment, repeated, .. } = self;
        let state = move || repeated.map_or_else(|| moment.state(), |ply| moment.state_at(ply));
        Ok(off_worker(state).await?)
    }
}

impl Games {
    /// So many games stay in memory while nobody uses them.
    pub(crate) fn new(store: Arc<dyn Store>, pool: Arc<Pool>, idle: usize) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            store,
            pool,
            slots: Slots::new(idle),
            creators: Creators::default(),
            bots_only: BotsOnlyGames::default(),
            bot_tasks: AtomicU32::new(0),
            me: me.clone(),
        })
    }

    /// How many games are in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.slots.len()
    }

    /// The game of a slot, which is read if it is not in memory.
    pub(super) async fn open<'a>(&self, slot: &'a Arc<Slot>, texts: Texts) -> Result<Held<'a>, Problem> {
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
    pub(super) async fn load(&self, slot: &Arc<Slot>, held: &mut Held<'_>) -> Result<(), StoreError> {
        **held = match self.store.game(&slot.id).await? {
            Some(stored) => {
                let game = Running::start(stored.row)?;
                Some(slot.replay(game, stored.entries, self.store.now()).await?)
            }
            None => None,
        };
        Ok(())
    }

    /// The same, with all that other instances have stored by now: news of it may be under way still.
    pub(super) async fn open_now<'a>(&self, slot: &'a Arc<Slot>, texts: Texts) -> Result<Held<'a>, Problem> {
        let mut held = self.open(slot, texts).await?;
        if self.store.is_shared() {
            self.catch_up(slot, &mut held).await?;
        }
        Ok(held)
    }

    /// A game as it is now, after its clocks were checked.
    async fn moment(&self, id: &str, texts: Texts) -> Result<Moment, Problem> {
        let slot = self.slots.get(id);
        let mut held = self.open_now(&slot, texts).await?;
        if held.as_ref().is_some_and(|game| game.is_time_up(self.store.now())) {
            drop(held);
            self.execute(id, Command::Tick, texts).await?;
            held = self.open(&slot, texts).await?;
        }
        held.as_ref().map(|game| game.moment(self.store.now())).ok_or_else(|| Problem::not_found(""))
    }

    /// The state of a game.
    pub(crate) async fn state(&self, id: &str, texts: Texts) -> Result<State, Problem> {
        let moment = self.moment(id, texts).await?;
        Ok(off_worker(move || moment.state()).await?)
    }

    /// A copy of a game's session.
    pub(crate) async fn session(&self, id: &str, texts: Texts) -> Result<Box<dyn Session>, Problem> {
        self.with_session(id, texts, Session::fork).await
    }

    /// The result of some work on a game's session, done without the game's lock and without holding the worker.
    pub(crate) async fn with_session<T: Send + 'static>(
        &self,
        id: &str,
        texts: Texts,
        work: impl FnOnce(&dyn Session) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Moment { snapshot, .. } = self.moment(id, texts).await?;
        Ok(off_worker(move || work(&**snapshot.session())).await?)
    }

    /// Creates a game of a visitor; its state, and the creator's seat and token.
    pub(crate) async fn create(
        &self,
        new: NewGame,
        creator: &Visitor,
        texts: Texts,
    ) -> Result<(State, Option<(usize, Token)>), Problem> {
        let Created { mut row, seat } = new.check(self.store.now(), texts)?;
        row.creator = Some(self.creators.key(creator));
        let id = row.id.clone();
        let summary = Running::start(row.clone())?.summary();
        if self.store.create(row, summary).await? == Appended::Taken {
            return Err(Problem::unavailable("please try again"));
        }
        let slot = self.slots.get(&id);
        let mut held = self.open(&slot, texts).await?;
        self.follow_up_held(&slot, &mut held).await;
        let moment = held.as_ref().map(|game| game.moment(self.store.now()));
        drop(held);
        let moment = moment.ok_or_else(|| Problem::unavailable("please try again"))?;
        Ok((off_worker(move || moment.state()).await?, seat))
    }

    /// Executes a command, if that is possible. It runs to its end even if nobody waits for it any more.
    pub(crate) async fn execute(
        &self,
        id: &str,
        command: Command,
        texts: Texts,
    ) -> Result<CommandResult, Problem> {
        let Some(games) = self.me.upgrade() else { return Err(Problem::unavailable("the server stops")) };
        let slot = self.slots.get(id);
        let done = tokio::spawn(async move { games.try_execute(&slot, command, texts).await }).await;
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "a request failed");
            Err(Problem::unavailable("please try again"))
        })
    }

    async fn try_execute(
        &self,
        slot: &Arc<Slot>,
        command: Command,
        texts: Texts,
    ) -> Result<CommandResult, Problem> {
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
                    return Ok(CommandResult { moment: game.moment(now), seat: None, repeated: None });
                }
                Decision::Repeated(ply) => {
                    let repeated = Some(ply + 1);
                    return Ok(CommandResult { moment: game.moment(now), seat: None, repeated });
                }
                Decision::Entry(entry) => {
                    let seat = Some(usize::from(entry.seat));
                    let is_tick = entry.kind == EntryKind::Tick;
                    if !self.add(slot, &mut held, entry).await? {
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
                    let Some(game) = held.as_ref() else { return Err(Problem::not_found("")) };
                    return Ok(CommandResult { moment: game.moment(now), seat, repeated: None });
                }
            }
        }
        Err(Problem::unavailable(texts.say("web.problem.busy")))
    }

    /// Lets an entry happen, stores it, and tells everybody; whether it was stored, or another instance was
    /// quicker.
    pub(super) async fn add(
        &self,
        slot: &Arc<Slot>,
        held: &mut Held<'_>,
        entry: Entry,
    ) -> Result<bool, StoreError> {
        // Until it is stored, the slot is empty: whatever goes wrong, the next one replays.
        let Some(mut game) = held.take() else { return Ok(false) };
        let number = game.number;
        game.replay_entry(&entry)?;
        let what = Update::of(&entry);
        let stored = self.store.append(&slot.id, number, entry, game.summary()).await?;
        if stored == Appended::Taken {
            return Ok(false);
        }
        slot.announce_entry(what, &game, self.store.now());
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
        let moment = self.moment(&listener.slot.id, texts).await?;
        Ok(off_worker(move || Change::new(&Update::State, &moment, languages)).await?)
    }
}

#[cfg(test)]
#[path = "games_tests.rs"]
mod tests;
