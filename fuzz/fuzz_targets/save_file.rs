//! Files of unfinished games.
#![no_main]

#[path = "../../crates/storage/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::save_file(bytes));
