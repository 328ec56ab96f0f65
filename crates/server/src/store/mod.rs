//! Where games are kept: what is stored about them, and the one trait over both databases.
//!
//! A game is a row that never changes, and entries that are only ever added. Its state is their replay. An
//! entry's number is part of its key, so that of two instances which both accept the fifth entry one is
//! refused, and judges again with what the other has stored.

mod entry;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use async_trait::async_trait;
use thiserror::Error;
use tokio::sync::broadcast;

pub use entry::{Action, Entry, EntryKind, GameRow, SeatRow, Summary};
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

/// Milliseconds since 1970, by the clock of the database.
pub type Millis = i64;

/// A database that cannot do what it is asked.
#[derive(Debug, Error)]
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
    /// There is an entry with this number already, or no such game; nothing was stored.
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
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct News {
    /// The game.
    pub game: String,
    /// The number of the entry.
    pub number: u32,
}

/// The right to let the bots of one game think. It ends when it is dropped, and when its holder dies.
pub trait BotLock: Send + Sync {}

/// A database of games. Whatever returns `Ok` is durable: it survives the end of this process, however it ends.
#[async_trait]
pub trait Store: Send + Sync {
    /// The time, by the clock that all instances share.
    fn now(&self) -> Millis;

    /// Creates a game without entries; `Taken` if there is one of that id.
    async fn create(&self, row: GameRow, summary: Summary) -> Result<Appended, StoreError>;

    /// A game with all its entries, if there is one of that id.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// The entries of a game from a number on.
    async fn entries(&self, id: &str, from: u32) -> Result<Vec<Entry>, StoreError>;

    /// Adds the entry of this number, and what is true of the game after it.
    async fn append(
        &self,
        id: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<Appended, StoreError>;

    /// The ids of the public games that are not over, the latest changed first.
    async fn public_games(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// The ids of the games in which a bot is to move, the longest waiting first.
    async fn games_of_bots(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// The number of games that are not over.
    async fn running_games(&self) -> Result<u64, StoreError>;

    /// The ids of all games in order, after one of them, at most so many.
    async fn ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Deletes games that were changed last before `before`, of those that are over if `over`; how many.
    async fn delete_before(&self, before: Millis, over: bool) -> Result<u64, StoreError>;

    /// The right to move the bots of a game; `None` while another instance has it.
    async fn lock_bots(&self, id: &str) -> Result<Option<Box<dyn BotLock>>, StoreError>;

    /// News of entries from now on.
    fn news(&self) -> broadcast::Receiver<News>;

    /// Whether the database answers.
    async fn check(&self) -> Result<(), StoreError>;
}
