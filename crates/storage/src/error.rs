//! Errors of storage, and damaged files with the names under which they are stored.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use cairn_rules::Message;
use cairn_session::RecordError;
use cairn_texts::Texts;

use crate::json_lines::DataKind;

/// The reason why a file could not be read or written.
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
    /// A file of several games is not deleted for one of them.
    SeveralGames {
        /// Its path.
        path: PathBuf,
        /// The number of its games.
        count: usize,
    },
    /// Another process is playing the game.
    InPlay,
    /// Another process has finished or deleted the game.
    Gone,
    /// The save of a game could not be read, and was renamed.
    DamagedGame(Damaged<Damage>),
    /// Some lines of a data file could not be read; the others are in use.
    DamagedLines(Damaged<BadLines>),
    /// The results of puzzles are not stored.
    Puzzles(Box<Self>),
}

impl StorageError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// Returns the message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::NoFolder => texts.text("storage.no_folder").to_owned(),
            Self::File { path, error } => format!("{}: {}", path.display(), texts.io_error(error)),
            Self::SeveralGames { path, count } => {
                texts.format("storage.several_games", &[("path", &path.display()), ("n", count)])
            }
            Self::InPlay => texts.text("storage.in_play").to_owned(),
            Self::Gone => texts.text("storage.gone").to_owned(),
            Self::DamagedGame(damaged) => damaged.tell(texts),
            Self::DamagedLines(damaged) => damaged.tell(texts),
            Self::Puzzles(error) => {
                texts.format("storage.puzzles_not_kept", &[("error", &error.tell(texts))])
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

/// A damaged file, stored under another name.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Damaged<P> {
    /// Its new path.
    pub path: PathBuf,
    /// The damage.
    pub problem: P,
}

impl Damaged<Damage> {
    /// Returns the message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        let Self { path, problem } = self;
        texts.format("storage.damaged", &[("path", &path.display()), ("problem", &problem.tell(texts))])
    }
}

impl Damaged<BadLines> {
    /// Returns the message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        let BadLines { kind, line, count, text } = &self.problem;
        let path = self.path.display();
        match kind {
            DataKind::Puzzles => {
                texts.plural("storage.puzzles_damaged", *count as u64, &[("line", line), ("path", &path)])
            }
            DataKind::Ratings => {
                texts.format("rating.damaged", &[("line", line), ("word", text), ("path", &path)])
            }
            DataKind::OnlineSeats => {
                texts.format("online.damaged", &[("line", line), ("word", text), ("path", &path)])
            }
        }
    }
}

/// Lines of a data file that cannot be read.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct BadLines {
    /// The file.
    pub kind: DataKind,
    /// The number of the first such line, from 1.
    pub line: usize,
    /// The number of such lines.
    pub count: usize,
    /// The text of the first such line, shortened and escaped.
    pub text: String,
}

/// The reason why a game cannot be read.
#[derive(Debug)]
pub enum Damage {
    /// The file cannot be read.
    File(io::Error),
    /// Its record is invalid.
    Record(RecordError),
    /// Another part of it is invalid.
    Text(Message),
}

impl Damage {
    /// Returns the message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::File(error) => texts.io_error(error),
            Self::Record(error) => texts.message(&error.message()),
            Self::Text(problem) => texts.message(problem),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tell(Texts::default()))
    }
}

impl Error for Damage {}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<RecordError> for Damage {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl From<Message> for Damage {
    fn from(problem: Message) -> Self {
        Self::Text(problem)
    }
}
