//! Sequential tests, as typed: `0,10`.
#![no_main]

#[path = "../../crates/arena/tests/arena/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::sprt(bytes));
