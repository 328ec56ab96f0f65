//! Files of records.
#![no_main]

#[path = "../../crates/session/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::record(bytes));
