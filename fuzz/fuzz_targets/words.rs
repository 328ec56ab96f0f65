//! Players, reasons and names of squares.
#![no_main]

#[path = "../../crates/rules/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::words(bytes));
