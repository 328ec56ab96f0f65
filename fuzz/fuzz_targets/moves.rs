//! Moves as typed, in positions of random games.
#![no_main]

#[path = "../../crates/rules/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::moves(bytes));
