//! Damaged files: their problems, and where they are kept.

use std::fmt;
use std::io;
use std::path::PathBuf;

use cairn_rules::Message;
use cairn_session::RecordError;
use cairn_texts::Texts;

/// A damaged file, kept under another name.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Damaged<P> {
    /// The name under which it is kept.
    pub path: PathBuf,
    /// Why it cannot be read completely.
    pub problem: P,
}

impl Damaged<Damage> {
    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        let Self { path, problem } = self;
        texts.format("storage.damaged", &[("path", &path.display()), ("problem", &problem.tell(texts))])
    }
}

impl Damaged<BadLines> {
    /// The message in a language.
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

/// The data files in JSON lines.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum DataKind {
    Puzzles,
    Ratings,
    OnlineSeats,
}

impl DataKind {
    /// The name of the file without its extension.
    pub(crate) const fn file_stem(self) -> &'static str {
        match self {
            Self::Puzzles => "puzzles",
            Self::Ratings => "ratings",
            Self::OnlineSeats => "online",
        }
    }

    /// Whether only the user may read the file.
    pub(crate) const fn is_private(self) -> bool {
        matches!(self, Self::OnlineSeats)
    }

    /// How much of a damaged line is shown. It may contain a secret in a private file.
    pub(crate) const fn max_excerpt_len(self) -> usize {
        if self.is_private() { 30 } else { 60 }
    }
}

/// Lines of a data file that cannot be read.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct BadLines {
    /// The file.
    pub kind: DataKind,
    /// The number of the first one, from 1.
    pub line: usize,
    /// How many there are.
    pub count: usize,
    /// The text of the first one, shortened and escaped.
    pub text: String,
}

/// Why a game cannot be read.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Damage {
    /// The file cannot be read.
    File {
        /// The kind of the system's error.
        kind: io::ErrorKind,
        /// The system's words.
        system: String,
    },
    /// Its record is invalid.
    Record(RecordError),
    /// Something else in it is invalid.
    Text(Message),
}

impl Damage {
    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::File { kind, system } => texts.io_error(&io::Error::new(*kind, system.clone())),
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

impl std::error::Error for Damage {}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        Self::File { kind: error.kind(), system: error.to_string() }
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
