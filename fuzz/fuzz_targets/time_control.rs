//! Time controls and spans of time, as typed: `5m+3s`.
#![no_main]

#[path = "../../crates/table/tests/table/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::time_control(bytes));
