//! A connection outside the pool: for notifications, for locks, for migrations.

use std::future::poll_fn;

use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_postgres::types::{FromSqlOwned, ToSql};
use tokio_postgres::{AsyncMessage, Client};

use super::server::{RESPONSE_TIMEOUT, Server};
use crate::store::StoreError;

/// A separate connection. Dropping it closes the connection, and the server releases its locks.
pub(super) struct Session {
    client: Client,
    server: Server,
    alive: Alive,
    driver: AbortHandle,
}

/// Whether a session is connected.
#[derive(Clone, Debug)]
pub(super) struct Alive(watch::Receiver<()>);

impl Alive {
    /// Returns whether it is connected now.
    pub(super) fn is_connected(&self) -> bool {
        // The sender is dropped with the connection.
        self.0.has_changed().is_ok()
    }

    /// Waits until the connection is closed.
    pub(super) async fn closed(&mut self) {
        while self.0.changed().await.is_ok() {}
    }

    /// Returns whether both belong to the same session.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.0.same_channel(&other.0)
    }
}

impl Session {
    /// Connects; calls `on_notification` with the payloads of notifications.
    pub(super) async fn open(
        server: &Server,
        on_notification: impl Fn(&str) + Send + 'static,
    ) -> Result<Self, StoreError> {
        let connected = timeout(RESPONSE_TIMEOUT, server.config.connect(server.tls.clone())).await;
        let (client, mut connection) =
            connected.map_err(|_| server.timed_out())?.map_err(|error| server.rejected(&error))?;
        let (up, alive) = watch::channel(());
        let driver = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notification(notification) = message {
                    on_notification(notification.payload());
                }
            }
            drop(up);
        });
        let driver = driver.abort_handle();
        Ok(Self { client, server: server.clone(), alive: Alive(alive), driver })
    }

    /// Returns whether the session is connected.
    pub(super) fn alive(&self) -> &Alive {
        &self.alive
    }

    /// Executes a statement and returns its value.
    pub(super) async fn value<T: FromSqlOwned>(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<T, StoreError> {
        let row = timeout(RESPONSE_TIMEOUT, self.client.query_one(sql, parameters)).await;
        let value = row.map_err(|_| self.server.timed_out())?.and_then(|row| row.try_get(0));
        value.map_err(|error| self.server.rejected(&error))
    }

    /// Executes statements without a result and without a timeout.
    pub(super) async fn execute(&self, sql: &str) -> Result<(), StoreError> {
        self.client.batch_execute(sql).await.map_err(|error| self.server.rejected(&error))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.driver.abort();
    }
}
