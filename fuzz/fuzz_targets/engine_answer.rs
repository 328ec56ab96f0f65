//! Lines from external engines: `bestmove a1 ponder b2`.
#![no_main]

#[path = "../../crates/engine/src/bots/answers.rs"]
mod answers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let line = String::from_utf8_lossy(bytes);
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(answers::best_move(&line).is_none_or(|mv| words[1] == mv));
    assert!(answers::seed_option(&line).is_none_or(|name| name.eq_ignore_ascii_case("seed")));
});
