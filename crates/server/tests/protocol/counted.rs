//! A database that counts how often games are read, and whose clock a test can set.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use async_trait::async_trait;
use cairn_server::store::{
    AppendOutcome, BotLock, Entry, GameRow, Millis, Notification, SqliteStore, Store, StoreError, StoredGame,
    StudyStore, Summary, WaitingGame,
};
use tokio::sync::broadcast;

pub(crate) struct Counted {
    pub(crate) store: SqliteStore,
    /// The number of times that a whole game was read.
    pub(crate) reads: AtomicUsize,
    /// The offset of the clock, in milliseconds.
    pub(crate) ahead: AtomicI64,
    /// The number of entries that can still be stored before the database fails.
    pub(crate) room: AtomicUsize,
}

impl Counted {
    pub(crate) fn new(store: SqliteStore) -> Self {
        let (reads, ahead, room) = (AtomicUsize::new(0), AtomicI64::new(0), AtomicUsize::new(usize::MAX));
        Self { store, reads, ahead, room }
    }

    pub(crate) fn reads(&self) -> usize {
        self.reads.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Store for Counted {
    fn now(&self) -> Millis {
        self.store.now() + self.ahead.load(Ordering::Relaxed)
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn create(&self, row: GameRow, summary: Summary) -> Result<AppendOutcome, StoreError> {
        self.store.create(row, summary).await
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.store.game(id).await
    }

    async fn entries(&self, id: &str, from: u32) -> Result<Vec<Entry>, StoreError> {
        self.store.entries(id, from).await
    }

    async fn append(
        &self,
        id: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<AppendOutcome, StoreError> {
        let take = |room: usize| room.checked_sub(1);
        if self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
            return Err(StoreError::Failed("the disk is full".to_owned()));
        }
        self.store.append(id, number, entry, summary).await
    }

    async fn public_games(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        self.store.public_games(limit).await
    }

    async fn games_of_bots(&self, limit: u32) -> Result<Vec<WaitingGame>, StoreError> {
        self.store.games_of_bots(limit).await
    }

    async fn running_games(&self) -> Result<u64, StoreError> {
        self.store.running_games().await
    }

    async fn ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        self.store.ids_after(id, limit).await
    }

    async fn delete_before(&self, before: Millis, over: bool) -> Result<u64, StoreError> {
        self.store.delete_before(before, over).await
    }

    fn studies(&self) -> &dyn StudyStore {
        self.store.studies()
    }

    async fn lock_bots(&self, id: &str) -> Result<Option<Box<dyn BotLock>>, StoreError> {
        self.store.lock_bots(id).await
    }

    fn notifications(&self) -> broadcast::Receiver<Notification> {
        self.store.notifications()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.store.check().await
    }
}
