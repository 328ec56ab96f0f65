//! The pool of connections for statements, each with a timeout.

use deadpool_postgres::{Object, Pool};
use tokio::time::timeout;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, ToSql};

use super::server::{RESPONSE_TIMEOUT, Server};
use crate::store::StoreError;

/// A pool of connections to a server.
pub(super) struct Connections {
    pub(super) server: Server,
    pool: Pool,
}

impl Connections {
    /// Creates a pool that connects on demand.
    pub(super) fn new(server: Server) -> Result<Self, StoreError> {
        let pool = server.pool()?;
        Ok(Self { server, pool })
    }

    /// Executes a statement and returns its rows.
    pub(super) async fn rows(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let connection = self.pool.get().await.map_err(|error| self.server.no_connection(&error))?;
        let answer = timeout(RESPONSE_TIMEOUT, async {
            let statement = connection.prepare_cached(sql).await?;
            connection.query(&statement, parameters).await
        });
        if let Ok(rows) = answer.await {
            return rows.map_err(|error| self.server.rejected(&error));
        }
        // Closes the connection, because its next user would also wait.
        drop(Object::take(connection));
        Err(self.server.timed_out())
    }

    /// Executes a statement and returns the ids in its first column.
    pub(super) async fn ids(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<String>, StoreError> {
        let rows = self.rows(sql, parameters).await?;
        rows.iter().map(|row| self.column(row, 0)).collect()
    }

    /// Reads a column of a row.
    pub(super) fn column<'a, T: FromSql<'a>>(&self, row: &'a Row, index: usize) -> Result<T, StoreError> {
        row.try_get(index).map_err(|error| self.server.rejected(&error))
    }

    /// Executes a statement and returns its number, or 0.
    pub(super) async fn number(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<i64, StoreError> {
        let rows = self.rows(sql, parameters).await?;
        rows.first().map_or(Ok(0), |row| self.column(row, 0))
    }
}
