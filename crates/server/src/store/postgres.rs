//! Games in a PostgreSQL database.

use super::{SqliteStore, StoreError};

/// A store.
#[derive(Debug)]
pub struct PostgresStore;

impl PostgresStore {
    /// Opens a database.
    pub async fn open(_url: &str) -> Result<SqliteStore, StoreError> {
        Err(StoreError::Failed("PostgreSQL is not served yet".to_owned()))
    }
}
