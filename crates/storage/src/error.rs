//! What can go wrong with the files of a user.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use cairn_texts::Texts;

/// Something that could not be read or written.
#[derive(Debug)]
pub enum StorageError {
    /// Nobody knows where the user's folders are.
    NoFolder,
    /// A file or a folder.
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl StorageError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// What is wrong, and what to do about it.
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
