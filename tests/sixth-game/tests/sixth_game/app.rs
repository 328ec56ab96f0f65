//! The full-screen app: menu, options, rules, puzzles, and a whole game by keys.

use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, menu, start};
use crate::{HIGH_ENOUGH, tump};

/// The key of the game in the menu.
const KEY: &str = "6";

#[test]
fn a_whole_game_against_level_1_is_played_by_keys() {
    let mut app = menu();
    app.sees("Play Tump").keys(KEY).sees("nobody in particular").sees("Climb onto the stacks");
    app.key(KeyCode::Home).key(KeyCode::Down).key(KeyCode::Down);
    app.keys(":").keys("level1").key(KeyCode::Enter).sees("‹ level 1 (Elo ");
    app.key(KeyCode::Home).key(KeyCode::Enter).sees("Black (level 1)");
    // Tab goes to the next choice, and Enter takes it.
    for _ in 0..200 {
        if app.text().contains("Play again") {
            break;
        }
        app.key(KeyCode::Tab).key(KeyCode::Enter);
    }
    app.sees("wins: high enough");
    assert_eq!(app.session().outcome().unwrap().reason, HIGH_ENOUGH);
    // Play again.
    app.keys("3").misses("Play again");
    assert_eq!(app.session().ply(), 0);
}

#[test]
fn its_options_are_in_the_form() {
    let mut app = menu();
    app.keys(KEY).click_on("goal").sees("‹ 4 ›").sees("height that ends the game");
    app.keys("99").key(KeyCode::Enter).sees("99 is not allowed here; allowed: 3 to 9");
    app.keys("7").key(KeyCode::Enter).sees("‹ 7 ›");
    app.key(KeyCode::Home).key(KeyCode::Enter);
    assert_eq!(app.session().spec(), "tump:goal=7");
}

#[test]
fn its_rules_are_opened_by_a_key_in_both_languages() {
    for (language, title, sentence) in [
        (Language::English, "Rules of Tump", "A small game for tests"),
        (Language::Portuguese, "Regras do Tump", "Um pequeno jogo para testes"),
    ] {
        let mut app = Headless::open(Start { language, ..start(Opening::Menu) }, 80, 24);
        for _ in 0..5 {
            app.key(KeyCode::Down);
        }
        app.keys("b").sees(title).sees(sentence);
        app.key(KeyCode::Right).misses(title).key(KeyCode::Left).sees(title);
    }
}

#[test]
fn it_is_introduced_and_refuses_moves_in_portuguese() {
    let start = Start { language: Language::Portuguese, ..start(Opening::Menu) };
    let mut app = Headless::open(start, 80, 24);
    app.keys(KEY).sees("ninguém em particular").sees("Subir para cima das pilhas");
    app.click_on("objetivo").sees("altura que acaba a partida");
    app.key(KeyCode::Home).key(KeyCode::Enter).keys(":a1-a2").key(KeyCode::Enter);
    app.sees("as Brancas não têm nenhuma pilha em a1");
}

#[test]
fn the_list_of_puzzles_does_without_it() {
    assert!(cairn_coach::puzzle::of(tump()).is_empty());
    let mut app = menu();
    app.click_on("Puzzles").key(KeyCode::End).keys("b").sees("Rules of ").misses("Tump");
}

#[test]
fn each_layer_of_a_mixed_stack_is_on_the_board() {
    let open = |spec, position, width, height| {
        let session = cairn_session::open(spec, Some(position)).unwrap();
        let people = vec!["human".parse().unwrap(), "human".parse().unwrap()];
        Headless::open(start(Opening::Game(session, people, 1)), width, height)
    };
    let large = open("tump:size=2,goal=9", "2/wb2w,1 w", 80, 30);
    let text = large.text();
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.contains("w4")).collect();
    assert!(rows[1].contains(" b2 ") && rows[2].contains(" w "), "{text}");
    open("tump:size=6,goal=9", "6/6/6/6/6/wb2w,5 w", 46, 16).sees("wb2w");
}
