//! Time controls and spans of time, as typed: `5m+3s`.
#![no_main]

#[path = "../../crates/table/tests/table/feed.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::time_control(bytes));
