//! Files of puzzles.
#![no_main]

#[path = "../../crates/engine/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::puzzle_file(bytes));
