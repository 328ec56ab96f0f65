//! The store in a PostgreSQL database, shared by several instances.
//!
//! Every operation is one statement, and so one transaction: nothing is half done when an instance dies or a client
//! disconnects.

mod appender;
mod bot_locks;
mod connections;
mod listener;
mod queries;
mod schema;
mod server;
mod session;
mod tls;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::broadcast;
use tokio::task::AbortHandle;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::{
    AppendOutcome, BotLock, Clock, Entry, GameRow, Millis, NOTIFICATION_CAPACITY, Notification, Store,
    StoreError, StoredGame, StudyRow, StudyStore, Summary, WaitingGame,
};
use appender::Appender;
use bot_locks::BotLocks;
use connections::Connections;
use listener::Listener;
use server::Server;

/// The number of games that one statement deletes, to stay within the statement timeout.
const DELETE_BATCH: i64 = 200;

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    connections: Arc<Connections>,
    appender: Appender,
    clock: Arc<Clock>,
    notifications: broadcast::Sender<Notification>,
    locks: BotLocks,
    /// The tasks that run while the store is open.
    tasks: [AbortHandle; 3],
}

impl PostgresStore {
    /// Connects to a database by its URL; creates or migrates its tables if necessary. Errors name the database without
    /// its password.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let server = Server::parse(url)?;
        schema::migrate(&server).await?;
        let connections = Arc::new(Connections::new(server.clone())?);
        let clock = Arc::new(Clock::default());
        let notifications = broadcast::channel(NOTIFICATION_CAPACITY).0;
        let listener = Listener {
            server: server.clone(),
            clock: Arc::clone(&clock),
            notifications: notifications.clone(),
        };
        let session = listener.connect().await?;
        let (locks, locking) = BotLocks::new(server);
        let (appender, appending) = Appender::new(Arc::clone(&connections));
        let tasks = [tokio::spawn(listener.run(session)), tokio::spawn(locking), tokio::spawn(appending)];
        let tasks = tasks.map(|task| task.abort_handle());
        Ok(Self { connections, appender, clock, notifications, locks, tasks })
    }

    /// Repeats a statement that deletes a batch, until there is nothing left to delete.
    async fn delete_all(&self, sql: &str, before: Millis) -> Result<u64, StoreError> {
        let mut all = 0;
        loop {
            match self.connections.number(sql, &[&before, &DELETE_BATCH]).await? {
                0 => return Ok(all),
                some => all += some as u64,
            }
        }
    }
}

#[async_trait]
impl Store for PostgresStore {
    fn now(&self) -> Millis {
        self.clock.now()
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn create(&self, row: GameRow, summary: Summary) -> Result<AppendOutcome, StoreError> {
        row.check()?;
        let seats = super::entry::to_json(&row.seats)?;
        let terms = super::entry::to_json(&row.terms)?;
        // A seed uses all 64 bits, and SQL integers have a sign.
        let seed = row.seed as i64;
        let parameters: [&(dyn ToSql + Sync); 13] = [
            &row.id,
            &row.spec,
            &row.start,
            &seats,
            &row.clock,
            &row.public,
            &seed,
            &row.created,
            &summary.bot_to_move,
            &summary.result,
            &summary.updated,
            &row.creator,
            &terms,
        ];
        Ok(appended(&self.connections.rows(queries::CREATE, &parameters).await?))
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        if is_impossible(id) {
            return Ok(None);
        }
        let rows = self.connections.rows(queries::GAME, &[&id]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let seats: String = self.connections.column(row, 3)?;
        let terms: String = self.connections.column(row, 12)?;
        let seed: i64 = self.connections.column(row, 6)?;
        let ats: Vec<i64> = self.connections.column(row, 8)?;
        let places: Vec<i16> = self.connections.column(row, 9)?;
        let kinds: Vec<String> = self.connections.column(row, 10)?;
        let entries = ats.into_iter().zip(places).zip(kinds);
        Ok(Some(StoredGame {
            row: GameRow {
                id: self.connections.column(row, 0)?,
                spec: self.connections.column(row, 1)?,
                start: self.connections.column(row, 2)?,
                seats: super::entry::from_json(&seats)?,
                clock: self.connections.column(row, 4)?,
                public: self.connections.column(row, 5)?,
                seed: seed as u64,
                created: self.connections.column(row, 7)?,
                creator: self.connections.column(row, 11)?,
                terms: super::entry::from_json(&terms)?,
            },
            entries: entries
                .map(|((at, seat), kind)| Entry::read(at, seat.into(), &kind))
                .collect::<Result<_, _>>()?,
        }))
    }

    async fn entries(&self, id: &str, from: u32) -> Result<Vec<Entry>, StoreError> {
        if is_impossible(id) {
            return Ok(Vec::new());
        }
        let rows = self.connections.rows(queries::ENTRIES, &[&id, &i64::from(from)]).await?;
        let entry = |row| {
            let (at, seat) = (self.connections.column(row, 0)?, self.connections.column::<i16>(row, 1)?);
            Entry::read(at, seat.into(), self.connections.column(row, 2)?)
        };
        rows.iter().map(entry).collect()
    }

    async fn append(
        &self,
        id: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<AppendOutcome, StoreError> {
        if is_impossible(id) {
            return Ok(AppendOutcome::Conflict);
        }
        self.appender.append(&self.connections, id, number, entry, summary).await
    }

    async fn public_games(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        self.connections.ids(queries::PUBLIC, &[&i64::from(limit)]).await
    }

    async fn games_of_bots(&self, limit: u32) -> Result<Vec<WaitingGame>, StoreError> {
        let rows = self.connections.rows(queries::OF_BOTS, &[&i64::from(limit)]).await?;
        let game = |row| {
            let seats: String = self.connections.column(row, 1)?;
            Ok(WaitingGame { id: self.connections.column(row, 0)?, seats: super::entry::from_json(&seats)? })
        };
        rows.iter().map(game).collect()
    }

    async fn running_games(&self) -> Result<u64, StoreError> {
        Ok(self.connections.number(queries::RUNNING, &[]).await? as u64)
    }

    async fn ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        // No stored id contains a NUL, so this compares with the part before it.
        let id = id.split('\0').next().unwrap_or_default();
        self.connections.ids(queries::AFTER, &[&id, &i64::from(limit)]).await
    }

    async fn delete_before(&self, before: Millis, over: bool) -> Result<u64, StoreError> {
        let sql = if over { queries::DELETE_OVER } else { queries::DELETE_RUNNING };
        self.delete_all(sql, before).await
    }

    fn studies(&self) -> &dyn StudyStore {
        self
    }

    async fn lock_bots(&self, id: &str) -> Result<Option<Box<dyn BotLock>>, StoreError> {
        self.locks.lock(&self.connections.server, id).await
    }

    fn notifications(&self) -> broadcast::Receiver<Notification> {
        self.notifications.subscribe()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.connections.rows(queries::CHECK_WRITE, &[&self.now()]).await.map(drop)
    }
}

#[async_trait]
impl StudyStore for PostgresStore {
    async fn create_study(&self, row: StudyRow) -> Result<AppendOutcome, StoreError> {
        row.check()?;
        let version = i64::from(row.version);
        let parameters: [&(dyn ToSql + Sync); 6] =
            [&row.id, &row.token, &version, &row.created, &row.updated, &row.content];
        Ok(appended(&self.connections.rows(queries::CREATE_STUDY, &parameters).await?))
    }

    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        if is_impossible(id) {
            return Ok(None);
        }
        let rows = self.connections.rows(queries::STUDY, &[&id]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let version: i64 = self.connections.column(row, 2)?;
        let version =
            u32::try_from(version).map_err(|_| StoreError::Unreadable(format!("the version {version}")))?;
        Ok(Some(StudyRow {
            id: self.connections.column(row, 0)?,
            token: self.connections.column(row, 1)?,
            version,
            created: self.connections.column(row, 3)?,
            updated: self.connections.column(row, 4)?,
            content: self.connections.column(row, 5)?,
        }))
    }

    async fn save_study(
        &self,
        id: &str,
        version: u32,
        content: String,
        updated: Millis,
    ) -> Result<AppendOutcome, StoreError> {
        if is_impossible(id) {
            return Ok(AppendOutcome::Conflict);
        }
        let parameters: [&(dyn ToSql + Sync); 4] = [&id, &i64::from(version), &content, &updated];
        Ok(appended(&self.connections.rows(queries::SAVE_STUDY, &parameters).await?))
    }

    async fn study_ids_after(&self, id: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let id = id.split('\0').next().unwrap_or_default();
        self.connections.ids(queries::STUDIES_AFTER, &[&id, &i64::from(limit)]).await
    }

    async fn delete_studies_before(&self, before: Millis) -> Result<u64, StoreError> {
        self.delete_all(queries::DELETE_STUDIES, before).await
    }
}

/// Returns whether an id cannot be stored: PostgreSQL rejects NUL characters.
fn is_impossible(id: &str) -> bool {
    id.contains('\0')
}

/// Returns the outcome of a statement that returns a row if it has stored something.
fn appended(rows: &[Row]) -> AppendOutcome {
    if rows.is_empty() { AppendOutcome::Conflict } else { AppendOutcome::Stored }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl fmt::Debug for PostgresStore {
    /// Omits the configuration, which contains the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}
