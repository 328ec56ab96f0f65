//! What must hold for the parsers of this crate, whatever bytes they are given.
//!
//! `hostile_input.rs` calls these functions, and the fuzz targets of the same names.

use cairn_coach::puzzle;

/// Reads puzzles. They are part of the program and live as long, so that every call costs their length.
pub(crate) fn puzzle_file(bytes: &[u8]) {
    let text: &'static str = String::from_utf8_lossy(bytes).into_owned().leak();
    match puzzle::read(text) {
        Ok(entries) => assert!(entries.len() <= text.lines().count()),
        Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
    }
}
