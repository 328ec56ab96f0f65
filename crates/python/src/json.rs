//! Reports of the core as Python objects: what `--json` prints.

use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::failure;

/// A report as dicts, lists, strings and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, report: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(report).map_err(failure)?;
    py.import("json")?.call_method1("loads", (text,))
}
