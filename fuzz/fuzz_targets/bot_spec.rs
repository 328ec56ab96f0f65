//! Bots and players, as typed: `ab:nodes=500`. No program is started.
#![no_main]

#[path = "../../crates/engine/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::bot_spec(bytes));
