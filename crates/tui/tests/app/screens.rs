//! Every screen of every game, in a small and in a large window, by keyboard only.

use std::fmt::Write;
use std::fs;

use cairn_rules::games::ALL;
use cairn_session::open;
use cairn_storage::Storage;
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, start, turn};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// A sequence of screens with their names.
#[derive(Default)]
struct Album(String);

impl Album {
    fn add(&mut self, name: &str, app: &Headless) {
        writeln!(self.0, "== {name}\n{}", app.text()).unwrap();
    }
}

#[test]
fn games() {
    for (width, height) in SIZES {
        for (number, info) in ('1'..).zip(ALL) {
            let mut app = Headless::open(start(Opening::Menu), width, height);
            let mut album = Album::default();
            app.keys(&number.to_string());
            album.add("before the game", &app);
            app.key(KeyCode::Enter);
            album.add("the first turn", &app);
            app.key(KeyCode::Enter);
            album.add("a step, or the answer of the bot", &app);
            app.key(KeyCode::Esc);
            for _ in 0..3 {
                turn(&mut app);
            }
            app.keys("f");
            album.add("some turns on, from the far side", &app);
            app.key(KeyCode::Home);
            album.add("looking back", &app);
            app.key(KeyCode::Esc).keys("xy");
            album.add("over", &app);
            app.keys("b").key(KeyCode::PageDown);
            album.add("rules", &app);
            insta::assert_snapshot!(format!("{}_{width}x{height}", info.id), album.0);
        }
    }
}

/// The smallest window in which every default board must fit.
#[test]
fn games_in_a_small_window() {
    let mut album = Album::default();
    for (language, info) in
        Language::ALL.into_iter().flat_map(|language| ALL.iter().map(move |info| (language, info)))
    {
        let players = ["human", "random"].map(|word| word.parse().unwrap()).to_vec();
        let opening = Opening::Game(open(info.id, None).unwrap(), players, 1);
        let mut app = Headless::open(Start { language, ..start(opening) }, 60, 20);
        turn(&mut app);
        turn(&mut app);
        app.key(KeyCode::Tab).key(KeyCode::Enter);
        album.add(info.name, &app);
        if info.id == ALL[0].id {
            app.keys("?");
            album.add("keys", &app);
        }
    }
    insta::assert_snapshot!("games_60x20", album.0);
}

/// Captures screens that belong to no game.
fn others(start: impl Fn(Opening) -> Start, width: u16, height: u16) -> String {
    // Without a storage, because its paths would differ from run to run.
    let mut app = Headless::open(Start { storage: None, ..start(Opening::Menu) }, width, height);
    let mut album = Album::default();
    album.add("menu", &app);
    app.keys("?");
    album.add("help", &app);
    app.key(KeyCode::Esc).keys(",");
    album.add("settings", &app);
    app.key(KeyCode::Esc).key(KeyCode::End).key(KeyCode::Up).key(KeyCode::Enter);
    album.add("about", &app);
    app.key(KeyCode::Esc).key(KeyCode::End);
    for _ in 0..6 {
        app.key(KeyCode::Up);
    }
    album.add("puzzles in the menu", &app);
    app.key(KeyCode::Enter);
    album.add("puzzles", &app);
    app.key(KeyCode::Enter);
    album.add("a puzzle", &app);
    app.key(KeyCode::Enter).key(KeyCode::Tab).key(KeyCode::Enter).keys("t");
    album.add("an attempt and the solution", &app);
    app.keys("q").keys("1");
    album.add("a new game", &app);
    app.keys("q").key(KeyCode::End);
    for _ in 0..4 {
        app.key(KeyCode::Up);
    }
    app.key(KeyCode::Enter);
    album.add("saved games", &app);
    album.0
}

#[test]
fn screens_without_a_game() {
    for (width, height) in SIZES {
        insta::assert_snapshot!(format!("others_{width}x{height}"), others(start, width, height));
    }
    let start = |opening| Start { language: Language::Portuguese, ..start(opening) };
    insta::assert_snapshot!("others_60x20", others(crate::stage::start, 60, 20) + &others(start, 60, 20));
}

#[test]
fn the_list_of_puzzles_opens_the_rules_of_the_highlighted_one() {
    let last = cairn_coach::puzzle::all().pop().unwrap();
    let info = ALL.iter().find(|info| last.spec.split(':').next() == Some(info.id)).unwrap();
    assert_ne!(info.id, ALL[0].id);
    let mut app = Headless::open(start(Opening::Menu), 80, 24);
    app.click_on("Puzzles").key(KeyCode::End).keys("b").sees(&format!("Rules of {}", info.name));
}

#[test]
fn screens_in_portuguese() {
    let start = |opening| Start { language: Language::Portuguese, ..start(opening) };
    let mut app = Headless::open(start(Opening::Menu), 80, 24);
    let mut album = Album(others(start, 80, 24));
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    album.add("a game", &app);
    app.keys("b");
    album.add("rules", &app);
    insta::assert_snapshot!("portuguese_80x24", album.0);
}

#[test]
fn options_are_shown_and_typed_in_portuguese() {
    let start = Start { language: Language::Portuguese, ..start(Opening::Menu) };
    let mut app = Headless::open(start, 80, 24);
    app.click_on("Jogar Stlts").sees("‹ normais ›").sees("percursos    ‹ com curvas ›");
    for _ in 0..7 {
        app.key(KeyCode::Down);
    }
    app.sees("curvas, retos)");
    app.keys(":")
        .keys("tortos")
        .key(KeyCode::Enter)
        .sees("tortos não é permitido aqui")
        .sees("‹ com curvas ›");
    app.keys(":").keys("retos").key(KeyCode::Enter).sees("percursos    ‹ retos ›").sees("‹ outras ›");
    app.key(KeyCode::Down).sees("nunca (0 a");
}

#[test]
fn presets_set_all_their_options() {
    let mut app = Headless::open(start(Opening::Menu), 80, 24);
    app.click_on("Play Stlts").sees("‹ standard ›");
    for _ in 0..4 {
        app.key(KeyCode::Down);
    }
    app.key(KeyCode::Right)
        .sees("rules        ‹ classic ›")
        .sees("walks        ‹ straight ›")
        .sees("draw after   ‹ 0 ›");
    // A preset in the settings also works.
    let mut configured = start(Opening::Menu);
    configured.settings.game = "stacks:published".to_owned();
    let mut app = Headless::open(configured, 80, 24);
    app.click_on("Play Stacks").sees("‹ published ›").sees("‹ duty ›");
}

#[test]
fn saved_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let bot = "[First \"human\"]\n[Second \"level3\"]\n[Date \"2026-11-15\"]\n[Result \"1-0\"]\n[Reason \"resignation\"]";
    let people = "[First \"Ana\"]\n[Second \"Rui\"]\n[Date \"2026-11-16\"]";
    for (name, tags, moves) in [("a", bot, "1. c3 d4"), ("b", people, "1. c3"), ("c", "", "1. c3 z9")] {
        fs::write(games.join(format!("{name}.txt")), format!("[Game \"staqs\"]\n{tags}\n\n{moves}\n"))
            .unwrap();
    }
    let mut album = Album::default();
    for (width, height) in SIZES {
        for language in Language::ALL {
            let start = Start { storage: Some(Storage::at(folder.path())), language, ..start(Opening::Menu) };
            let mut app = Headless::open(start, width, height);
            app.key(KeyCode::End);
            for _ in 0..4 {
                app.key(KeyCode::Up);
            }
            app.key(KeyCode::Enter).key(KeyCode::Down).key(KeyCode::Down);
            album.add(&format!("{language}, {width} x {height}"), &app);
            app.key(KeyCode::Home);
            album.add("a damaged one", &app);
            app.keys("/rui").key(KeyCode::Enter);
            album.add("one is looked for", &app);
            app.key(KeyCode::Tab);
            album.add("no unfinished game", &app);
        }
    }
    insta::assert_snapshot!(album.0);
}

#[test]
fn screens_in_plain_characters() {
    let start = |opening| Start { ascii: true, ..start(opening) };
    let mut app = Headless::open(start(Opening::Menu), 80, 24);
    let mut album = Album(others(start, 80, 24));
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    album.add("a game", &app);
    assert!(album.0.is_ascii(), "{}", album.0.replace(|c: char| c.is_ascii(), ""));
    insta::assert_snapshot!("ascii_80x24", album.0);
}

#[test]
fn a_small_window_says_so_and_recovers() {
    let mut app = Headless::open(start(Opening::Menu), 30, 8);
    app.sees("too small").sees("30 x");
    app.resize(80, 24);
    app.sees("Play");
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    for (width, height) in [(1, 1), (3, 2), (46, 16), (60, 20), (250, 90), (80, 24)] {
        app.resize(width, height);
        app.keys("?").key(KeyCode::Esc).keys("b").key(KeyCode::Esc).keys(",").key(KeyCode::Esc);
    }
    app.sees("to move");
}
