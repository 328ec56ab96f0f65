//! Whatever is wrong with a position or a record can be said in every language.

use std::collections::BTreeSet;

use cairn_rules::Message;
use cairn_rules::games::ALL;
use cairn_session::{OpenError, RecordError, RecordProblem, open, record};
use cairn_texts::{Language, Texts};

/// The sentences that have been met, by their keys.
#[derive(Default)]
struct Heard(BTreeSet<&'static str>);

impl Heard {
    /// Every part of a problem has words of its own in Portuguese.
    fn hear(&mut self, problem: &Message) {
        let texts = Texts::new(Language::Portuguese);
        for part in problem.parts() {
            let english = Message::new(part.key());
            assert_ne!(texts.message(&english), english.to_string(), "not translated");
            self.0.insert(part.key());
        }
    }

    fn hear_position(&mut self, error: &OpenError) {
        let portuguese = error.tell(Texts::new(Language::Portuguese));
        assert_ne!(portuguese, error.to_string());
        if let OpenError::Position(error) = error {
            self.hear(&error.problem);
        }
    }

    fn hear_record(&mut self, error: &RecordError) {
        assert_ne!(error.tell(Texts::new(Language::Portuguese)), error.to_string());
        match &*error.problem {
            RecordProblem::Text(problem) => self.hear(problem),
            RecordProblem::Open(error) => self.hear_position(error),
        }
    }
}

/// A text with one word of it left out, doubled, replaced or cut, in every way.
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
fn what_is_wrong_with_a_position_is_said_in_every_language() {
    let mut heard = Heard::default();
    for info in ALL {
        let start = open(info.id, None).unwrap();
        for text in damaged(&start.position()) {
            if let Err(error) = open(info.id, Some(&text)) {
                heard.hear_position(&error);
            }
        }
    }
    // Most of what can be wrong has been: fields, rows, cells, turns, counts.
    assert!(heard.0.len() >= 20, "{:?}", heard.0);
}

#[test]
fn what_is_wrong_with_a_record_is_said_in_every_language() {
    let mut heard = Heard::default();
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
                heard.hear_record(&error);
            }
        }
        let latin = record::read_bytes(b"[Game \"\xe9\"]").unwrap_err();
        heard.hear_record(&latin);
    }
    assert!(heard.0.len() >= 15, "{:?}", heard.0);
}
