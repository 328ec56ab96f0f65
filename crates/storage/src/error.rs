//! Errors of the file system.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use cairn_texts::Texts;

use crate::{Damage, Damaged};

/// Why something could not be read or written.
#[derive(Debug)]
pub enum StorageError {
    /// The user's folders are unknown.
    NoFolder,
    /// A file or folder could not be accessed.
    File {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file of records is not deleted for one of its games.
    SeveralGames {
        /// Its path.
        path: PathBuf,
        /// The number of its games.
        count: usize,
    },
}

impl StorageError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::NoFolder => texts.text("storage.no_folder").to_owned(),
            Self::File { path, error } => format!("{}: {}", path.display(), texts.io_error(error)),
            Self::SeveralGames { path, count } => {
                texts.format("storage.several_games", &[("path", &path.display()), ("n", count)])
            }
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl Error for StorageError {}

/// Why an unfinished game could not be opened.
#[derive(Debug)]
pub enum OpenSaveError {
    /// Another process is playing it.
    InPlay,
    /// It has been finished or deleted in the meantime.
    Gone,
    /// It could not be read, and has been renamed.
    Damaged(Damaged<Damage>),
    /// Its files could not be accessed.
    Storage(StorageError),
}

impl OpenSaveError {
    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::InPlay => texts.text("storage.in_play").to_owned(),
            Self::Gone => texts.text("storage.gone").to_owned(),
            Self::Damaged(damaged) => damaged.tell(texts),
            Self::Storage(error) => error.tell(texts),
        }
    }
}

impl From<StorageError> for OpenSaveError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl fmt::Display for OpenSaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl Error for OpenSaveError {}
