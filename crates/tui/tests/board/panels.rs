//! What is said beside a board.

use cairn_rules::{Outcome, Player, Reason};
use cairn_tui::board::panel;
use ratatui::text::Line;

use crate::boards;

fn said(lines: &[Line]) -> String {
    lines.iter().map(|line| line.to_string().trim_end().to_owned() + "\n").collect()
}

#[test]
fn panels_say_who_plays_and_what_they_have() {
    let mut all = String::new();
    for (name, scene) in boards::starts().into_iter().chain(boards::middles()) {
        let say = |word: &str| word.to_owned();
        all += &name;
        all += "\n";
        all += &said(&panel::seats(&scene, boards::THEME, 26, &say));
        all += &said(&panel::common(&scene, boards::THEME, 26, &say));
        all += "\n";
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_best_are_starred_when_it_is_over() {
    let mut scene = boards::start("stacks");
    scene.to_move = None;
    scene.outcome = Some(Outcome::win(Player::SECOND, Reason::Resignation));
    let say = |word: &str| word.to_owned();
    let lines = panel::seats(&scene, boards::THEME, 26, &say);
    assert_eq!(said(&lines), "   b  Black\n   home 0  lost 0\n*  r  Red\n   home 0  lost 0\n");
}

#[test]
fn panels_are_translated_and_keep_to_their_width() {
    let (_, scene) = boards::starts().into_iter().find(|(name, _)| name == "stlts").unwrap();
    let say = |word: &str| format!("«{word}»");
    for width in 1..40 {
        let lines = panel::seats(&scene, boards::THEME, width, &say);
        let text = said(&lines);
        for word in ["«White»", "«Black»", "«pieces» 12", "«captured» 0"] {
            assert!(text.contains(word), "{word} is missing:\n{text}");
        }
        // A name or a number is never cut, however narrow the panel is.
        assert!(lines.iter().all(|line| line.width() <= usize::from(width.max(18))), "{width}:\n{text}");
    }
}
