//! Files of records.
#![no_main]

#[path = "../../crates/session/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::record(bytes));
