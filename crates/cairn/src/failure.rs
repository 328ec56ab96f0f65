//! Errors that end a command, and their exit statuses.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use cairn_arena::ArenaError;
use cairn_engine::{EngineError, OutOfMemory};
use cairn_rules::Message;
use cairn_texts::Texts;

use crate::output;
use crate::output::errln;
use crate::usage;

/// The problem: a message, which is translated, or text that is already in the user's language.
#[derive(Debug)]
pub(crate) enum Problem {
    Message(Message),
    Text(String),
}

impl Problem {
    /// Returns the problem in a language.
    pub(crate) fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Message(message) => texts.message(message),
            Self::Text(text) => text.clone(),
        }
    }
}

impl From<Message> for Problem {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Errors with a user-facing message.
macro_rules! problems {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                Self::Message(error.message())
            }
        })+
    };
}

problems! {
    cairn_rules::MoveError,
    cairn_session::OpenError,
    cairn_session::record::RecordError,
    cairn_engine::EngineError,
    cairn_rules::GameSpecError,
    cairn_coach::rating::RatingError,
    cairn_engine::OtherGame,
    cairn_engine::OutOfMemory,
    cairn_engine::bots::BotError,
    cairn_arena::ArenaError,
}

/// The reason why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is invalid: exit status 2.
    Request(Problem),
    /// The request could not be carried out: exit status 1.
    Failed(Problem),
    /// The command line is invalid, or only requests help: exit status 2 or 0.
    Usage(clap::Error),
    /// Standard output was closed by its reader: exit status 0.
    Closed,
}

impl Failure {
    /// Creates the failure for an invalid request.
    pub(crate) fn request(problem: impl Into<Problem>) -> Self {
        Self::Request(problem.into())
    }

    /// Creates the failure for a request that could not be carried out.
    pub(crate) fn failed(problem: impl Into<Problem>) -> Self {
        Self::Failed(problem.into())
    }

    /// Creates the failure for a request that is invalid because of the contents of a file.
    pub(crate) fn bad_file(path: &Path, problem: Message) -> Self {
        Self::request(of_file(path, problem))
    }

    /// Creates the failure for a file with unexpected contents.
    pub(crate) fn unreadable(path: &Path, problem: Message) -> Self {
        Self::failed(of_file(path, problem))
    }

    /// Creates the failure for a file that could not be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self::failed(of_file(path, error.into()))
    }

    /// Prints the message to standard error and returns the exit status.
    pub(crate) fn report(self, texts: Texts) -> ExitCode {
        let (problem, status) = match self {
            Self::Request(problem) => (problem, 2),
            Self::Failed(problem) => (problem, 1),
            Self::Usage(error) if error.use_stderr() => {
                // Arguments may be names of files, so they are escaped.
                errln!("{}", usage::error_text(&error, texts).trim_end());
                return ExitCode::from(2);
            }
            Self::Usage(help) => {
                let printed = help.print().and_then(|()| output::flush());
                return printed.map_or_else(|error| Self::from(error).report(texts), |()| ExitCode::SUCCESS);
            }
            Self::Closed => return ExitCode::SUCCESS,
        };
        errln!("cairn: {}", problem.tell(texts));
        ExitCode::from(status)
    }
}

/// Creates a message about a problem with a file.
fn of_file(path: &Path, problem: Message) -> Message {
    Message::new("{path}: {problem}").with("path", path.display()).messages("problem", vec![problem])
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::OutOfMemory(error) => error.into(),
            other => Self::request(other),
        }
    }
}

impl From<OutOfMemory> for Failure {
    fn from(error: OutOfMemory) -> Self {
        Self::failed(error)
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        if error.is_request() { Self::request(error) } else { Self::failed(error) }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::failed(Message::from(&error)),
        }
    }
}
