//! All that an engine says, through a process.
#![no_main]

#[path = "../../crates/engine/tests/invariants/mod.rs"]
mod invariants;

use std::sync::Arc;

use signal_hook::consts::SIGPIPE;

libfuzzer_sys::fuzz_target!(
    // Programs in Rust survive that nobody reads what they write; libFuzzer has a `main` of its own.
    init: { signal_hook::flag::register(SIGPIPE, Arc::default()).unwrap(); },
    |bytes: &[u8]| invariants::foreign_engine(bytes)
);
