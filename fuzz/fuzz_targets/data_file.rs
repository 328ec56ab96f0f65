//! Data files in JSON lines, and in the text format of earlier versions.
#![no_main]

#[path = "../../crates/storage/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::data_files(bytes));
