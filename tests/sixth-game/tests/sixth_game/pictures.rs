//! Boards as text, as pictures and in words.

use cairn_draw::svg::{self, Theme};
use cairn_draw::text::{self, Charset, Style};
use cairn_draw::{describe, outcome, png, summary};
use cairn_rules::Scene;
use cairn_session::open;
use cairn_texts::Texts;

use crate::PORTUGUESE;

/// White has won on a small board.
fn won() -> Scene {
    let mut session = open("tump:size=2", Some("w2,b2/1,b1 w")).unwrap();
    session.play("a2-b2").unwrap();
    session.board().scene()
}

const BOARD: &str = "   +----+----+
 2 |(.) |(w4)|
   +----+----+
 1 | .  | b1 |
   +----+----+
     a    b

   White  w  pieces: 4
   Black  b  pieces: 1
   White wins: high enough
";

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
        let picture = svg::render(&won(), theme);
        assert_eq!(picture.matches("role=\"gridcell\"").count(), 4);
        assert!(picture.contains("b2, white, height 4"), "{picture}");
        assert!(png::render(&won(), theme, 200).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    }
}

#[test]
fn boards_are_described_in_both_languages() {
    let scene = won();
    let end = scene.outcome.unwrap();
    for (texts, site, over, pieces) in [
        (Texts::default(), "b2, white, height 4", "White wins: high enough", "White: pieces: 4"),
        (PORTUGUESE, "b2, peça branca, altura 4", "Ganha o Branco: altura suficiente", "Branco: peças: 4"),
    ] {
        let there = scene.sites.iter().find(|site| site.name == "b2").unwrap();
        assert!(describe(there, &scene, texts).starts_with(site));
        assert_eq!(outcome(&scene, end, texts), over);
        let all = summary(&scene, texts);
        assert!(all.contains(over) && all.contains(pieces) && all.contains(site), "{all}");
    }
}
