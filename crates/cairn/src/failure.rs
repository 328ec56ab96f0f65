//! Errors that end a command, and their exit statuses.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use cairn_engine::{EngineError, OutOfMemory};

use crate::output;
use crate::output::errln;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is invalid: exit status 2.
    Request(String),
    /// The request could not be carried out: exit status 1.
    Failed(String),
    /// The command line makes no sense, or asks for help only: exit status 2 or 0.
    Usage(clap::Error),
    /// Standard output was closed by its reader: exit status 0.
    Closed,
}

impl Failure {
    /// An invalid request.
    pub(crate) fn request(error: impl fmt::Display) -> Self {
        Self::Request(error.to_string())
    }

    /// A file that could not be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self::Failed(format!("{}: {error}", path.display()))
    }

    /// Prints the message to standard error and returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Request(message) => (message, 2),
            Self::Failed(message) => (message, 1),
            Self::Usage(error) if error.use_stderr() => {
                // Arguments may be names of files, so they are not printed as they are.
                errln!("{}", error.render().to_string().trim_end());
                return ExitCode::from(2);
            }
            Self::Usage(help) => {
                let printed = help.print().and_then(|()| output::flush());
                return printed.map_or_else(|error| Self::from(error).report(), |()| ExitCode::SUCCESS);
            }
            Self::Closed => return ExitCode::SUCCESS,
        };
        errln!("cairn: {message}");
        ExitCode::from(status)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(message) | Self::Failed(message) => f.write_str(message),
            Self::Usage(error) => error.fmt(f),
            Self::Closed => f.write_str("nobody reads the output"),
        }
    }
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
        Self::Failed(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(error.to_string()),
        }
    }
}
