//! Files of matches that are resumed.
#![no_main]

#[path = "../../crates/arena/tests/arena/feed.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::match_file(bytes));
