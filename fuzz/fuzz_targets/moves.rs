//! Moves as typed, in positions of random games.
#![no_main]

#[path = "../../crates/rules/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::moves(bytes));
