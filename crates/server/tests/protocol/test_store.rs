//! A database whose clock, failures, bot locks and notifications a test controls, and which counts reads.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};

use async_trait::async_trait;
use cairn_server::store::{
    AppendOutcome, BotLock, Entry, GameRow, Millis, Notification, SqliteStore, Store, StoreError, StoredGame,
    StudyStore, Summary, WaitingGame,
};
use tokio::sync::broadcast;

pub(crate) struct TestStore {
    pub(crate) store: SqliteStore,
    /// The notifications, if another instance shares the database; otherwise the store's own are passed on.
    pub(crate) shared: Option<broadcast::Sender<Notification>>,
    /// The number of times that a whole game was read.
    pub(crate) reads: AtomicUsize,
    /// The offset of the clock, in milliseconds.
    pub(crate) ahead: AtomicI64,
    /// The number of entries that the store accepts before it fails.
    pub(crate) room: AtomicUsize,
    /// Whether the store keeps the next entry but returns an error.
    pub(crate) fails_late: AtomicBool,
    /// The number of bot locks that are lost while the bot thinks.
    pub(crate) lost_locks: AtomicUsize,
    /// Whether the last bot lock is still held.
    has_right: AtomicBool,
    /// Entries that were stored without it.
    pub(crate) wrong: AtomicUsize,
}

impl TestStore {
    pub(crate) fn new(store: SqliteStore) -> Self {
        Self {
            store,
            shared: None,
            reads: AtomicUsize::new(0),
            ahead: AtomicI64::new(0),
            room: AtomicUsize::new(usize::MAX),
            fails_late: AtomicBool::new(false),
            lost_locks: AtomicUsize::new(0),
            has_right: AtomicBool::new(true),
            wrong: AtomicUsize::new(0),
        }
    }

    /// The store as an instance sees it that shares the database with others.
    pub(crate) fn shared(store: SqliteStore) -> Self {
        Self { shared: Some(broadcast::channel(100).0), ..Self::new(store) }
    }

    /// The notification of an entry by another instance arrives.
    pub(crate) fn notify(&self, notification: Notification) {
        self.shared.as_ref().unwrap().send(notification).unwrap();
    }
}

struct Lock {
    _held: Box<dyn BotLock>,
    is_held: bool,
}

impl BotLock for Lock {
    fn is_held(&self) -> bool {
        self.is_held
    }
}

#[async_trait]
impl Store for TestStore {
    fn now(&self) -> Millis {
        self.store.now() + self.ahead.load(Ordering::Relaxed)
    }

    fn is_shared(&self) -> bool {
        self.shared.is_some()
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
        self.wrong.fetch_add(usize::from(!self.has_right.load(Ordering::Relaxed)), Ordering::Relaxed);
        let appended = self.store.append(id, number, entry, summary).await?;
        if self.fails_late.swap(false, Ordering::Relaxed) {
            return Err(StoreError::Failed("the line was cut".to_owned()));
        }
        Ok(appended)
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
        let lost =
            self.lost_locks.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| left.checked_sub(1));
        let held = self.store.lock_bots(id).await?;
        self.has_right.store(lost.is_err(), Ordering::Relaxed);
        Ok(held.map(|held| Box::new(Lock { _held: held, is_held: lost.is_err() }) as Box<dyn BotLock>))
    }

    fn notifications(&self) -> broadcast::Receiver<Notification> {
        self.shared.as_ref().map_or_else(|| self.store.notifications(), broadcast::Sender::subscribe)
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.store.check().await
    }
}
