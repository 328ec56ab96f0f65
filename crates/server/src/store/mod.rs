//! Where games are kept: what is stored about them, and the one trait over both databases.
//!
//! A game is a row that never changes, and entries that are only ever added. Its state is their replay. An
//! entry's number is part of its key, so that of two instances which both accept the fifth entry one is
//! refused, and judges again with what the other has stored.

mod clock;
mod database;
mod entry;
mod locks;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use async_trait::async_trait;
use thiserror::Error;
use tokio::sync::broadcast;

pub use database::open;
pub use entry::{Action, Entry, EntryKind, GameRow, SeatRow, Summary, WaitingGame};
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

/// How much news a receiver may leave unread before it lags.
const NEWS: usize = 4096;

/// Milliseconds since 1970, by the clock of the database.
pub type Millis = i64;

/// A database that cannot do what it is asked.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// It cannot be reached, or refuses.
    #[error("the database failed: {0}")]
    Failed(String),
    /// What it holds makes no sense.
    #[error("the database holds something unreadable: {0}")]
    Unreadable(String),
}

/// How an entry was received.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Appended {
    /// It is stored for good.
    Stored,
    /// It is not the next one, or there is no such game (when creating: there is one); nothing was stored.
    Taken,
}

/// A game with all its entries.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct StoredGame {
    /// What was agreed on at the start.
    pub row: GameRow,
    /// What has happened since, in order: the first has the number 0.
    pub entries: Vec<Entry>,
}

/// News that a game has a new entry, from any instance, this one included.
///
/// News says that there is something to read, and nothing more: it may come twice, and it may come late. A
/// receiver that lags ([`broadcast::error::RecvError::Lagged`]) treats that as it treats [`News::missed`].
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct News {
    /// The game.
    pub game: String,
    /// The number of the entry.
    pub number: u32,
}

impl News {
    /// News may have been missed, since the line to the database was broken: any game may have new entries.
    pub fn missed() -> Self {
        Self { game: String::new(), number: 0 }
    }

    /// Whether it is about all games: read the entries of every game in memory again.
    pub fn is_missed(&self) -> bool {
        self.game.is_empty()
    }
}

/// The right to let the bots of one game think. It ends when it is dropped, and when its holder dies.
pub trait BotLock: Send + Sync {
    /// Whether it is still held: another instance may take it over once the line to the database is broken.
    fn is_held(&self) -> bool;
}

/// A database of games. Whatever returns `Ok` is durable: it survives the end of this process, however it ends.
/// What returns an error may have been stored nevertheless: read again before judging.
#[async_trait]
pub trait Store: Send + Sync {
    /// The time, by the clock that all instances share.
    fn now(&self) -> Millis;

    /// Whether other instances may store entries too, so that what is in memory may be behind.
    fn is_shared(&self) -> bool;

    /// Creates a game without entries; `Taken` if there is one of that id.
    async fn create(&self, row: GameRow, summary: Summary) -> Result<Appended, StoreError>;

    /// A game with all its entries, if there is one of that id.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// The entries of a game from a number on.
    async fn entries(&self, id: &str, from: u32) -> Result<Vec<Entry>, StoreError>;

    /// Adds the entry of this number, which must be the next, and what is true of the game after it.
    async fn append(
        &self,
        id: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<Appended, StoreError>;

    /// The ids of the public games that are not over, the latest changed first.
    async fn public_games(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// The games in which a bot is to move: the longest waiting one of each creator first, then the second of each.
    async fn games_of_bots(&self, limit: u32) -> Result<Vec<WaitingGame>, StoreError>;

    /// The number of games that are not over.
    async fn running_games(&self) -> Result<u64, StoreError>;

    /// The ids of all games in order, after one of them, at most so many.
    async fn ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Deletes the games that were changed last before `before`, either of those that are over or of those that
    /// are not; how many.
    async fn delete_before(&self, before: Millis, over: bool) -> Result<u64, StoreError>;

    /// The right to move the bots of a game; `None` while another instance has it.
    async fn lock_bots(&self, id: &str) -> Result<Option<Box<dyn BotLock>>, StoreError>;

    /// News of entries from now on.
    fn news(&self) -> broadcast::Receiver<News>;

    /// Checks that the database can be read and written, by a write that is durable.
    async fn check(&self) -> Result<(), StoreError>;
}
