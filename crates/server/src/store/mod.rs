//! Stores games and studies: [`Store`] is the trait over SQLite and PostgreSQL, `entry.rs` the stored data.
//!
//! A game is a row that never changes, and entries that are only appended. Its state is their replay. An entry's number
//! is part of its key: if two instances accept the fifth entry, the database rejects one of them, and that instance
//! judges again after the other's entry.

mod database;
mod entry;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use thiserror::Error;
use tokio::sync::broadcast;

pub use cairn_protocol::{Action, Millis};
pub use database::open;
pub use entry::{Entry, EntryKind, GameRow, SeatRow, StudyRow, Summary, Terms, WaitingGame};
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

/// The number of notifications that can wait for a slow receiver before it lags.
const NOTIFICATION_CAPACITY: usize = 4096;

/// A failure of the database.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The database cannot be reached, or rejects a statement.
    #[error("the database failed: {0}")]
    Failed(String),
    /// A stored value is invalid.
    #[error("the database holds something unreadable: {0}")]
    Unreadable(String),
}

/// The outcome of storing a game or an entry.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum AppendOutcome {
    /// It is stored durably.
    Stored,
    /// Nothing is stored: the entry is not the next one, the game does not exist, or the id of a new game is in use.
    Conflict,
}

/// A game with all its entries.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct StoredGame {
    /// The terms of the game.
    pub row: GameRow,
    /// The entries in order; the first has the number 0.
    pub entries: Vec<Entry>,
}

/// Notifies that any instance, including this one, has stored an entry.
///
/// A notification only means that there is something to read; it may arrive late or twice. A receiver that lags
/// ([`broadcast::error::RecvError::Lagged`]) treats that like [`Notification::missed`].
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Notification {
    /// The game.
    pub game: String,
    /// The number of the entry.
    pub number: u32,
}

impl Notification {
    /// Creates a notification that any game may have new entries, because the connection to the database was lost for a
    /// while.
    pub fn missed() -> Self {
        Self { game: String::new(), number: 0 }
    }

    /// Returns whether the receiver has to read the entries of every game in memory again.
    pub fn is_missed(&self) -> bool {
        self.game.is_empty()
    }
}

/// The exclusive right to run the bots of one game. It ends when it is dropped, or when its holder dies.
pub trait BotLock: Send + Sync {
    /// Returns whether this instance still holds it: another one may take over once the connection to the database is
    /// lost.
    fn is_held(&self) -> bool;
}

/// A database of games and studies. A write that returns `Ok` is durable, even if the process is killed. A write that
/// returns an error may still have been stored: read again before judging.
#[async_trait]
pub trait Store: Send + Sync {
    /// Returns the time, by the clock that all instances share.
    fn now(&self) -> Millis;

    /// Returns whether other instances may store entries too, so that games in memory may be outdated.
    fn is_shared(&self) -> bool;

    /// Creates a game without entries; returns a conflict if the id is in use.
    async fn create(&self, row: GameRow, summary: Summary) -> Result<AppendOutcome, StoreError>;

    /// Returns a game with all its entries.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// Returns the entries of a game from a number on.
    async fn entries(&self, id: &str, from: u32) -> Result<Vec<Entry>, StoreError>;

    /// Appends an entry and updates the summary of its game; returns a conflict unless it has the next number.
    async fn append(
        &self,
        id: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<AppendOutcome, StoreError>;

    /// Returns the ids of the public games that are not over, the last changed first.
    async fn public_games(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Returns the games in which a bot is to move: the longest waiting one of each creator first, then the second of
    /// each.
    async fn games_of_bots(&self, limit: u32) -> Result<Vec<WaitingGame>, StoreError>;

    /// Counts the games that are not over.
    async fn running_games(&self) -> Result<u64, StoreError>;

    /// Returns the ids of games in order, after an id.
    async fn ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Deletes the games last changed before a time, either those that are over or those that are not; returns their
    /// number.
    async fn delete_before(&self, before: Millis, over: bool) -> Result<u64, StoreError>;

    /// Returns the studies of this database.
    fn studies(&self) -> &dyn StudyStore;

    /// Locks the bots of a game; `None` while another instance holds the lock.
    async fn lock_bots(&self, id: &str) -> Result<Option<Box<dyn BotLock>>, StoreError>;

    /// Subscribes to notifications of entries.
    fn notifications(&self) -> broadcast::Receiver<Notification>;

    /// Checks that the database can be read and written, by a durable write.
    async fn check(&self) -> Result<(), StoreError>;
}

/// The studies of a database. As with games, a write that returns `Ok` is durable.
#[async_trait]
pub trait StudyStore: Send + Sync {
    /// Creates a study; returns a conflict if the id is in use.
    async fn create_study(&self, row: StudyRow) -> Result<AppendOutcome, StoreError>;

    /// Returns a study.
    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError>;

    /// Replaces the content of a study and increments its version; returns a conflict unless it has the given version.
    async fn save_study(
        &self,
        id: &str,
        version: u32,
        content: String,
        updated: Millis,
    ) -> Result<AppendOutcome, StoreError>;

    /// Returns the ids of studies in order, after an id.
    async fn study_ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Deletes the studies last changed before a time; returns their number.
    async fn delete_studies_before(&self, before: Millis) -> Result<u64, StoreError>;
}

/// The bot locks that this instance holds.
#[derive(Clone, Debug, Default)]
struct LocalBotLocks(Arc<Mutex<HashSet<String>>>);

impl LocalBotLocks {
    /// Locks the bots of a game unless they are locked.
    fn lock(&self, game: &str) -> Option<BotLockGuard> {
        let is_new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(game.to_owned());
        is_new.then(|| BotLockGuard { locks: self.clone(), game: game.to_owned() })
    }
}

/// Unlocks the bots of a game when it is dropped.
#[derive(Debug)]
struct BotLockGuard {
    locks: LocalBotLocks,
    game: String,
}

impl Drop for BotLockGuard {
    fn drop(&mut self) {
        self.locks.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.game);
    }
}

/// The system's clock, adjusted to that of the database. Its time never goes backwards within a process.
#[derive(Debug, Default)]
struct Clock {
    /// The offset of the database's clock from the system's.
    offset: AtomicI64,
    /// The latest time returned.
    latest: AtomicI64,
}

impl Clock {
    /// Returns the time, which is never earlier than the last one returned.
    fn now(&self) -> Millis {
        let time = system_time().saturating_add(self.offset.load(Ordering::Relaxed));
        self.latest.fetch_max(time, Ordering::Relaxed).max(time)
    }

    /// Adjusts the clock: the time of the database was `theirs` between `before` and `after` here.
    #[cfg(any(test, feature = "postgres"))]
    fn set(&self, theirs: Millis, before: Millis, after: Millis) {
        self.offset.store(theirs - before.midpoint(after), Ordering::Relaxed);
    }
}

/// Returns the system's time.
fn system_time() -> Millis {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_millis() as Millis,
        Err(before) => -(before.duration().as_millis() as Millis),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_follows_the_database_and_never_goes_backwards() {
        let clock = Clock::default();
        let start = clock.now();
        assert!(start > 1_700_000_000_000);
        let here = system_time();
        clock.set(here + 1_000_000, here, here);
        let ahead = clock.now();
        assert!(ahead >= start + 1_000_000);
        clock.set(here - 1_000_000, here, here);
        assert_eq!(clock.now(), ahead);
    }
}
