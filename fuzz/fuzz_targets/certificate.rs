//! Certificates, read and verified with little effort.
#![no_main]

#[path = "../../crates/engine/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::certificate(bytes));
