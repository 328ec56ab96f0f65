//! Books of exact values in files.
#![no_main]

#[path = "../../crates/engine/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::book(bytes));
