//! What keeps games from being played or kept.

use std::io;
use std::path::PathBuf;

use cairn_session::{OpenError, RecordError};
use thiserror::Error;

/// Something that ends a match, as opposed to a bot's fault, which ends a game.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ArenaError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Record { path: PathBuf, error: RecordError },
    #[error("{}: game {game} is of another match: {tag} is `{found}`, not `{expected}`", path.display())]
    Mismatch { path: PathBuf, game: usize, tag: &'static str, found: String, expected: String },
    #[error("{}: this is no file of records; a new or another file is needed", path.display())]
    NoRecords { path: PathBuf },
}

impl ArenaError {
    /// Whether another request would do, rather than another disk.
    pub const fn is_request(&self) -> bool {
        !matches!(self, Self::File { .. })
    }
}
