//! Errors that end a match, as opposed to a bot's fault, which ends only a game.

use std::io;
use std::path::PathBuf;

use cairn_session::{OpenError, RecordError};
use thiserror::Error;

/// Why a match cannot be played or recorded.
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
    #[error("{}: not a file of game records; name a new file or another one", path.display())]
    NoRecords { path: PathBuf },
    #[error("{}: game {game} is not as this match wrote it; name a new file or another one", path.display())]
    Altered { path: PathBuf, game: usize },
    #[error("{}: game {game} is there twice; name a new file or another one", path.display())]
    Twice { path: PathBuf, game: usize },
    #[error("{}: another match is being recorded there; name another file", path.display())]
    InUse { path: PathBuf },
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
}

impl ArenaError {
    /// Whether the request is at fault, rather than the file system or what else is running.
    pub const fn is_request(&self) -> bool {
        !matches!(self, Self::File { .. } | Self::InUse { .. } | Self::Thread(_))
    }
}
