//! Nothing panics and nothing hangs on input: the reader is fed random bytes, mutilated records and
//! absurd amounts of brackets. Whatever it accepts, it writes and reads again.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod spread;

use cairn_session::record::{read, read_bytes, write};
use proptest::prelude::*;
use spread::{random_game, specs};

fn feed(bytes: &[u8]) {
    match read_bytes(bytes) {
        Ok(records) => {
            let text = write(&records);
            let again = read(&text).unwrap();
            assert_eq!(again, records, "{text}");
            assert_eq!(write(&again), text);
        }
        Err(error) => {
            assert!(error.game >= 1 && error.line >= 1, "{error}");
            assert!(error.line <= bytes.split(|&byte| byte == b'\n').count(), "{error}");
            assert!(error.word.chars().count() < 800 && !error.problem.is_empty(), "{error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        feed(&bytes);
    }

    #[test]
    fn random_pieces(pieces in proptest::collection::vec(
        prop_oneof![
            Just("[Game \"staqs\"]"), Just("[Result \"*\"]"), Just("[First \"x\"]"), Just("["), Just("]"),
            Just("{"), Just("}"), Just("\""), Just("\\"), Just("\n"), Just("\n\n"), Just(" "), Just("1."),
            Just("2..."), Just("."), Just("a1"), Just("b2"), Just("pass"), Just("*"), Just("1-0"), Just("é"),
        ],
        0..40,
    )) {
        feed(pieces.concat().as_bytes());
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
        session.set_tag("First", "Ana \"the rock\" \\ Silva");
        session.comment("the last move");
        let mut text = write([&session.record(), &session.record()]).into_bytes();
        let cut = cut.index(text.len());
        let end = (cut + delete).min(text.len());
        text.splice(cut..end, insert);
        feed(&text);
    }
}

/// A reader whose work grew with the square of the input would not come back from these.
#[test]
fn absurd_amounts_are_answered() {
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
        feed((head.to_owned() + &piece.repeat(SIZE / piece.len())).as_bytes());
    }
    let tags: Vec<String> = (0..50_000).map(|number| format!("[T{number} \"\"]")).collect();
    feed(format!("[Game \"staqs\"]{}", tags.concat()).as_bytes());
}
