//! Text escaped for display.
#![no_main]

#[path = "../../crates/texts/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::safe_text_of(bytes));
