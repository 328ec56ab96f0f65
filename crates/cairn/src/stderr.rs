//! Standard error: messages for people. That it cannot be written is no reason to stop.

use std::io::{self, Write};

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
    let _ = io::stderr().lock().write_all(safe(text).as_bytes());
}

/// Text in which control characters are escaped, save ends of lines and tabs: it may come from a file or
/// another program, and must not command the terminal.
fn safe(text: &str) -> String {
    let escape = |c: char| {
        let is_command = c.is_control() && c != '\n' && c != '\t';
        let escaped: String = if is_command { c.escape_debug().collect() } else { c.into() };
        escaped
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_do_not_command_the_terminal() {
        assert_eq!(safe("a\u{1b}[2J\u{9b}b\r\n\tç"), "a\\u{1b}[2J\\u{9b}b\\r\n\tç");
    }
}
