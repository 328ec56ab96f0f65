//! No input causes a panic, and every accepted position obeys the rules of its game.

mod invariants;

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{Game, GameSpec};
use proptest::prelude::*;

#[test]
fn game_specs() {
    cairn_test_support::check_corpus("game_spec", 4_000, invariants::game_spec);
}

#[test]
fn words() {
    cairn_test_support::check_corpus("words", 4_000, invariants::words);
}

#[test]
fn positions() {
    cairn_test_support::check_corpus("position", 4_000, invariants::position);
}

#[test]
fn moves() {
    cairn_test_support::check_corpus("moves", 2_000, invariants::moves);
}

#[test]
fn random_play() {
    cairn_test_support::check_corpus("random_play", 200, invariants::random_play);
}

struct Start;

impl Visitor for Start {
    type Output = String;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> String {
        G::start(&spec.options).to_string()
    }
}

/// Passes the text to every parser of every game, with or without a corpus.
fn feed_all(text: &str) {
    for (game, info) in ALL.iter().enumerate() {
        invariants::game_spec(format!("{}:{text}", info.id).as_bytes());
        let chosen = &invariants::usual_game(game)[..];
        invariants::position(&[chosen, text.as_bytes()].concat());
        invariants::moves(&[chosen, &[0], text.as_bytes()].concat());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn random_words_of_the_alphabet(text in "[a-lA-LsdnpwbrWB0-9+x>,/!=: -]{0,40}") {
        feed_all(&text);
    }

    #[test]
    fn mutilated_positions(
        game in 0..ALL.len(),
        cut in any::<prop::sample::Index>(),
        insert in "[a-z0-9,/ WB.é]{0,4}",
        delete in 0usize..6,
    ) {
        let start = with_game(ALL[game].id, Start);
        let mut text: Vec<char> = start.iter().flat_map(|start| start.chars()).collect();
        let cut = cut.index(text.len());
        let end = (cut + delete).min(text.len());
        text.splice(cut..end, insert.chars());
        feed_all(&text.into_iter().collect::<String>());
    }
}
