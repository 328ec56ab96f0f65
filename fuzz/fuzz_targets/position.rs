//! Position strings of every game, and the laws of what they say.
#![no_main]

#[path = "../../crates/rules/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::position(bytes));
