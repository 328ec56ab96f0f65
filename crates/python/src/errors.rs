//! Errors of the core as Python exceptions, with the messages of the command line.

use std::fmt::Display;

use cairn_arena::ArenaError;
use cairn_engine::EngineError;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};

/// A request that cannot be carried out as it is.
pub(crate) fn request(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A failure that is no fault of the request.
pub(crate) fn failure(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Tables that do not fit into memory.
pub(crate) fn memory(error: impl Display) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// An engine that gave no answer.
pub(crate) fn engine(error: EngineError) -> PyErr {
    match error {
        EngineError::OutOfMemory(error) => memory(error),
        other => request(other),
    }
}

/// A match that could not be played.
pub(crate) fn arena(error: ArenaError) -> PyErr {
    match &error {
        ArenaError::File { .. } | ArenaError::InUse { .. } => PyOSError::new_err(error.to_string()),
        _ if error.is_request() => request(error),
        _ => failure(error),
    }
}
