//! A connection of its own, outside the pool: for news, for locks, for migrations.

use std::future::poll_fn;

use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_postgres::types::{FromSqlOwned, ToSql};
use tokio_postgres::{AsyncMessage, Client};

use super::server::{PATIENCE, Server};
use crate::store::StoreError;

/// A connection. It is cut when this is dropped, and what the session held at the server is free.
pub(super) struct Session {
    client: Client,
    server: Server,
    alive: Alive,
    driver: AbortHandle,
}

/// Whether a line is up.
#[derive(Clone, Debug)]
pub(super) struct Alive(watch::Receiver<()>);

impl Alive {
    /// Whether it is.
    pub(super) fn now(&self) -> bool {
        // The other end is dropped with the connection.
        self.0.has_changed().is_ok()
    }

    /// Waits until it is not.
    pub(super) async fn end(&mut self) {
        while self.0.changed().await.is_ok() {}
    }

    /// Whether both are about the same line.
    pub(super) fn same(&self, other: &Self) -> bool {
        self.0.same_channel(&other.0)
    }
}

impl Session {
    /// Connects; `heard` gets what others notify.
    pub(super) async fn open(
        server: &Server,
        heard: impl Fn(&str) + Send + 'static,
    ) -> Result<Self, StoreError> {
        let connected = timeout(PATIENCE, server.config.connect(server.tls.clone())).await;
        let (client, mut connection) =
            connected.map_err(|_| server.silent())?.map_err(|error| server.refused(&error))?;
        let (up, alive) = watch::channel(());
        let driver = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notification(notification) = message {
                    heard(notification.payload());
                }
            }
            drop(up);
        });
        let driver = driver.abort_handle();
        Ok(Self { client, server: server.clone(), alive: Alive(alive), driver })
    }

    /// Whether it is up.
    pub(super) fn alive(&self) -> &Alive {
        &self.alive
    }

    /// The value that a statement gives.
    pub(super) async fn value<T: FromSqlOwned>(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<T, StoreError> {
        let row = timeout(PATIENCE, self.client.query_one(sql, parameters)).await;
        let value = row.map_err(|_| self.server.silent())?.and_then(|row| row.try_get(0));
        value.map_err(|error| self.server.refused(&error))
    }

    /// Statements without an answer, which take as long as they take.
    pub(super) async fn execute(&self, sql: &str) -> Result<(), StoreError> {
        self.client.batch_execute(sql).await.map_err(|error| self.server.refused(&error))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.driver.abort();
    }
}
