//! Errors of the file system.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use cairn_texts::Texts;

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
}

impl StorageError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::NoFolder => texts.say("home.no_folder").to_owned(),
            Self::File { path, error } => format!("{}: {error}", path.display()),
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl Error for StorageError {}
