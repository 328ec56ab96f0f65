//! Standard error: messages for people, safe for a terminal. That it cannot be written is no reason to stop.

use std::io::{self, Write};

use cairn_texts::safe_text;

/// Prints a line, with the arguments of `format!`.
macro_rules! errln {
    () => { $crate::stderr::line("") };
    ($($argument:tt)*) => { $crate::stderr::line(&format!($($argument)*)) };
}

pub(crate) use errln;

/// Prints a line.
pub(crate) fn line(text: &str) {
    write(&format!("{text}\n"));
}

/// Prints a prompt, after which the cursor stays.
pub(crate) fn prompt(text: &str) {
    write(text);
}

fn write(text: &str) {
    // There is nobody left who could be told.
    let _ = io::stderr().lock().write_all(safe_text(text).as_bytes());
}
