//! Lessons in the full screen, by keys.

use std::fmt::Write;

use cairn_coach::lesson::Lesson;
use cairn_rules::games::ALL;
use cairn_tui::{Headless, Opening, Start};
use insta::assert_snapshot;
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, menu, start};

fn lesson(game: &str, width: u16, height: u16) -> Headless {
    let game = ALL.iter().find(|info| info.id == game).unwrap();
    Headless::open(start(Opening::Lesson(game)), width, height)
}

#[test]
fn every_lesson_is_done_by_typing_and_leads_to_a_first_game() {
    for game in ALL {
        for language in cairn_texts::Language::ALL {
            let opening = Start { language, ..start(Opening::Lesson(game)) };
            let mut app = Headless::open(opening, 100, 40);
            let mut lesson = Lesson::open(game, language.word()).unwrap();
            loop {
                // A long title wraps.
                app.sees(lesson.step().title.split(' ').next().unwrap());
                app.keys(":");
                let solution = lesson.solution();
                let text = if lesson.is_search() { solution.join(" ") } else { solution[0].clone() };
                app.keys(&text).key(KeyCode::Enter);
                let first_word = lesson.step().done.split(' ').next().unwrap();
                app.sees(first_word);
                app.key(KeyCode::Enter);
                if !lesson.advance() {
                    break;
                }
            }
            assert!(app.session().ply() < 2, "{}", game.id);
            assert_eq!(app.session().tag("Second").as_deref(), Some("level1"));
        }
    }
}

#[test]
fn a_miss_is_explained_and_can_be_tried_again() {
    let mut app = lesson("staqs", 80, 24);
    app.keys("]").sees("Take room away").keys(":a1").key(KeyCode::Enter).sees("Not quite.");
    app.keys(":e3").key(KeyCode::Enter).sees("Right.").key(KeyCode::Enter).sees("3/10");
    app.keys("[").sees("Take room away").keys("t").sees("d2 d4 e3");
    app.keys(":z9").key(KeyCode::Enter).sees("illegal move z9").keys("q").sees("Lessons");
}

#[test]
fn squares_are_found_by_cursor_and_click() {
    let mut app = lesson("staqs", 80, 24);
    app.keys("]]]").sees("Where can it go?");
    // The cursor starts in the middle of the board, at c3.
    app.key(KeyCode::Up).key(KeyCode::Enter).sees("One is left");
    app.key(KeyCode::Left).key(KeyCode::Enter).sees("Not quite.");
    app.key(KeyCode::Right).key(KeyCode::Down).key(KeyCode::Down).key(KeyCode::Enter).sees("b3 is empty");
}

#[test]
fn every_lesson_is_in_the_menu() {
    let mut app = menu();
    for _ in 0..ALL.len() {
        app.key(KeyCode::Down);
    }
    app.sees("› Lessons");
    for (number, game) in ALL.iter().enumerate() {
        app.key(KeyCode::Enter).key(KeyCode::Home);
        for _ in 0..number {
            app.key(KeyCode::Down);
        }
        app.sees(&format!("› {}", game.name)).key(KeyCode::Enter).sees("1/");
        app.keys("q").sees("› Lessons");
    }
    app.click_on("Lessons").click_on("Sight").sees("1/").key(KeyCode::Esc).sees("stacking games");
}

#[test]
fn it_looks_like_this() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut album = String::new();
        for language in cairn_texts::Language::ALL {
            for game in ALL {
                let opening = Start { language, ..start(Opening::Lesson(game)) };
                let mut app = Headless::open(opening, width, height);
                writeln!(album, "== {}, {language}\n{}", game.name, app.text()).unwrap();
                app.keys("]").key(KeyCode::Enter).key(KeyCode::PageDown);
                writeln!(album, "== {}, {language}, a step and a page on\n{}", game.name, app.text())
                    .unwrap();
            }
        }
        assert_snapshot!(format!("lessons_{width}x{height}"), album);
    }
}
