//! Games in play to which anything happens, and their records.
#![no_main]

#[path = "../../crates/session/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::session(bytes));
