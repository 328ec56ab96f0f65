//! The connections on which statements run, each of them once and for a limited time.

use deadpool_postgres::{Object, Pool};
use tokio::time::timeout;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, ToSql};

use super::server::{PATIENCE, Server};
use crate::store::StoreError;

/// Some connections to a server.
pub(super) struct Connections {
    pub(super) server: Server,
    pool: Pool,
}

impl Connections {
    /// They are made when they are needed.
    pub(super) fn new(server: Server) -> Result<Self, StoreError> {
        let pool = server.pool()?;
        Ok(Self { server, pool })
    }

    /// The rows that a statement gives.
    pub(super) async fn rows(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let connection = self.pool.get().await.map_err(|error| self.server.unconnected(&error))?;
        let answer = timeout(PATIENCE, async {
            let statement = connection.prepare_cached(sql).await?;
            connection.query(&statement, parameters).await
        });
        if let Ok(rows) = answer.await {
            return rows.map_err(|error| self.server.refused(&error));
        }
        // Whoever had this connection next would wait as well.
        drop(Object::take(connection));
        Err(self.server.silent())
    }

    /// The ids that a statement gives.
    pub(super) async fn ids(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<String>, StoreError> {
        let rows = self.rows(sql, parameters).await?;
        rows.iter().map(|row| self.column(row, 0)).collect()
    }

    /// A column of a row.
    pub(super) fn column<'a, T: FromSql<'a>>(&self, row: &'a Row, index: usize) -> Result<T, StoreError> {
        row.try_get(index).map_err(|error| self.server.refused(&error))
    }

    /// The number that a statement gives.
    pub(super) async fn number(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<i64, StoreError> {
        let rows = self.rows(sql, parameters).await?;
        rows.first().map_or(Ok(0), |row| self.column(row, 0))
    }
}
