//! Descriptions of boards.

use std::collections::HashSet;

use cairn_draw::text::{self, Charset, Style};
use cairn_draw::{describe, outcome, summary};
use cairn_rules::{Message, Outcome, Player, Reason, Scene};
use cairn_texts::{Language, Texts};

use crate::boards;

const ENGLISH: Texts = Texts::new(Language::English);
const PORTUGUESE: Texts = Texts::new(Language::Portuguese);

fn scene(name: &str) -> Scene {
    boards::all().into_iter().find(|(other, _)| *other == name).unwrap().1
}

/// Checks the description of a site, which begins with its name.
fn check_description(board: &str, expected: &str, texts: Texts) {
    let scene = scene(board);
    let (name, _) = expected.split_once(',').unwrap();
    let site = &scene.sites[boards::index(&scene, name)];
    assert_eq!(describe(site, &scene, texts), expected, "{board}");
}

#[test]
fn sites_are_described() {
    for (board, expected) in [
        ("staqs-start", "a1, neutral"),
        ("staqs-late", "a4, blue, height 2"),
        ("staqs-late", "b1, out of play"),
        ("staqs-late", "e2, out of play, last move"),
        ("staqs-four", "f5, green, height 4"),
        ("sight-late", "d2, black, height 1"),
        ("sight-late", "e5, white, height 1, can be chosen"),
        ("sight-late", "a1, white, height 10, chosen"),
        ("stlts-late", "c11, white, 2 white pins, 3 black pins"),
        ("stlts-late", "j11, black, 1 white pin"),
        ("stlts-late", "b10, white, no pins"),
        ("stlts-start", "a1, empty"),
        ("stac-start", "a1, neutral, white pawn"),
        ("stac-late", "d5, white tower"),
        ("stac-late", "b5, neutral, height 2"),
        ("stac-late", "c3, white tower, white pawn, chosen"),
        ("stacks-late", "e1, black, height 2, locked, red home"),
        ("stacks-late", "c1, empty, red home"),
    ] {
        check_description(board, expected, ENGLISH);
    }
}

#[test]
fn sites_are_described_in_portuguese() {
    for (board, expected) in [
        ("staqs-late", "a4, peça azul, altura 2"),
        ("staqs-late", "e2, vazia, já não se usa, última jogada"),
        ("stlts-late", "c11, peça branca, 2 pinos brancos, 3 pinos pretos"),
        ("stac-late", "c3, torre branca, peão branco, escolhida"),
        ("stacks-late", "e1, peça preta, altura 2, bloqueada, base vermelha"),
        ("sight-start", "a1, ponto livre"),
    ] {
        check_description(board, expected, PORTUGUESE);
    }
    assert!(summary(&scene("sight-start"), PORTUGUESE).starts_with("Jogam as Brancas. "));
}

/// The reason alone would say that the tallest stack wins, even if the second stack decided.
#[test]
fn the_verdict_of_the_rules_replaces_the_reason() {
    let mut scene = scene("staqs-over");
    let end = scene.outcome.unwrap();
    let verdict = Message::new("{player} wins on the second stack, {own} against {other}");
    scene.verdict = Some(verdict.seat("player", "Blue").with("own", 4).with("other", 3));
    assert_eq!(outcome(&scene, end, ENGLISH), "Blue wins on the second stack, 4 against 3");
    assert_eq!(outcome(&scene, end, PORTUGUESE), "Ganham as Azuis pela segunda pilha, 4 contra 3");
    let resigned = Outcome::win(Player::SECOND, Reason::Resignation);
    assert_eq!(outcome(&scene, resigned, ENGLISH), "Blue resigns: White wins");
}

/// Boards have English letters, so a Portuguese legend explains them: readers would take b for "branco".
#[test]
fn legends_explain_letters_that_do_not_begin_the_name() {
    let legend = |texts| {
        let style = Style { texts, charset: Charset::Ascii, ..Style::default() };
        text::legend(&[&scene("staqs-late")], style)
    };
    assert!(legend(PORTUGUESE).contains("a letra das Azuis, do inglês\n"), "{}", legend(PORTUGUESE));
    assert!(legend(PORTUGUESE).starts_with('b'));
    assert!(!legend(ENGLISH).contains("letter"));
}

#[test]
fn descriptions_of_sites_differ() {
    for (name, scene) in boards::all() {
        let descriptions: HashSet<String> =
            scene.sites.iter().map(|site| describe(site, &scene, ENGLISH)).collect();
        assert_eq!(descriptions.len(), scene.sites.len(), "{name}");
    }
}

#[test]
fn a_pawn_on_a_square_without_discs_is_described() {
    let mut scene = scene("stac-late");
    let index = boards::index(&scene, "a1");
    scene.sites[index].pawn = Some(Player::SECOND);
    assert_eq!(describe(&scene.sites[index], &scene, ENGLISH), "a1, black pawn");
}

#[test]
fn the_whole_board_is_described() {
    insta::assert_snapshot!(summary(&scene("stac-late"), ENGLISH));
    insta::assert_snapshot!(summary(&scene("staqs-over"), ENGLISH));
    assert!(summary(&scene("sight-start"), ENGLISH).ends_with("The board is empty."));
}

#[test]
fn a_shared_draw_names_the_players_who_share_it() {
    let mut scene = scene("staqs-four");
    let best = [Player::FIRST, Player::THIRD, Player::FOURTH].into_iter().collect();
    scene.outcome = Some(Outcome { best, seats: 4, reason: Reason::TallestStack });
    assert!(summary(&scene, ENGLISH).contains("Draw between Blue, Red and Green: tallest stack."));
}
