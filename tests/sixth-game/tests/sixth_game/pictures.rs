//! Boards as text, as pictures and in words.

use cairn_draw::svg::{self, Theme};
use cairn_draw::text::{self, Charset, Style};
use cairn_draw::{describe, outcome, png, summary};
use cairn_rules::Scene;
use cairn_session::open;
use cairn_texts::Texts;

use crate::PORTUGUESE;

/// Returns a small board on which White has won.
fn won() -> Scene {
    let mut session = open("tump:size=2", Some("w2,b2/1,b1 w")).unwrap();
    session.play("a2-b2").unwrap();
    session.board().scene()
}

const BOARD: &str = "   +------+------+
 2 | (.)  |(w2b2)|
   +------+------+
 1 |  .   |  b1  |
   +------+------+
      a      b

   White  w  pieces: 2
   Black  b  pieces: 3
   White wins: high enough
";

/// Returns a board with a stack of three layers on a1.
fn mixed() -> Scene {
    open("tump:size=2,goal=9", Some("2/wb2w,1 w")).unwrap().board().scene()
}

#[test]
fn each_layer_of_a_mixed_stack_is_text() {
    let style = Style { charset: Charset::Ascii, ..Style::default() };
    let board = text::render(&mixed(), style);
    assert!(board.contains("|wb2w|  .   |") || board.contains("| wb2w |"), "{board}");
    assert!(text::legend(&[&mixed()], style).contains("wb2w  white, height 4, 1 White on 2 Black"));
    let colored = text::render(&mixed(), Style { color: true, ..style });
    assert_eq!(colored.matches("48;5;255").count() - colored.matches("48;5;235").count(), 1, "{colored}");
}

#[test]
fn each_piece_of_a_mixed_stack_is_drawn() {
    let picture = svg::page(&mixed(), svg::Options::default());
    assert!(picture.contains("data-piece=\"pile 0 4 1,1,0\""), "{picture}");
    for (side, discs) in [("fill=\"var(--white-side)\"", 2), ("fill=\"var(--black-side)\"", 2)] {
        assert_eq!(picture.matches(side).count(), discs, "{side}: {picture}");
    }
    // The edges of the second player's discs are dashed.
    assert_eq!(picture.matches("stroke-dasharray=\"8 7\"").count(), 2, "{picture}");
}

#[test]
fn each_layer_of_a_mixed_stack_is_described() {
    for (texts, words) in [
        (Texts::default(), "a1, white, height 4, 1 White on 2 Black on 1 White"),
        (PORTUGUESE, "a1, peça branca, altura 4, 1 das Brancas sobre 2 das Pretas sobre 1 das Brancas"),
    ] {
        let scene = mixed();
        assert_eq!(describe(&scene.sites[0], &scene, texts), words);
        assert!(summary(&scene, texts).contains(words));
        assert!(svg::page(&scene, svg::Options::new(texts)).contains(&format!("aria-label=\"{words}\"")));
    }
}

#[test]
fn boards_are_text() {
    let board = text::render(&won(), Style { charset: Charset::Ascii, ..Style::default() });
    assert_eq!(board, BOARD);
    let board = text::render(&won(), Style { texts: PORTUGUESE, ..Style::default() });
    assert!(board.contains("altura suficiente"), "{board}");
}

#[test]
fn boards_are_pictures() {
    for theme in [Theme::Light, Theme::Dark] {
        let picture = svg::render(&won(), svg::Options { theme, ..svg::Options::default() });
        assert_eq!(picture.matches("role=\"gridcell\"").count(), 4);
        assert!(picture.contains("b2, white, height 4"), "{picture}");
        assert!(
            png::render(&won(), svg::Options { theme, ..svg::Options::default() }, 200)
                .unwrap()
                .starts_with(b"\x89PNG\r\n\x1a\n")
        );
    }
}

#[test]
fn boards_are_described_in_both_languages() {
    let scene = won();
    let end = scene.outcome.unwrap();
    for (texts, site, over, pieces) in [
        (Texts::default(), "b2, white, height 4", "White wins: high enough", "White: pieces: 2"),
        (
            PORTUGUESE,
            "b2, peça branca, altura 4",
            "Ganham as Brancas: altura suficiente",
            "Brancas: peças: 2",
        ),
    ] {
        let there = scene.sites.iter().find(|site| site.name == "b2").unwrap();
        assert!(describe(there, &scene, texts).starts_with(site));
        assert_eq!(outcome(&scene, end, texts), over);
        let all = summary(&scene, texts);
        assert!(all.contains(over) && all.contains(pieces) && all.contains(site), "{all}");
    }
}
