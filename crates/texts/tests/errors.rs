//! Every error in a position or a record is translated into every language.

use std::collections::BTreeSet;

use cairn_rules::Message;
use cairn_rules::games::ALL;
use cairn_session::{open, record};
use cairn_texts::{Language, Texts};

/// Checks that every part of a message is translated, and collects its keys.
fn check(message: &Message, keys: &mut BTreeSet<&'static str>) {
    let texts = Texts::new(Language::Portuguese);
    assert_ne!(texts.message(message), message.to_string());
    for part in message.parts() {
        let english = Message::new(part.key());
        assert_ne!(texts.message(&english), english.to_string(), "not translated");
        keys.insert(part.key());
    }
}

/// Returns the text with one word removed, doubled, replaced or cut, in every way.
fn damaged(text: &str) -> Vec<String> {
    let mut damaged = vec![String::new(), format!("{text} x")];
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '-' || sign == '*';
    let mut start = 0;
    while start < text.len() {
        let length = text[start..].find(|sign| !is_word(sign)).unwrap_or(text.len() - start).max(1);
        let (before, word, after) = (&text[..start], &text[start..start + length], &text[start + length..]);
        for other in ["", "x", "0", "9", "99", "n", "w9", "b9", "r4", "W", "?", "1-0", "/", ",", "}", "{"] {
            damaged.push(format!("{before}{other}{after}"));
        }
        damaged.push(format!("{before}{word},{word}{after}"));
        damaged.push(format!("{before}{word} {word}{after}"));
        start += length;
    }
    damaged
}

#[test]
fn errors_in_positions_are_translated() {
    let mut keys = BTreeSet::new();
    for info in ALL {
        let start = open(info.id, None).unwrap();
        for text in damaged(&start.position()) {
            if let Err(error) = open(info.id, Some(&text)) {
                check(&error.message(), &mut keys);
            }
        }
    }
    // Most errors have occurred: fields, rows, cells, turns, counts.
    assert!(keys.len() >= 21, "{keys:?}");
}

#[test]
fn errors_in_records_are_translated() {
    let mut keys = BTreeSet::new();
    for info in ALL {
        let mut session = open(info.id, None).unwrap();
        for _ in 0..3 {
            session.play(&session.legal_moves()[0]).unwrap();
        }
        session.resign(session.to_move()).unwrap();
        let text = record::write([&session.record()]);
        assert_eq!(record::read(&text).unwrap().len(), 1);
        for text in damaged(&text) {
            if let Err(error) = record::read(&text) {
                check(&error.message(), &mut keys);
            }
        }
        let latin = record::read_bytes(b"[Game \"\xe9\"]").unwrap_err();
        check(&latin.message(), &mut keys);
    }
    assert!(keys.len() >= 17, "{keys:?}");
}
