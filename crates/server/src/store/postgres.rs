//! Games in an PostgreSQL database.

/// A store.
#[derive(Debug)]
pub struct PostgresStore;
