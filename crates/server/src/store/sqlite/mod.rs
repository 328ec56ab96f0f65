//! The store in an SQLite file, used by one instance: one thread writes, others read at the same time.

mod queries;
mod readers;
mod schema;
mod writer;

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use rusqlite::Connection;
use tokio::sync::broadcast;

use super::{
    AppendOutcome, BotLock, BotLockGuard, Clock, Entry, GameRow, LocalBotLocks, Millis,
    NOTIFICATION_CAPACITY, Notification, Store, StoreError, StoredGame, StudyRow, StudyStore, Summary,
    WaitingGame,
};
use readers::Readers;
use schema::named;
use writer::Writer;

/// The number of games that one transaction deletes, so that moves need not wait for all of them.
const DELETE_BATCH: u32 = 200;

/// A store in an SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    clock: Clock,
    notifications: broadcast::Sender<Notification>,
    locks: LocalBotLocks,
    readers: Readers,
    writer: Writer,
    /// Excludes other instances. This is the last field, so that it is dropped after the writer has ended.
    _lock: File,
}

impl SqliteStore {
    /// Opens or creates a file. Errors name it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let fail = |problem: String| named(path, &problem);
        schema::check_path(path).map_err(fail)?;
        // The lock needs a canonical name, even if links lead to the file.
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let lock = lock(&real).map_err(fail)?;
        let mut connection = schema::connect(&real).map_err(fail)?;
        schema::migrate(&mut connection).map_err(fail)?;
        schema::use_log(&connection).map_err(fail)?;
        let readers = Readers::open(&real).map_err(fail)?;
        let writer = Writer::start(connection, real).map_err(|error| fail(error.to_string()))?;
        Ok(Self {
            clock: Clock::default(),
            notifications: broadcast::channel(NOTIFICATION_CAPACITY).0,
            locks: LocalBotLocks::default(),
            readers,
            writer,
            _lock: lock,
        })
    }

    /// Repeats a statement that deletes a batch, until there is nothing left to delete.
    async fn delete_all(
        &self,
        delete: impl Fn(&Connection) -> rusqlite::Result<u64> + Copy + Send + 'static,
    ) -> Result<u64, StoreError> {
        let mut all = 0;
        loop {
            match self.writer.write(delete, |_| {}).await? {
                0 => return Ok(all),
                some => all += some,
            }
        }
    }
}

/// Locks the file for this process. SQLite locks it only during transactions.
fn lock(path: &Path) -> Result<File, String> {
    let mut name = OsString::from(path);
    name.push(".lock");
    let name = PathBuf::from(name);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&name);
    let file = file.map_err(|error| format!("{} cannot be written: {error}", name.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err("another cairn serve uses it".to_owned()),
        Err(TryLockError::Error(error)) => Err(format!("{} cannot be locked: {error}", name.display())),
    }
}

#[async_trait]
impl Store for SqliteStore {
    fn now(&self) -> Millis {
        self.clock.now()
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn create(&self, row: GameRow, summary: Summary) -> Result<AppendOutcome, StoreError> {
        row.check()?;
        let (seats, terms) = (super::entry::to_json(&row.seats)?, super::entry::to_json(&row.terms)?);
        let create =
            move |connection: &Connection| queries::create(connection, &row, (&seats, &terms), &summary);
        self.writer.write(create, |_| {}).await
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = id.to_owned();
        self.readers.read(move |connection| queries::game(connection, &id)).await?.transpose()
    }

    async fn entries(&self, id: &str, from: u32) -> Result<Vec<Entry>, StoreError> {
        let id = id.to_owned();
        self.readers.read(move |connection| queries::entries(connection, &id, from)).await?
    }

    async fn append(
        &self,
        id: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<AppendOutcome, StoreError> {
        let kind = entry.kind_text()?;
        let game = id.to_owned();
        let notifications = Notification { game: game.clone(), number };
        let publisher = self.notifications.clone();
        self.writer
            .write(
                move |connection| queries::append(connection, &game, number, &entry, &kind, &summary),
                move |&appended| {
                    if appended == AppendOutcome::Stored {
                        // There may be no receiver.
                        let _ = publisher.send(notifications);
                    }
                },
            )
            .await
    }

    async fn public_games(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        self.readers.read(move |connection| queries::ids(connection, queries::PUBLIC, [limit])).await
    }

    async fn games_of_bots(&self, limit: u32) -> Result<Vec<WaitingGame>, StoreError> {
        self.readers.read(move |connection| queries::of_bots(connection, limit)).await?
    }

    async fn running_games(&self) -> Result<u64, StoreError> {
        self.readers.read(queries::running).await
    }

    async fn ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let id = id.to_owned();
        self.readers.read(move |connection| queries::ids(connection, queries::AFTER, (id, limit))).await
    }

    async fn delete_before(&self, before: Millis, over: bool) -> Result<u64, StoreError> {
        self.delete_all(move |connection| queries::delete(connection, before, over, DELETE_BATCH)).await
    }

    fn studies(&self) -> &dyn StudyStore {
        self
    }

    async fn lock_bots(&self, id: &str) -> Result<Option<Box<dyn BotLock>>, StoreError> {
        Ok(self.locks.lock(id).map(|guard| Box::new(guard) as Box<dyn BotLock>))
    }

    fn notifications(&self) -> broadcast::Receiver<Notification> {
        self.notifications.subscribe()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.readers.read(queries::answer).await?;
        let now = self.now();
        self.writer.write(move |connection| queries::check_write(connection, now), |()| {}).await
    }
}

#[async_trait]
impl StudyStore for SqliteStore {
    async fn create_study(&self, row: StudyRow) -> Result<AppendOutcome, StoreError> {
        row.check()?;
        self.writer.write(move |connection| queries::create_study(connection, &row), |_| {}).await
    }

    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        let id = id.to_owned();
        self.readers.read(move |connection| queries::study(connection, &id)).await
    }

    async fn save_study(
        &self,
        id: &str,
        version: u32,
        content: String,
        updated: Millis,
    ) -> Result<AppendOutcome, StoreError> {
        let id = id.to_owned();
        let save = move |connection: &_| queries::save_study(connection, &id, version, &content, updated);
        self.writer.write(save, |_| {}).await
    }

    async fn study_ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let id = id.to_owned();
        self.readers
            .read(move |connection| queries::ids(connection, queries::STUDIES_AFTER, (id, limit)))
            .await
    }

    async fn delete_studies_before(&self, before: Millis) -> Result<u64, StoreError> {
        self.delete_all(move |connection| queries::delete_studies(connection, before, DELETE_BATCH)).await
    }
}

/// SQLite has no connection that could be lost.
impl BotLock for BotLockGuard {
    fn is_held(&self) -> bool {
        true
    }
}
