//! All games that are in memory, and those who listen to them.
//!
//! A slot holds one game behind a lock. [`Games::execute`] judges a command under the lock, applies the resulting entry
//! in memory, stores it, and only then broadcasts it and schedules the clock and the bots. If an entry could not be
//! stored, the game in memory is dropped and replayed when it is needed next; if another instance was quicker, the
//! command is judged again. Before rejecting a command, the server catches up with entries written by other instances.
//! Under the lock a request only takes a snapshot; states, boards, steps and records are made from it off the async
//! workers.

use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Weak};

use cairn_protocol::{GameState, NewGame};
use cairn_session::Session;
use cairn_texts::Language;
use tokio::sync::MutexGuard;

use super::broadcast::{Change, Listener, Update};
use super::create::{self, Created};
use super::creator::{BotsOnlyGames, Creators};
use super::error::CommandError;
use super::judge::{Command, Verdict};
use super::running::Running;
use super::seat::Token;
use super::slot::{Slot, Slots};
use super::snapshot::Moment;
use crate::api::Visitor;
use crate::off_worker::off_worker;
use crate::pool::Pool;
use crate::store::{AppendOutcome, Entry, EntryKind, Store, StoreError};

/// How often a command is judged because other instances were quicker.
const MAX_ATTEMPTS: usize = 8;

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
    pub(crate) async fn state(self) -> Result<GameState, CommandError> {
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
    pub(super) async fn open<'a>(&self, slot: &'a Arc<Slot>) -> Result<Held<'a>, CommandError> {
        let mut held = slot.game.lock().await;
        if held.is_none() {
            self.load(slot, &mut held).await?;
        }
        if held.is_none() {
            self.slots.forget(slot);
            return Err(CommandError::UnknownGame(slot.id.clone()));
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
    pub(super) async fn open_now<'a>(&self, slot: &'a Arc<Slot>) -> Result<Held<'a>, CommandError> {
        let mut held = self.open(slot).await?;
        if self.store.is_shared() {
            self.catch_up(slot, &mut held).await?;
        }
        Ok(held)
    }

    /// A game as it is now, after its clocks were checked.
    async fn moment(&self, id: &str) -> Result<Moment, CommandError> {
        let slot = self.slots.get(id);
        let mut held = self.open_now(&slot).await?;
        if held.as_ref().is_some_and(|game| game.is_time_up(self.store.now())) {
            drop(held);
            self.execute(id, Command::Tick).await?;
            held = self.open(&slot).await?;
        }
        let game = held.as_ref().ok_or_else(|| CommandError::UnknownGame(id.to_owned()))?;
        Ok(game.moment(self.store.now()))
    }

    /// The state of a game.
    pub(crate) async fn state(&self, id: &str) -> Result<GameState, CommandError> {
        let moment = self.moment(id).await?;
        Ok(off_worker(move || moment.state()).await?)
    }

    /// A copy of a game's session.
    pub(crate) async fn session(&self, id: &str) -> Result<Box<dyn Session>, CommandError> {
        self.with_session(id, Session::fork).await
    }

    /// The result of some work on a game's session, done without the game's lock and without holding the worker.
    pub(crate) async fn with_session<T: Send + 'static>(
        &self,
        id: &str,
        work: impl FnOnce(&dyn Session) -> T + Send + 'static,
    ) -> Result<T, CommandError> {
        let Moment { snapshot, .. } = self.moment(id).await?;
        Ok(off_worker(move || work(&**snapshot.session())).await?)
    }

    /// Creates a game of a visitor; its state, and the creator's seat and token.
    pub(crate) async fn create(
        &self,
        new: NewGame,
        creator: &Visitor,
    ) -> Result<(GameState, Option<(usize, Token)>), CommandError> {
        let Created { mut row, seat } = create::check(new, self.store.now())?;
        row.creator = Some(self.creators.key(creator));
        let id = row.id.clone();
        let summary = Running::start(row.clone())?.summary();
        if self.store.create(row, summary).await? == AppendOutcome::Conflict {
            return Err(CommandError::IdTaken);
        }
        let slot = self.slots.get(&id);
        let mut held = self.open(&slot).await?;
        self.schedule(&slot, &mut held).await;
        let moment = held.as_ref().map(|game| game.moment(self.store.now()));
        drop(held);
        let moment = moment.ok_or(CommandError::Contention)?;
        Ok((off_worker(move || moment.state()).await?, seat))
    }

    /// Judges a command and carries out the verdict. Runs to its end even if the caller stops waiting.
    pub(crate) async fn execute(&self, id: &str, command: Command) -> Result<CommandResult, CommandError> {
        let games = self.me.upgrade().ok_or(CommandError::ShuttingDown)?;
        let slot = self.slots.get(id);
        let result = tokio::spawn(async move { games.judge_and_store(&slot, command).await }).await;
        result.unwrap_or_else(|error| {
            tracing::error!(%error, "a command panicked");
            Err(CommandError::TaskFailed)
        })
    }

    async fn judge_and_store(
        &self,
        slot: &Arc<Slot>,
        command: Command,
    ) -> Result<CommandResult, CommandError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut held = self.open(slot).await?;
            let Some(game) = held.as_ref() else { continue };
            let now = self.store.now();
            let verdict = game.judge(&command, now);
            // Before rejecting a command, catch up with entries written by other instances.
            let is_entry = matches!(verdict, Ok(Verdict::Append(_)));
            if !is_entry && self.store.is_shared() && self.catch_up(slot, &mut held).await? {
                continue;
            }
            let Some(game) = held.as_ref() else { continue };
            let entry = match verdict? {
                Verdict::Append(entry) => entry,
                Verdict::Repeated { ply } => {
                    let repeated = Some(ply + 1);
                    return Ok(CommandResult { moment: game.moment(now), seat: None, repeated });
                }
                Verdict::NoChange => {
                    if matches!(command, Command::Tick) {
                        self.set_alarm(slot, game.wake_at());
                    }
                    return Ok(CommandResult { moment: game.moment(now), seat: None, repeated: None });
                }
            };
            let seat = Some(usize::from(entry.seat));
            let is_tick = entry.kind == EntryKind::Tick;
            if !self.add(slot, &mut held, entry).await? {
                continue;
            }
            self.schedule(slot, &mut held).await;
            // A clock that has run out comes before the command, which is judged again.
            if is_tick && !matches!(command, Command::Tick) {
                continue;
            }
            if held.is_none() {
                drop(held);
                held = self.open(slot).await?;
            }
            let game = held.as_ref().ok_or_else(|| CommandError::UnknownGame(slot.id.clone()))?;
            return Ok(CommandResult { moment: game.moment(now), seat, repeated: None });
        }
        Err(CommandError::Contention)
    }

    /// Applies an entry, stores it and broadcasts it; false if another instance was quicker.
    pub(super) async fn add(
        &self,
        slot: &Arc<Slot>,
        held: &mut Held<'_>,
        entry: Entry,
    ) -> Result<bool, StoreError> {
        // The slot stays empty until the entry is stored: after any failure the next user replays the game.
        let Some(mut game) = held.take() else { return Ok(false) };
        let number = game.number;
        game.replay_entry(&entry)?;
        let update = Update::of(&entry);
        let stored = self.store.append(&slot.id, number, entry, game.summary()).await?;
        if stored == AppendOutcome::Conflict {
            return Ok(false);
        }
        slot.broadcaster.announce_entry(update, &game, self.store.now());
        **held = Some(game);
        Ok(true)
    }

    /// Listens to a game, with boards in a language or without.
    pub(crate) async fn listen(&self, id: &str, view: Option<Language>) -> Result<Listener, CommandError> {
        let slot = self.slots.get(id);
        let held = self.open(&slot).await?;
        let listener = Listener::new(&slot, view);
        drop(held);
        Ok(listener)
    }

    /// The message with the state of a game, for one listener.
    pub(crate) async fn greeting(&self, listener: &Listener) -> Result<Change, CommandError> {
        let languages = Language::ALL.map(|language| Some(language) == listener.view());
        let moment = self.moment(&listener.slot.id).await?;
        Ok(off_worker(move || Change::new(&Update::State, &moment, languages)).await?)
    }
}

#[cfg(test)]
#[path = "games_tests.rs"]
mod tests;
