//! Record files of resumed matches.
#![no_main]

#[path = "../../crates/arena/tests/arena/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::match_file(bytes));
