//! The analysis board: variations, lines of the engine, and the position editor.

use std::fmt::Write;

use cairn_rules::games::ALL;
use cairn_session::open;
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, game, game_of, menu, start};

/// Opens the analysis board of a game, with the engine off.
fn board(spec: &str) -> Headless {
    let mut app = game_of(spec, vec!["human".parse().unwrap(); open(spec, None).unwrap().seats()]);
    app.press(KeyCode::Char('g'));
    app.keys("e");
    app
}

fn type_line(app: &mut Headless, text: &str) {
    app.keys(":");
    app.type_text(text);
    app.key(KeyCode::Enter);
}

/// Replaces the current text by typing.
fn type_over(app: &mut Headless, text: &str) {
    app.keys(":").control('u').type_text(text);
    app.key(KeyCode::Enter);
}

/// Returns the position on the screen, through the clipboard.
fn position(app: &mut Headless) -> String {
    app.keys("y");
    app.clipboard().unwrap().to_owned()
}

#[test]
fn variations_are_entered_and_visited() {
    let mut app = board("staqs");
    for mv in ["a1", "b2", "c3"] {
        type_line(&mut app, mv);
    }
    app.sees("1.a1 b2 2.c3").keys("[[");
    type_line(&mut app, "e5");
    app.sees("1.a1 b2").sees("  1…e5").sees("2.c3");
    app.keys("n").keys("]").keys("c");
    assert_eq!(app.session().history(), ["a1", "b2", "c3"]);
    app.keys("n");
    assert_eq!(app.session().history(), ["a1", "e5"]);
    app.keys("m").sees("1.a1 e5").sees("  1…b2 2.c3");
    app.click_on("2.c3");
    assert_eq!(app.session().history(), ["a1", "b2", "c3"]);
    app.keys("[").key(KeyCode::Delete).misses("b2 2.c3").sees("1.a1 e5");
    app.key(KeyCode::Home).keys("n").sees("There is no other variation.");
    type_line(&mut app, "z9");
    app.sees("z9");
}

#[test]
fn moves_are_built_on_the_board_by_keys_and_clicks_in_every_game() {
    for info in ALL {
        let mut app = board(info.id);
        for _ in 0..12 {
            app.key(KeyCode::Tab).key(KeyCode::Enter);
            if app.session().ply() > 0 {
                break;
            }
        }
        assert_eq!(app.session().ply(), 1, "{}", app.text());
    }
}

#[test]
fn the_engine_shows_lines_and_proven_values() {
    let mut app = game(&["human", "human"]);
    app.keys("g").sees("proven: Blue wins");
    app.keys("t");
    assert_eq!(app.session().ply(), 1, "the best move is played");
    app.sees("proven: Blue wins");
    app.keys("--").keys("e").misses("proven").keys("e").sees("proven");
}

#[test]
fn positions_are_set_up_by_keys_clicks_and_text() {
    let mut app = board("staqs:size=3");
    // The cursor is a frame around the square in the middle.
    let (column, row) = app.find("┏");
    app.keys("p").sees("1 neutral disc").sees("4 empty square").sees("Setting up a position");
    app.keys("2").key(KeyCode::Enter).key(KeyCode::Enter);
    assert_eq!(position(&mut app), "n,n,n/n,b3,n/n,n,n w 3/4");
    app.key(KeyCode::Tab).key(KeyCode::Up).key(KeyCode::Enter);
    assert_eq!(position(&mut app), "n,w2,n/n,b3,n/n,n,n b 3/3");
    app.key(KeyCode::Delete);
    assert_eq!(position(&mut app), "n,1,n/n,b3,n/n,n,n b 3/3");
    app.keys("t").sees("White to move").keys("r");
    assert_eq!(position(&mut app), "n,n,n/n,n,n/n,n,n b 4/4");
    app.keys("4").click(column + 4, row + 2);
    assert_eq!(position(&mut app), "n,n,n/n,1,n/n,n,n b 4/4");
    type_over(&mut app, "nonsense/1");
    app.sees("nonsense").key(KeyCode::Esc).key(KeyCode::Esc).misses("Setting up a position");
    type_line(&mut app, "b4,w2,n/3/3 b 0/0");
    assert_eq!(position(&mut app), "b4,w2,n/3/3 b 0/0");
    type_line(&mut app, "sight:size=4");
    assert_eq!(position(&mut app), "4/4/4/4 w");
}

#[test]
fn a_forbidden_position_is_explained() {
    let mut app = board("stlts");
    app.keys("p");
    type_over(&mut app, "12/12/12/12/12/12/12/12/12/12/12/w,11 w 0");
    app.keys("x").sees("at least one side has pieces");
    app.keys("q").misses("Setting up");
}

#[test]
fn the_board_opens_from_the_menu_a_puzzle_and_a_finished_game_and_leads_back() {
    let mut app = menu();
    app.click_on("Analysis board")
        .key(KeyCode::Enter)
        .keys("e")
        .sees("[ earlier")
        .keys("q")
        .sees("Analysis board");
    let puzzle = cairn_coach::puzzle::all()[0];
    let mut app = Headless::open(start(Opening::Puzzle(puzzle)), 80, 24);
    app.press(KeyCode::Char('g'));
    app.keys("e");
    assert_eq!(position(&mut app), puzzle.position);
    app.key(KeyCode::Esc).sees(puzzle.id);
    let mut app = game(&["human", "random"]);
    crate::stage::turn(&mut app);
    let before = app.session().history();
    app.keys("xy").press(KeyCode::Char('g'));
    app.keys("e");
    assert_eq!(app.session().history(), before);
    app.keys("q").sees("Menu");
}

#[test]
fn rated_games_have_no_analysis_before_their_end() {
    let players = ["human", "level1"].map(|word| word.parse().unwrap()).to_vec();
    let opening = Opening::RatedGame(open("sight", None).unwrap(), players, 1);
    let mut app = Headless::open(start(opening), 80, 24);
    app.keys("g").sees("This game is rated");
    app.keys("xy").press(KeyCode::Char('g'));
    app.keys("e").sees("[ earlier");
}

#[test]
fn screens() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut album = String::new();
        for language in [Language::English, Language::Portuguese] {
            for info in ALL {
                let opening = Opening::Game(open(info.id, None).unwrap(), Vec::new(), 1);
                let mut app = Headless::open(Start { language, ..start(opening) }, width, height);
                app.press(KeyCode::Char('g'));
                app.keys("e");
                for _ in 0..2 {
                    let mv = app.session().legal_moves().swap_remove(0);
                    type_line(&mut app, &mv);
                }
                app.keys("[");
                let mv = app.session().legal_moves().swap_remove(1);
                type_line(&mut app, &mv);
                writeln!(album, "== {}\n{}", info.name, app.text()).unwrap();
                app.keys("p");
                writeln!(album, "== {}, a position\n{}", info.name, app.text()).unwrap();
            }
        }
        insta::assert_snapshot!(format!("analysis_{width}x{height}"), album);
    }
}
