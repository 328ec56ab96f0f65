//! The tables in an SQLite file, and the check that a file is ours.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use crate::store::StoreError;

/// `PRAGMA application_id`: the letters `Carn`.
const APPLICATION_ID: i32 = 0x4361_726e;

/// The first bytes of every SQLite file.
const FILE_HEADER: &[u8] = b"SQLite format 3\0";

/// The steps from an empty file to the current tables; `PRAGMA user_version` counts the steps taken. Published steps
/// never change.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT NOT NULL PRIMARY KEY,
        spec TEXT NOT NULL,
        start TEXT,
        seats TEXT NOT NULL,
        clock TEXT NOT NULL,
        public INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        created INTEGER NOT NULL,
        bot_to_move INTEGER NOT NULL,
        result TEXT,
        updated INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE INDEX games_public ON games (updated, id) WHERE public AND result IS NULL;
    CREATE INDEX games_of_bots ON games (updated, id) WHERE bot_to_move AND result IS NULL;
    CREATE INDEX games_running ON games (updated) WHERE result IS NULL;
    CREATE INDEX games_over ON games (updated) WHERE result IS NOT NULL;
",
    "
    ALTER TABLE games ADD COLUMN creator TEXT;
    CREATE TABLE write_check (id INTEGER PRIMARY KEY, at INTEGER NOT NULL);
",
    "
    ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
",
    "
    CREATE TABLE studies (
        id TEXT NOT NULL PRIMARY KEY,
        token TEXT NOT NULL,
        version INTEGER NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        content TEXT NOT NULL
    );
    CREATE INDEX studies_updated ON studies (updated);
",
];

/// Rejects a path that cannot be a database, before a lock file is created beside it.
pub(super) fn check_path(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Err("it is a folder, not a file".to_owned());
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            return Err(format!("there is no folder {}", folder.display()));
        }
        _ => {}
    }
    if !path.exists() {
        return Ok(());
    }
    let mut head = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(FILE_HEADER.len() as u64).read_to_end(&mut head).map_err(|error| error.to_string())?;
    if head.is_empty() || head == FILE_HEADER {
        Ok(())
    } else {
        Err("it is not an SQLite database".to_owned())
    }
}

/// Creates or migrates the tables. Checks the whole file first, and leaves a damaged one unchanged.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), String> {
    let known = MIGRATIONS.len();
    let damage: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| explain(&error))?;
    if damage != "ok" {
        return Err(format!("the file is damaged: {damage}"));
    }
    loop {
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| explain(&error))?;
        let version = version(&transaction)?;
        match MIGRATIONS.get(version) {
            None if version == known => return Ok(()),
            None => {
                return Err(format!(
                    "it was written by a newer version of Cairn (tables of version {version}, known up to {known})"
                ));
            }
            Some(step) => transaction
                .execute_batch(step)
                .and_then(|()| transaction.pragma_update(None, "application_id", APPLICATION_ID))
                .and_then(|()| transaction.pragma_update(None, "user_version", version as i64 + 1))
                .and_then(|()| transaction.commit())
                .map_err(|error| explain(&error))?,
        }
    }
}

/// Returns the number of steps taken; fails if the tables belong to another program.
fn version(transaction: &Transaction<'_>) -> Result<usize, String> {
    let number = |sql: &str| {
        transaction.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(|error| explain(&error))
    };
    let application = number("PRAGMA application_id")?;
    let empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    let version = number("PRAGMA user_version")?;
    match usize::try_from(version) {
        Ok(0) if empty => Ok(0),
        Ok(version) if version > 0 && application == i64::from(APPLICATION_ID) => Ok(version),
        _ => Err("it is a database of another program".to_owned()),
    }
}

/// Formats a user-facing error message.
fn explain(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "it is not an SQLite database, or damaged".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => format!("the file is damaged: {error}"),
        Some(ErrorCode::ReadOnly) => "it is read-only".to_owned(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program uses it".to_owned(),
        _ => error.to_string(),
    }
}

/// Opens a connection with the shared settings.
pub(super) fn connect(path: &Path) -> Result<Connection, String> {
    let connection = Connection::open(path).map_err(|error| explain(&error))?;
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(|error| explain(&error))? {
        return Err("it is read-only".to_owned());
    }
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(|error| explain(&error))?;
    connection.pragma_update(None, "foreign_keys", true).map_err(|error| explain(&error))?;
    // Commits are durable even after a power failure; group commit makes that cheap.
    connection.pragma_update(None, "synchronous", "FULL").map_err(|error| explain(&error))?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// Turns on the write-ahead log, so that readers and the writer do not block each other.
pub(super) fn use_log(connection: &Connection) -> Result<(), String> {
    let mode: String = connection
        .query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))
        .map_err(|error| explain(&error))?;
    if mode != "wal" {
        return Err(format!("its file system allows no write-ahead log (the journal is {mode})"));
    }
    connection.pragma_update(None, "journal_size_limit", 64 << 20).map_err(|error| explain(&error))
}

/// Creates an error that names the file.
pub(super) fn named(path: &Path, problem: &str) -> StoreError {
    StoreError::Failed(format!("{}: {problem}", path.display()))
}
