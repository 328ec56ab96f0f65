//! The text beside a board.

use cairn_rules::{Outcome, Player, Reason};
use cairn_texts::{Language, Texts};
use cairn_tui::board::panel;
use ratatui::text::Line;

use crate::boards;

const ENGLISH: Texts = Texts::new(Language::English);

fn said(lines: &[Line]) -> String {
    lines.iter().map(|line| line.to_string().trim_end().to_owned() + "\n").collect()
}

#[test]
fn panels_say_who_plays_and_what_they_have() {
    let mut all = String::new();
    for (name, scene) in boards::starts().into_iter().chain(boards::middles()) {
        all += &name;
        all += "\n";
        all += &said(&panel::seats(&scene, boards::THEME, 26, ENGLISH));
        all += &said(&panel::common(&scene, boards::THEME, 26, ENGLISH));
        all += "\n";
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_best_are_starred_when_it_is_over() {
    let mut scene = boards::start("stacks");
    scene.to_move = None;
    scene.outcome = Some(Outcome::win(Player::SECOND, Reason::Resignation));
    let lines = panel::seats(&scene, boards::THEME, 26, ENGLISH);
    assert_eq!(
        said(&lines),
        "   b  Black\n   in enemy home: 0 of 4\n   enemy lost: 0 of 6\n*  r  Red\n   in enemy home: 0 of 4\n   enemy lost: 0 of 6\n"
    );
}

#[test]
fn panels_are_translated_and_keep_to_their_width() {
    let (_, scene) = boards::starts().into_iter().find(|(name, _)| name == "stlts").unwrap();
    let texts = Texts::new(Language::Portuguese);
    for width in 1..40 {
        let lines = panel::seats(&scene, boards::THEME, width, texts);
        let text = said(&lines);
        for word in ["Brancas", "Pretas", "peças:", "12", "capturadas:"] {
            assert!(text.contains(word), "{word} is missing:\n{text}");
        }
        // A name or a number is never cut, however narrow the panel is.
        assert!(lines.iter().all(|line| line.width() <= usize::from(width.max(18))), "{width}:\n{text}");
    }
}
