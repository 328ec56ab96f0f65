//! Files of puzzles.
#![no_main]

#[path = "../../crates/coach/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::puzzle_file(bytes));
