//! Games in play under arbitrary commands, and their records.
#![no_main]

#[path = "../../crates/session/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::session(bytes));
