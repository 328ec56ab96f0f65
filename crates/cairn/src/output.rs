//! Standard output and standard error. Text for people is escaped for terminals. Data for programs is written verbatim,
//! unless it goes to a terminal.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use cairn_texts::{safe_json, safe_text};
use serde::Serialize;

/// Standard output for `write!` and `writeln!`, which escapes everything that controls a terminal or deceives its
/// reader.
pub(crate) struct TextOut(io::StdoutLock<'static>);

/// Locks standard output for text.
pub(crate) fn text() -> TextOut {
    TextOut(io::stdout().lock())
}

impl TextOut {
    /// Writes escaped text; `write!` calls it.
    pub(crate) fn write_fmt(&mut self, arguments: fmt::Arguments) -> io::Result<()> {
        self.0.write_all(safe_text(&arguments.to_string()).as_bytes())
    }

    /// Writes a drawing of ours, with its colour codes.
    pub(crate) fn draw(&mut self, drawing: &str) -> io::Result<()> {
        self.0.write_all(drawing.as_bytes())
    }

    /// Writes an object as a line of JSON, with sorted keys. The escapes are those of JSON, so the meaning stays the
    /// same.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> io::Result<()> {
        self.json_text(&serde_json::to_value(object)?.to_string())
    }

    /// Writes a line of JSON verbatim.
    pub(crate) fn json_text(&mut self, json: &str) -> io::Result<()> {
        self.0.write_all(format!("{}\n", safe_json(json)).as_bytes())
    }

    /// Flushes standard output.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes output for programs, such as records and pictures, verbatim; on a terminal, escapes text.
pub(crate) fn exact(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match std::str::from_utf8(bytes) {
        Ok(text) if out.is_terminal() => out.write_all(safe_text(text).as_bytes())?,
        _ => out.write_all(bytes)?,
    }
    out.flush()
}

/// Returns whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Flushes standard output.
pub(crate) fn flush() -> io::Result<()> {
    io::stdout().flush()
}

/// Prints a line to standard error, with the arguments of `format!`.
macro_rules! errln {
    () => { $crate::output::error_line("") };
    ($($argument:tt)*) => { $crate::output::error_line(&format!($($argument)*)) };
}

pub(crate) use errln;

/// Prints a line to standard error.
pub(crate) fn error_line(text: &str) {
    write_error(&format!("{text}\n"));
}

/// Prints a prompt to standard error, without a line break.
pub(crate) fn prompt(text: &str) {
    write_error(text);
}

fn write_error(text: &str) {
    // A failure to report an error cannot be reported.
    let _ = io::stderr().lock().write_all(safe_text(text).as_bytes());
}
