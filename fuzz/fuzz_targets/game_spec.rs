//! Games with their options, as typed: `staqs:size=7`.
#![no_main]

#[path = "../../crates/rules/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::game_spec(bytes));
