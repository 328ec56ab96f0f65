//! Text that is made safe before it is shown.
#![no_main]

#[path = "../../crates/texts/tests/feed/mod.rs"]
mod feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feed::safe_text_of(bytes));
