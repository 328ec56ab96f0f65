//! Schedules work that follows from an entry: the rematch, the alarm for the clocks, and the moves of bots.
//!
//! The instance that holds the bot lock of a game runs its bots; if that instance dies, another one adopts them. The
//! bots of all games of one creator share that creator's computing time.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use cairn_table::ThinkJob;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::broadcast::Update;
use super::error::CommandError;
use super::games::{GameGuard, Games};
use super::judge::Command;
use super::running::RunningGame;
use super::slot::{Slot, lock};
use crate::pool::Lane;
use crate::store::{Entry, EntryKind, Millis, SeatRow, WaitingGame};

/// The interval between searches for games in which a bot is to move and no instance runs it.
const ADOPTION_INTERVAL: Duration = Duration::from_secs(1);
/// The number of such games that it adopts at a time, besides those whose bots it already runs.
const MAX_ADOPTIONS: u32 = 500;

/// The pauses between attempts to lock the bots of a game after a person's move: another instance may be about to
/// release the lock. Later, [`Games::adopt_orphaned_bots`] finds the game.
const LOCK_RETRY_DELAYS: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(150)];

/// The number of games between bots of one creator that run at the same time; others wait until one is over.
const MAX_BOTS_ONLY_GAMES: usize = 4;

impl Games {
    /// Schedules the work that follows from the last entry of a game. The caller holds the game's lock, so no other
    /// entry comes between this entry and its alarm.
    pub(super) async fn schedule(&self, slot: &Arc<Slot>, guard: &mut GameGuard<'_>) {
        if let Err(error) = self.create_rematch(slot, guard).await {
            tracing::warn!(game = slot.id, %error, "the rematch was not created");
        }
        let Some(game) = guard.as_ref() else { return };
        self.set_alarm(slot, game.wake_at());
        if game.is_bot_to_move() {
            self.wake_bot(slot);
        }
    }

    /// Creates the rematch once all players want it.
    async fn create_rematch(&self, slot: &Arc<Slot>, guard: &mut GameGuard<'_>) -> Result<(), CommandError> {
        let now = self.store.now();
        let Some(row) = guard.as_ref().and_then(|game| game.rematch_row(now)) else { return Ok(()) };
        let summary = RunningGame::start(row.clone())?.summary();
        let (id, entry) =
            (row.id.clone(), Entry { at: now, seat: 0, kind: EntryKind::Rematch { game: row.id.clone() } });
        // If another instance has created it, it has the same id.
        self.store.create(row, summary).await?;
        self.add(slot, guard, entry).await?;
        self.spawn_schedule(&id);
        Ok(())
    }

    /// Schedules the work that follows in another game. Boxed, because it is recursive through [`Games::schedule`].
    fn spawn_schedule(&self, id: &str) {
        let (Some(games), slot) = (self.me.upgrade(), self.slots.get(id)) else { return };
        let task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            if let Ok(mut guard) = games.open(&slot).await {
                games.schedule(&slot, &mut guard).await;
            }
        });
        tokio::spawn(task);
    }

    /// Checks the clocks when one may have expired.
    pub(super) fn set_alarm(&self, slot: &Slot, wake_at: Option<Millis>) {
        slot.set_alarm(wake_at.map(|at| {
            // The clocks of instances differ slightly: an early alarm is set again, at least 1 ms later.
            let wait = Duration::from_millis(at.saturating_sub(self.store.now()).max(1) as u64);
            let (games, id) = (self.me.clone(), slot.id.clone());
            tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                if let Some(games) = games.upgrade() {
                    // Errors are in the log; the next request for this game checks the clocks too.
                    let _ = games.execute(&id, Command::Tick).await;
                }
            })
            .abort_handle()
        }));
    }

    /// Runs the bots of a game while it is their turn. A task that already does so checks once more before it ends.
    fn wake_bot(&self, slot: &Arc<Slot>) {
        if slot.bot_wakeups.fetch_add(1, Ordering::AcqRel) == 0 {
            self.spawn_bot_task(slot, &LOCK_RETRY_DELAYS);
        }
    }

    /// Runs the bots of an orphaned game, unless a task already does so.
    fn adopt(&self, slot: &Arc<Slot>) {
        if slot.bot_wakeups.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.spawn_bot_task(slot, &[]);
        }
    }

    fn spawn_bot_task(&self, slot: &Arc<Slot>, retry_delays: &'static [Duration]) {
        let (Some(games), slot) = (self.me.upgrade(), Arc::clone(slot)) else { return };
        self.bot_tasks.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            loop {
                let wakeups = slot.bot_wakeups.load(Ordering::Acquire);
                let mut delays = retry_delays.iter();
                while !games.run_bots(&slot).await {
                    let Some(delay) = delays.next() else { break };
                    tokio::time::sleep(*delay).await;
                }
                if slot.bot_wakeups.compare_exchange(wakeups, 0, Ordering::AcqRel, Ordering::Acquire).is_ok()
                {
                    break;
                }
            }
            games.bot_tasks.fetch_sub(1, Ordering::Relaxed);
        });
    }

    /// Runs the bots of a game until it is a person's turn; returns `false` if another instance holds the bot lock.
    async fn run_bots(&self, slot: &Arc<Slot>) -> bool {
        let Some((creator, is_bots_only)) = self.creator_of(slot).await else { return true };
        let _permit = if is_bots_only { self.bots_only.enter(&creator).await } else { None };
        let lock = match self.store.lock_bots(&slot.id).await {
            Ok(Some(lock)) => lock,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(game = slot.id, %error, "the bot lock is unavailable");
                return false;
            }
        };
        while let Some((bot, job, turn)) = self.next_job(slot).await {
            let thought = self.pool.think(&creator, &bot, job).await;
            let text = match thought {
                Some(Ok(text)) => text,
                Some(Err(fault)) => {
                    tracing::error!(game = slot.id, %fault, "a bot failed");
                    break;
                }
                // The server is shutting down, or the game will be adopted again later.
                None => break,
            };
            // Without the lock, another instance may already compute the same move.
            if !lock.is_held() {
                break;
            }
            if let Err(error) = self.execute(&slot.id, Command::BotMove { text, turn }).await {
                tracing::warn!(game = slot.id, %error, "a bot's move was not stored");
                break;
            }
        }
        true
    }

    /// Returns the scheduling key of a game, and whether only bots play in it.
    async fn creator_of(&self, slot: &Arc<Slot>) -> Option<(String, bool)> {
        let guard = self.open(slot).await.ok()?;
        let game = guard.as_ref()?;
        Some((game.row.scheduling_key().to_owned(), game.seats.iter().all(SeatRow::is_bot)))
    }

    /// Returns the bot to move, its job, and the turn of the job.
    async fn next_job(&self, slot: &Arc<Slot>) -> Option<(String, ThinkJob, u32)> {
        // Another instance may have just stored its move.
        let guard = self.open_now(slot).await.ok()?;
        let game = guard.as_ref().filter(|game| game.is_bot_to_move())?;
        let job = game.table.think_job()?;
        slot.broadcaster
            .announce(Update::Thinking { by: job.player().index() }, game.snapshot(self.store.now()));
        let bot = game.seats.get(job.player().index())?.player.clone();
        Some((bot, job, game.turn))
    }

    /// Finds games in which a bot is to move and no instance runs it, while the server runs.
    pub(crate) async fn adopt_orphaned_bots(self: Arc<Self>) {
        loop {
            let limit = MAX_ADOPTIONS.saturating_add(self.bot_tasks.load(Ordering::Relaxed));
            match self.store.games_of_bots(limit).await {
                Ok(mut games) => {
                    games.sort_by_key(slowest_lane);
                    for game in games {
                        self.adopt(&self.slots.get(&game.id));
                    }
                }
                Err(error) => tracing::warn!(%error, "cannot list the games in which a bot is to move"),
            }
            tokio::time::sleep(ADOPTION_INTERVAL).await;
        }
    }
}

/// Returns the lane of its slowest bot: games of fast bots are adopted first.
fn slowest_lane(game: &WaitingGame) -> Lane {
    let bots = game.seats.iter().filter(|seat| seat.is_bot());
    bots.map(|seat| Lane::of_bot(&seat.player)).max().unwrap_or(Lane::QuickBot)
}

/// Derives keys of creators that may be stored: hashes of their addresses with a random key that never leaves this
/// process. The keys group games, also after a restart, and do not reveal addresses.
#[derive(Default)]
pub(super) struct CreatorKeys(RandomState);

impl CreatorKeys {
    pub(super) fn key(&self, client: IpAddr) -> String {
        format!("{:016x}", self.0.hash_one(client))
    }
}

/// Limits the games between bots of one creator that run at the same time.
#[derive(Default)]
pub(super) struct BotsOnlyGames(Mutex<HashMap<String, Weak<Semaphore>>>);

impl BotsOnlyGames {
    /// Waits until a game of this creator may run; it may run until the permit is dropped. Never returns `None` while
    /// the server runs.
    pub(super) async fn enter(&self, creator: &str) -> Option<OwnedSemaphorePermit> {
        self.of(creator).acquire_owned().await.ok()
    }

    fn of(&self, creator: &str) -> Arc<Semaphore> {
        let mut all = lock(&self.0);
        if let Some(games) = all.get(creator).and_then(Weak::upgrade) {
            return games;
        }
        all.retain(|_, games| games.strong_count() > 0);
        let games = Arc::new(Semaphore::new(MAX_BOTS_ONLY_GAMES));
        all.insert(creator.to_owned(), Arc::downgrade(&games));
        games
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_client_has_one_key_per_process() {
        let [one, two] = [1, 2].map(|last| IpAddr::from([127, 0, 0, last]));
        let creators = CreatorKeys::default();
        assert_eq!(creators.key(one), creators.key(one));
        assert_ne!(creators.key(one), creators.key(two));
        assert_ne!(creators.key(one), CreatorKeys::default().key(one));
    }

    #[tokio::test]
    async fn games_between_bots_wait_for_others_of_the_same_creator() {
        let games = BotsOnlyGames::default();
        let mut running = Vec::new();
        for _ in 0..MAX_BOTS_ONLY_GAMES {
            running.push(games.enter("one").now_or_never().flatten().unwrap());
        }
        let mut waiting = Box::pin(games.enter("one"));
        assert!((&mut waiting).now_or_never().is_none());
        let other = games.enter("two").now_or_never().flatten();
        assert!(other.is_some());
        running.pop();
        assert!(waiting.await.is_some());
        drop((running, other));
        drop(games.of("three"));
        assert_eq!(games.0.lock().unwrap().len(), 1, "creators without games are forgotten");
    }
}
