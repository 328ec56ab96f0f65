//! Certificates, parsed and verified with a small budget.
#![no_main]

#[path = "../../crates/engine/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::certificate(bytes));
