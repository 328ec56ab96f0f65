//! Position strings of every game, and the invariants of their positions.
#![no_main]

#[path = "../../crates/rules/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::position(bytes));
