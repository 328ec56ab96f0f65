//! Random legal play keeps all laws, in every game and with any options.
#![no_main]

#[path = "../../crates/rules/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::random_play(bytes));
