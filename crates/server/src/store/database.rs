//! Parses the name of a database, and opens it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::{SqliteStore, Store, StoreError};
use crate::app::Database;

/// Opens a database; creates or migrates its tables if necessary.
pub async fn open(database: &Database) -> Result<Arc<dyn Store>, StoreError> {
    match database {
        Database::Sqlite(path) => {
            let path = path.clone();
            let opened = tokio::task::spawn_blocking(move || SqliteStore::open(&path)).await;
            Ok(Arc::new(opened.map_err(|error| StoreError::Failed(error.to_string()))??))
        }
        #[cfg(feature = "postgres")]
        Database::Postgres(url) => Ok(Arc::new(super::PostgresStore::open(url).await?)),
        #[cfg(not(feature = "postgres"))]
        Database::Postgres(_) => {
            Err(StoreError::Failed("this program was built without PostgreSQL".to_owned()))
        }
    }
}

impl FromStr for Database {
    type Err = String;

    /// Parses `postgres://..` and `postgresql://..`, `sqlite:PATH`, or a path.
    fn from_str(text: &str) -> Result<Self, String> {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("postgres" | "postgresql") => return Ok(Self::Postgres(text.to_owned())),
            Some("sqlite") | None => {}
            Some(other) => {
                return Err(format!(
                    "a database is postgres://.., sqlite:PATH or the path of a file, and not {other}://.."
                ));
            }
        }
        let path = match text.split_at_checked("sqlite:".len()) {
            Some((scheme, path)) if scheme.eq_ignore_ascii_case("sqlite:") => {
                path.strip_prefix("//").unwrap_or(path)
            }
            _ => text,
        };
        if path.is_empty() {
            return Err("the path of the database is missing".to_owned());
        }
        Ok(Self::Sqlite(PathBuf::from(path)))
    }
}

/// Writes the address without the password and other secrets of a URL.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "{}", path.display()),
            Self::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

/// Writes the same as [`fmt::Display`], without secrets, because it may be logged.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Database({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_urls_and_paths() {
        let file = |path: &str| Ok(Database::Sqlite(PathBuf::from(path)));
        let server = |url: &str| Ok(Database::Postgres(url.to_owned()));
        for (text, meant) in [
            ("games.db", file("games.db")),
            ("/var/lib/cairn/games.db", file("/var/lib/cairn/games.db")),
            ("C:\\games.db", file("C:\\games.db")),
            ("sqlite:games.db", file("games.db")),
            ("SQLite:games.db", file("games.db")),
            ("sqlite:/var/games.db", file("/var/games.db")),
            ("sqlite:///var/games.db", file("/var/games.db")),
            ("é", file("é")),
            ("postgres://me:secret@host/cairn", server("postgres://me:secret@host/cairn")),
            ("postgresql://host/cairn", server("postgresql://host/cairn")),
            ("POSTGRES://host/cairn", server("POSTGRES://host/cairn")),
        ] {
            assert_eq!(text.parse(), meant, "{text}");
        }
        let refused = "mysql://me:secret@host/cairn".parse::<Database>().unwrap_err();
        assert!(refused.contains("mysql://..") && !refused.contains("secret"), "{refused}");
        let server: Database = "postgres://me:secret@host/cairn".parse().unwrap();
        assert!(!format!("{server} {server:?}").contains("secret"));
        assert!("".parse::<Database>().is_err());
        assert!("sqlite:".parse::<Database>().is_err());
    }
}
