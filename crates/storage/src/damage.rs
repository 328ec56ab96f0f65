//! What is wrong with a file that holds a game.

use std::fmt;
use std::io;

use cairn_rules::Message;
use cairn_session::RecordError;
use cairn_texts::Texts;

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
    /// The record in it is broken.
    Record(RecordError),
    /// Something else in it is.
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
