//! Puzzles in the full screen: the list with its filters, results, the next puzzle, continuing the game.

use std::fs;

use cairn_coach::puzzle::{self, PuzzleSession};
use cairn_storage::Storage;
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use insta::assert_snapshot;
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, start};

const SOLVED: &str = r#"{"puzzle":"staqs-4","solved":true,"wrong":0,"day":"2026-11-15"}
{"puzzle":"staqs-5","solved":true,"wrong":2,"day":"2026-11-16"}
{"puzzle":"staqs-6","solved":false,"wrong":1,"day":"2026-11-16"}
"#;

/// Opens an app in a folder with some puzzles solved.
fn app(opening: Opening, language: Language, folder: &std::path::Path) -> Headless {
    fs::write(folder.join("puzzles.jsonl"), SOLVED).unwrap();
    let storage = Some(Storage::at(folder));
    Headless::open(Start { storage, language, ..start(opening) }, 80, 24)
}

#[test]
fn the_list_is_narrowed_and_finds_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app(Opening::Menu, Language::English, folder.path());
    app.click_on("Puzzles").sees("Solved: 2 of").sees("+ staqs-5").sees("* staqs-4").sees("- staqs-6");
    app.keys("v").sees("not solved").misses("staqs-5").keys("v").sees("staqs-5").misses("staqs-6");
    app.keys("f")
        .sees("difficulty 1")
        .sees("staqs-4")
        .keys("g")
        .sees("STAQS")
        .keys("g")
        .sees("No puzzle matches");
    app.keys("v").sees("solved or not").sees("stlts-1").misses("staqs-4");
    app.key(KeyCode::Enter).sees("stlts-").key(KeyCode::Esc).sees("solved or not");
    app.keys("t").misses("solved or not").sees(puzzle::of_day("2026-11-16".parse().unwrap()).unwrap().id);
}

#[test]
fn words_narrow_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app(Opening::Menu, Language::English, folder.path());
    let count = |app: &Headless| app.text().lines().filter(|line| line.contains("staqs-")).count();
    app.click_on("Puzzles").keys("/STAQS-1").sees("Find: STAQS-1");
    assert!(count(&app) > 0 && !app.text().contains("staqs-4"), "{}", app.text());
    app.key(KeyCode::Enter).misses("Find:").sees("STAQS-1").keys("/zzz").sees("No puzzle matches");
    app.key(KeyCode::Esc).misses("zzz").sees("staqs-4");
}

#[test]
fn reserves_and_carry_flags_are_shown_in_every_puzzle() {
    for info in puzzle::all() {
        let session = cairn_session::open(info.spec, Some(info.position)).unwrap();
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let app = Headless::open(start(Opening::Puzzle(info)), width, height);
            let text = app.text();
            for fact in session.board().scene().seats.iter().flat_map(|seat| &seat.facts) {
                let fact = cairn_texts::Texts::default().message(fact);
                // Under a large board, the facts follow the task.
                let is_there = text.contains(&fact) || text.contains('▼');
                assert!(is_there, "{}: no `{fact}` at {width}x{height}\n{text}", info.id);
            }
        }
    }
    let mut app = Headless::open(start(Opening::Puzzle(puzzle::find("staqs-1").unwrap())), 60, 20);
    app.sees("discs to place: 2");
}

#[test]
fn results_are_honest_and_the_next_puzzle_follows() {
    let folder = tempfile::tempdir().unwrap();
    let info = puzzle::find("staqs-1").unwrap();
    let mut app = app(Opening::Puzzle(info), Language::English, folder.path());
    app.keys(":c1-c2").key(KeyCode::Enter).sees("is wrong").sees("Attempts: 1");
    app.keys("r").sees("Attempts: 1").keys(":b2-a2").key(KeyCode::Enter).sees("Solved, attempts: 2.");
    app.sees("In a row at the").keys("r").keys(":b2-a2").key(KeyCode::Enter).sees("Solved again;");
    let kept = fs::read_to_string(folder.path().join("puzzles.jsonl")).unwrap();
    assert!(kept.contains(r#"{"puzzle":"staqs-1","solved":true,"wrong":1,"day":"2026-11-16"}"#), "{kept}");
    app.key(KeyCode::Enter).misses("staqs-1").sees("staqs-2").sees("Attempts: 0");
}

#[test]
fn the_game_goes_on_from_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let info = puzzle::find("staqs-1").unwrap();
    let mut app = app(Opening::Puzzle(info), Language::English, folder.path());
    app.keys("p").sees("staqs-1").keys(":b2-a2").key(KeyCode::Enter).sees("play on").keys("p");
    let session = app.session();
    assert_eq!(session.move_at(0).unwrap(), "b2-a2");
    assert_eq!(
        (session.tag("First").as_deref(), session.tag("Second").as_deref()),
        (Some("human"), Some("perfect"))
    );
    let mut puzzle = PuzzleSession::open(info).unwrap();
    puzzle.attempt("b2-a2").unwrap();
    assert!(session.history().starts_with(&puzzle.session().history()));
}

#[test]
fn the_puzzle_of_the_day_is_in_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app(Opening::Menu, Language::Portuguese, folder.path());
    app.click_on("Problema do dia").sees(puzzle::of_day("2026-11-16".parse().unwrap()).unwrap().id);
}

#[test]
fn it_looks_like_this() {
    for language in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut app = app(Opening::Menu, language, folder.path());
        app.click_on(if language == Language::English { "Puzzles" } else { "Problemas" });
        assert_snapshot!(format!("puzzles_{language}"), app.text());
        let mut app = self::app(Opening::Puzzle(puzzle::find("staqs-1").unwrap()), language, folder.path());
        app.keys(":b2-a2").key(KeyCode::Enter);
        assert_snapshot!(format!("puzzle_solved_{language}"), app.text());
    }
}
