//! Settings files.
#![no_main]

#[path = "../../crates/storage/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::settings(bytes));
