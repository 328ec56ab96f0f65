//! Nothing panics on input: every reader is fed random bytes and mutilated good text.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{Game, GameSpec, Notation, Position};
use proptest::prelude::*;

struct Feed<'a>(&'a str);

impl Visitor for Feed<'_> {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let start = G::start(&spec.options);
        let _ = start.parse_move(self.0);
        if let Ok(position) = G::read_position(&spec.options, self.0) {
            // What is accepted is playable to the end of a few plies, and prints what it reads.
            let text = position.to_string();
            assert_eq!(G::read_position(&spec.options, &text).as_ref(), Ok(&position));
            let mut position = position;
            let mut moves = Vec::new();
            for _ in 0..8 {
                moves.clear();
                position.legal_moves(&mut moves);
                assert_eq!(moves.is_empty(), position.outcome().is_some());
                let Some(&mv) = moves.first() else { break };
                assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
                position.play_unchecked(mv);
            }
        }
    }
}

struct Start;

impl Visitor for Start {
    type Output = String;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> String {
        G::start(&spec.options).to_string()
    }
}

fn feed_all(text: &str) {
    let _ = with_game(text, Start);
    for info in ALL {
        let _ = with_game(&format!("{}:{text}", info.id), Start);
        with_game(info.id, Feed(text)).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        feed_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words_of_the_alphabet(text in "[a-lA-LsdnpwbrWB0-9+x>,/!=: -]{0,40}") {
        feed_all(&text);
    }

    #[test]
    fn mutilated_positions(game in 0..ALL.len(), cut in 0usize..200, insert in "[a-z0-9,/ WB.é]{0,4}", delete in 0usize..6) {
        let mut text: Vec<char> = with_game(ALL[game].id, Start).unwrap().chars().collect();
        let cut = cut.min(text.len());
        let end = (cut + delete).min(text.len());
        text.splice(cut..end, insert.chars());
        feed_all(&text.into_iter().collect::<String>());
    }
}
