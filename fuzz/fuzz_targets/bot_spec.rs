//! Bots and players, as typed: `ab:nodes=500`. Starts no program.
#![no_main]

#[path = "../../crates/engine/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::bot_spec(bytes));
