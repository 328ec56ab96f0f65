//! Games in an SQLite file.

/// A store.
#[derive(Debug)]
pub struct SqliteStore;
