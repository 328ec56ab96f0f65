//! No input makes the record parser panic or hang: random bytes, damaged records and deeply nested brackets. Every
//! accepted record round-trips.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod invariants;
mod spread;

use cairn_session::record::write;
use proptest::prelude::*;
use spread::{random_game, specs};

#[test]
fn records() {
    cairn_test_support::check_corpus("record", 2_000, invariants::record);
}

#[test]
fn sessions() {
    cairn_test_support::check_corpus("session", 1_000, invariants::session);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn random_pieces(pieces in proptest::collection::vec(
        prop_oneof![
            Just("[Game \"staqs\"]"), Just("[Result \"*\"]"), Just("[First \"x\"]"), Just("["), Just("]"),
            Just("{"), Just("}"), Just("\""), Just("\\"), Just("\n"), Just("\n\n"), Just(" "), Just("1."),
            Just("2..."), Just("."), Just("a1"), Just("b2"), Just("pass"), Just("*"), Just("1-0"), Just("é"),
        ],
        0..40,
    )) {
        invariants::record(pieces.concat().as_bytes());
    }

    #[test]
    fn mutilated_records(
        game in any::<prop::sample::Index>(),
        plies in 0usize..40,
        cut in any::<prop::sample::Index>(),
        delete in 0usize..8,
        insert in proptest::collection::vec(any::<u8>(), 0..4),
    ) {
        let specs = specs();
        let mut session = random_game(&specs[game.index(specs.len())], plies as u64, plies);
        session.set_tag("First", "Ana \"the rock\" \\ Silva").unwrap();
        session.comment("the last move");
        let mut text = write([&session.record(), &session.record()]).into_bytes();
        let cut = cut.index(text.len());
        let end = (cut + delete).min(text.len());
        text.splice(cut..end, insert);
        invariants::record(&text);
    }
}

/// A parser of quadratic complexity would not finish these inputs.
#[test]
fn huge_inputs_finish() {
    const SIZE: usize = 1 << 20;
    for (head, piece) in [
        ("", "["),
        ("", "[A \""),
        ("", "{"),
        ("", "{}"),
        ("", "\n"),
        ("", "\\"),
        ("[Game \"staqs\"]", "["),
        ("[Game \"staqs\"]", "{}"),
        ("[Game \"staqs\"]", "{a} "),
        ("[Game \"staqs\"]", "1. "),
        ("[Game \"staqs\"]", "x"),
        ("[Game \"staqs\"]", "9"),
        ("[Game \"staqs\"]", "."),
        ("[Game \"staqs\"]", "[First \"\\\\\"]\n\n"),
        ("", "[Game \"staqs\"]\n\n"),
    ] {
        invariants::record((head.to_owned() + &piece.repeat(SIZE / piece.len())).as_bytes());
    }
    let tags: Vec<String> = (0..50_000).map(|number| format!("[T{number} \"\"]")).collect();
    invariants::record(format!("[Game \"staqs\"]{}", tags.concat()).as_bytes());
}
