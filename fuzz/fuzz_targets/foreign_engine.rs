//! The whole output of an external engine, through a process.
#![no_main]

#[path = "../../crates/engine/tests/invariants/mod.rs"]
mod invariants;

use std::sync::Arc;

use signal_hook::consts::SIGPIPE;

libfuzzer_sys::fuzz_target!(
    // Rust programs ignore SIGPIPE by default, but libFuzzer has its own `main`.
    init: { signal_hook::flag::register(SIGPIPE, Arc::default()).unwrap(); },
    |bytes: &[u8]| invariants::foreign_engine(bytes)
);
