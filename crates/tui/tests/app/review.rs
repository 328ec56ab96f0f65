//! The review of a game in the full-screen app.

use std::fmt::Write;
use std::fs;

use cairn_session::{open, record};
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, menu_at, start};

/// A game on a board so small that everything is proven; both players give the win away at once.
const MOVES: [&str; 9] = ["a1", "c1", "b3", "c2", "c3", "c1-b1", "b3-a3", "b2", "a1-a2"];

fn played(start: impl Fn(Opening) -> Start, width: u16, height: u16) -> Headless {
    let session = open("sight:size=3", None).unwrap();
    let players = vec!["human".parse().unwrap(), "human".parse().unwrap()];
    let mut app = Headless::open(start(Opening::Game(session, players, 1)), width, height);
    for mv in MOVES {
        app.keys(":").keys(mv).key(KeyCode::Enter);
    }
    assert!(app.session().outcome().is_some());
    app
}

#[test]
fn the_review_is_opened_looked_through_and_closed() {
    let mut album = String::new();
    for (width, height) in [(80, 24), (120, 40)] {
        let mut app = played(start, width, height);
        app.sees("Review the game").keys("m").sees("Accuracy: ").sees("Chances of ");
        writeln!(album, "== the last move, {width} x {height}\n{}", app.text()).unwrap();
        app.key(KeyCode::Home).sees("The start of the game");
        app.key(KeyCode::Right).sees("1 a1").sees("Better: ").sees("The answer to a1: ");
        writeln!(album, "== the first move, {width} x {height}\n{}", app.text()).unwrap();
        app.key(KeyCode::End).sees("9 a1-a2").key(KeyCode::Up).sees("2 c1  ").key(KeyCode::Up).sees("1 a1  ");
        app.keys("2").sees("2 c1  ");
        app.key(KeyCode::Esc).misses("Accuracy: ").sees("Review the game");
    }
    insta::assert_snapshot!(album);
}

/// Returns the visible text beside the board about the current move.
fn said(app: &mut Headless, mv: &str) -> String {
    let (column, _) = app.find("Hipóteses das ");
    let text = app.text();
    let panel = text.lines().map(|line| line.chars().skip(column.into()).collect::<String>());
    let lines = panel.skip_while(|line| !line.starts_with(mv)).skip(1);
    let words: Vec<String> = lines.take_while(|line| !line.trim().is_empty()).collect();
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Even the longest text about a move fits into a small window.
#[test]
fn no_text_is_cut() {
    let portuguese = |opening| Start { language: Language::Portuguese, ..start(opening) };
    let [mut small, mut large] =
        [(80, 24), (120, 40)].map(|(width, height)| played(portuguese, width, height));
    for app in [&mut small, &mut large] {
        app.keys("m").key(KeyCode::Home);
    }
    for (ply, mv) in (1..).zip(MOVES) {
        let [here, there] = [&mut small, &mut large].map(|app| {
            app.key(KeyCode::Right);
            said(app, &format!("{ply} {mv}"))
        });
        assert!(!there.is_empty(), "{}", large.text());
        assert_eq!(here, there, "{}", small.text());
    }
}

#[test]
fn a_click_on_the_graph_leads_to_its_move() {
    let mut app = played(start, 80, 24);
    app.click_on("Review the game").sees("Accuracy: ");
    let (column, row) = app.find("Chances of ");
    app.click(column, row + 2);
    app.wait(100);
    app.sees("The start of the game");
    app.click(column + 2, row + 2);
    app.wait(100);
    app.sees("1 a1  ");
}

#[test]
fn nothing_is_played_while_the_review_is_open() {
    let mut app = played(start, 80, 24);
    app.keys("m");
    let before = app.session().history();
    app.keys("u").key(KeyCode::Enter).keys("r1xo").sees("Accuracy: ");
    assert_eq!(app.session().history(), before);
}

#[test]
fn a_game_in_play_is_not_reviewed() {
    let session = open("sight:size=3", None).unwrap();
    let players = vec!["human".parse().unwrap(), "human".parse().unwrap()];
    let mut app = Headless::open(start(Opening::Game(session, players, 1)), 80, 24);
    app.keys("m").sees("The game is not over.").misses("Accuracy: ");
}

#[test]
fn the_review_is_in_portuguese_and_in_plain_characters() {
    let mut app = played(|opening| Start { language: Language::Portuguese, ..start(opening) }, 80, 24);
    app.keys("m").sees("Precisão: ").sees("Hipóteses das ");
    let mut app = played(|opening| Start { ascii: true, ..start(opening) }, 80, 24);
    app.keys("m").sees("Accuracy: ");
    assert!(app.text().is_ascii(), "{}", app.text());
}

#[test]
fn a_record_is_reviewed_and_saved_with_comments() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir_all(&games).unwrap();
    fs::write(games.join("old.txt"), "[Game \"staqs\"]\n\n1. c3 {the middle} d4\n").unwrap();
    let mut app = menu_at(folder.path());
    app.click_on("Saved games").keys("m").sees("Accuracy: ");
    app.key(KeyCode::Right).sees("good: not the");
    app.keys("v").sees("Saved as");
    let saved = fs::read_to_string(games.join("2026-11-16-staqs-1.txt")).unwrap();
    let record = record::read(&saved).unwrap().remove(0);
    let comment = record.moves()[0].comment.as_deref().unwrap();
    assert!(comment.starts_with("the middle. good: not the proven win;"), "{comment}");
}
