//! Properties of this crate's parsers that hold for any input.
//!
//! `hostile_input.rs` and the fuzz targets of the same names call these functions.

use cairn_coach::puzzle;

/// Parses puzzles. They live as long as the program, so every call leaks their text.
pub(crate) fn puzzle_file(bytes: &[u8]) {
    let text: &'static str = String::from_utf8_lossy(bytes).into_owned().leak();
    match puzzle::read(text) {
        Ok(entries) => assert!(entries.len() <= text.lines().count()),
        Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
    }
}
