//! Books of exact values in files.
#![no_main]

#[path = "../../crates/engine/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::book(bytes));
