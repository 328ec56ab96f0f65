//! Sequential tests, as typed: `0,10`.
#![no_main]

#[path = "../../crates/arena/tests/arena/feed.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::sprt(bytes));
