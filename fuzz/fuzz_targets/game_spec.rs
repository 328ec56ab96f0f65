//! Games with their options, as typed: `staqs:size=7`.
#![no_main]

#[path = "../../crates/rules/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::game_spec(bytes));
