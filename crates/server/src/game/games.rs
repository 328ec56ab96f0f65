//! The games in memory: reads them from the store, and executes commands on them.
//!
//! A slot holds one game behind a lock. [`Games::execute`] judges a command under the lock, applies the resulting entry
//! in memory, stores it, and only then broadcasts it and schedules the clock and the bots. If an entry could not be
//! stored, it drops the game from memory; the next request replays it. If another instance was faster, it judges the
//! command again. Before rejecting a command, the server catches up with entries written by other instances. Under the
//! lock a request only takes a snapshot; states, boards, steps and records are computed from it outside the async
//! workers.

use std::net::IpAddr;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Weak};
use std::time::Duration;

use cairn_protocol::{GameState, NewGame};
use cairn_session::Session;
use cairn_texts::Language;
use tokio::sync::MutexGuard;

use super::broadcast::{Change, Listener, Update};
use super::create::{self, CreatorSeat};
use super::error::CommandError;
use super::judge::{Command, Verdict};
use super::presence::Presence;
use super::running::RunningGame;
use super::schedule::{BotsOnlyGames, CreatorKeys};
use super::slot::{Slot, Slots, lock};
use super::snapshot::TimedSnapshot;
use crate::pool::Pool;
use crate::pool::run_blocking;
use crate::store::{AppendOutcome, Entry, EntryKind, Store, StoreError};

/// The maximum number of attempts to execute a command while other instances are faster.
const MAX_ATTEMPTS: usize = 8;

/// The fraction (one part in this many) of the absence within which a returning player has not left, such as after a
/// reload of the page.
const GRACE_PART: u32 = 6;

/// The games in memory.
pub(crate) struct Games {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) slots: Slots,
    /// The absence of players after which the others can claim the game.
    absence: Duration,
    creator_keys: CreatorKeys,
    pub(super) bots_only: BotsOnlyGames,
    /// The number of games whose bots this instance runs.
    pub(super) bot_tasks: AtomicU32,
    pub(super) me: Weak<Self>,
}

/// The lock of a game; `None` inside while the game is not in memory.
pub(super) type GameGuard<'a> = MutexGuard<'a, Option<RunningGame>>;

/// The game after a command.
pub(crate) struct CommandResult {
    pub(crate) snapshot: TimedSnapshot,
    /// The seat that acted, if anything was stored.
    pub(crate) seat: Option<usize>,
    /// The ply after a repeated move, which gets the same answer as the first time.
    repeated: Option<usize>,
}

impl CommandResult {
    /// Returns the number of moves after the command; for a repeated move, after it was first played.
    pub(crate) fn ply(&self) -> usize {
        self.repeated.unwrap_or(self.snapshot.game.ply)
    }

    /// Computes the state to answer with.
    pub(crate) async fn state(self) -> Result<GameState, CommandError> {
        let Self { snapshot, repeated, .. } = self;
        let state = move || repeated.map_or_else(|| snapshot.state(), |ply| snapshot.state_at(ply));
        Ok(run_blocking(state).await?)
    }
}

impl Games {
    /// Keeps up to `idle` unused games in memory.
    pub(crate) fn new(store: Arc<dyn Store>, pool: Arc<Pool>, idle: usize, absence: Duration) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            store,
            pool,
            slots: Slots::new(idle),
            absence,
            creator_keys: CreatorKeys::default(),
            bots_only: BotsOnlyGames::default(),
            bot_tasks: AtomicU32::new(0),
            me: me.clone(),
        })
    }

    /// Locks the game of a slot, and reads it from the store if it is not in memory.
    pub(super) async fn open<'a>(&self, slot: &'a Arc<Slot>) -> Result<GameGuard<'a>, CommandError> {
        let mut guard = slot.game.lock().await;
        if guard.is_none() {
            self.load(slot, &mut guard).await?;
        }
        if guard.is_none() {
            self.slots.forget(slot);
            return Err(CommandError::UnknownGame(slot.id.clone()));
        }
        Ok(guard)
    }

    /// Reads the game of a slot from the store.
    pub(super) async fn load(&self, slot: &Arc<Slot>, guard: &mut GameGuard<'_>) -> Result<(), StoreError> {
        **guard = match self.store.game(&slot.id).await? {
            Some(stored) => {
                let mut game = RunningGame::start(stored.row)?;
                game.set_absence(self.absence);
                Some(slot.replay(game, stored.entries, self.store.now()).await?)
            }
            None => None,
        };
        Ok(())
    }

    /// Does the same as [`Self::open`], and catches up with other instances, whose notifications may not have arrived.
    pub(super) async fn open_now<'a>(&self, slot: &'a Arc<Slot>) -> Result<GameGuard<'a>, CommandError> {
        let mut guard = self.open(slot).await?;
        if self.store.is_shared() {
            self.catch_up(slot, &mut guard).await?;
        }
        Ok(guard)
    }

    /// Returns the current state of a game, after checking its clocks.
    async fn snapshot(&self, id: &str) -> Result<TimedSnapshot, CommandError> {
        let slot = self.slots.get(id);
        let mut guard = self.open_now(&slot).await?;
        if guard.as_ref().is_some_and(|game| game.is_time_up(self.store.now())) {
            drop(guard);
            self.execute(id, Command::Tick).await?;
            guard = self.open(&slot).await?;
        }
        let game = guard.as_ref().ok_or_else(|| CommandError::UnknownGame(id.to_owned()))?;
        Ok(game.snapshot(self.store.now()))
    }

    /// Returns the state of a game.
    pub(crate) async fn state(&self, id: &str) -> Result<GameState, CommandError> {
        let snapshot = self.snapshot(id).await?;
        Ok(run_blocking(move || snapshot.state()).await?)
    }

    /// Runs work on a copy of a game's session, without the game's lock and off the async workers.
    pub(crate) async fn with_session<T: Send + 'static>(
        &self,
        id: &str,
        work: impl FnOnce(&dyn Session) -> T + Send + 'static,
    ) -> Result<T, CommandError> {
        let TimedSnapshot { game, .. } = self.snapshot(id).await?;
        Ok(run_blocking(move || work(&*game.session)).await?)
    }

    /// Creates a game; returns its state, and the seat and token of the creator.
    pub(crate) async fn create(
        &self,
        new: NewGame,
        creator: IpAddr,
    ) -> Result<(GameState, Option<CreatorSeat>), CommandError> {
        let (mut row, seat) = create::check(new, self.store.now())?;
        row.creator = Some(self.creator_keys.key(creator));
        let id = row.id.clone();
        let summary = RunningGame::start(row.clone())?.summary();
        if self.store.create(row, summary).await? == AppendOutcome::Conflict {
            return Err(CommandError::IdTaken);
        }
        let slot = self.slots.get(&id);
        let mut guard = self.open(&slot).await?;
        self.schedule(&slot, &mut guard).await;
        let snapshot = guard.as_ref().map(|game| game.snapshot(self.store.now()));
        drop(guard);
        let snapshot = snapshot.ok_or(CommandError::Contention)?;
        Ok((run_blocking(move || snapshot.state()).await?, seat))
    }

    /// Judges a command and carries out the verdict. Runs to completion even if the caller stops waiting.
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
        mut command: Command,
    ) -> Result<CommandResult, CommandError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut guard = self.open(slot).await?;
            // A player may have returned since this absence was noted.
            if let Command::Presence { here, token } = &mut command {
                *here |= lock(&slot.present).contains_key(token);
            }
            let Some(game) = guard.as_ref() else { continue };
            let now = self.store.now();
            let verdict = game.judge(&command, now);
            // Before rejecting a command, catch up with entries written by other instances.
            let is_entry = matches!(verdict, Ok(Verdict::Append(_)));
            if !is_entry && self.store.is_shared() && self.catch_up(slot, &mut guard).await? {
                continue;
            }
            let Some(game) = guard.as_ref() else { continue };
            let entry = match verdict? {
                Verdict::Append(entry) => entry,
                Verdict::Repeated { ply } => {
                    let repeated = Some(ply + 1);
                    return Ok(CommandResult { snapshot: game.snapshot(now), seat: None, repeated });
                }
                Verdict::NoChange => {
                    if matches!(command, Command::Tick) {
                        self.set_alarm(slot, game.wake_at());
                    }
                    return Ok(CommandResult { snapshot: game.snapshot(now), seat: None, repeated: None });
                }
            };
            let seat = Some(usize::from(entry.seat));
            let is_tick = entry.kind == EntryKind::Tick;
            if !self.add(slot, &mut guard, entry).await? {
                continue;
            }
            self.schedule(slot, &mut guard).await;
            // An expired clock comes before the command, which is then judged again.
            if is_tick && !matches!(command, Command::Tick) {
                continue;
            }
            if guard.is_none() {
                drop(guard);
                guard = self.open(slot).await?;
            }
            let game = guard.as_ref().ok_or_else(|| CommandError::UnknownGame(slot.id.clone()))?;
            return Ok(CommandResult { snapshot: game.snapshot(now), seat, repeated: None });
        }
        Err(CommandError::Contention)
    }

    /// Applies an entry, stores it and broadcasts it; returns `false` if another instance was faster.
    pub(super) async fn add(
        &self,
        slot: &Arc<Slot>,
        guard: &mut GameGuard<'_>,
        entry: Entry,
    ) -> Result<bool, StoreError> {
        // The slot stays empty until the entry is stored: after any failure the next request replays the game.
        let Some(mut game) = guard.take() else { return Ok(false) };
        let number = game.number;
        game.replay_entry(&entry)?;
        let update = Update::of(&entry);
        let stored = self.store.append(&slot.id, number, entry, game.summary()).await?;
        if stored == AppendOutcome::Conflict {
            return Ok(false);
        }
        slot.broadcaster.announce_entry(update, &game, self.store.now());
        **guard = Some(game);
        Ok(true)
    }

    /// Records that a client with a token is viewing a game, until the guard is dropped.
    pub(crate) fn arrive(&self, listener: &Listener, token: &str) -> Presence {
        let games = self.me.clone();
        Presence::new(games, Arc::clone(&listener.slot), token.to_owned(), self.absence / GRACE_PART)
    }

    /// Returns the invitation to an open seat of a game; `None` if anyone may take it.
    pub(crate) async fn invitation(&self, id: &str) -> Result<Option<String>, CommandError> {
        let slot = self.slots.get(id);
        let guard = self.open(&slot).await?;
        let game = guard.as_ref().filter(|game| game.row.terms.by_invitation);
        Ok(game.and_then(RunningGame::invitation))
    }

    /// Subscribes to a game, with boards in a language or without.
    pub(crate) async fn listen(&self, id: &str, view: Option<Language>) -> Result<Listener, CommandError> {
        let slot = self.slots.get(id);
        let guard = self.open(&slot).await?;
        let listener = Listener::new(&slot, view);
        drop(guard);
        Ok(listener)
    }

    /// Returns the message with the whole state of a game, for one listener.
    pub(crate) async fn state_message(&self, listener: &Listener) -> Result<Change, CommandError> {
        let languages = Language::ALL.map(|language| Some(language) == listener.view());
        let snapshot = self.snapshot(&listener.slot.id).await?;
        Ok(run_blocking(move || Change::new(&Update::State, &snapshot, languages)).await?)
    }
}

#[cfg(test)]
#[path = "games_tests.rs"]
mod tests;
