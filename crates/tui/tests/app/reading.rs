//! Readable texts: key hints without arrows, choices with one digit, titles that fit, chances that name their player.

use cairn_engine::bots::PlayerSpec;
use cairn_rules::games::ALL;
use cairn_session::open;
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, game_of, start};

/// Opens a game between people in a language and a window.
fn window(spec: &str, language: Language, ascii: bool, size: (u16, u16)) -> Headless {
    let session = open(spec, None).unwrap();
    let people = vec![PlayerSpec::Human; session.seats()];
    let opening = Opening::Game(session, people, 1);
    Headless::open(Start { language, ascii, ..start(opening) }, size.0, size.1)
}

#[test]
fn keys_are_named_in_ascii() {
    for (language, arrows) in [(Language::English, "arrows move"), (Language::Portuguese, "setas mover")] {
        let mut app = window("staqs", language, true, (80, 24));
        app.sees(arrows).misses("UpDown");
        let mut app = Headless::open(Start { language, ascii: true, ..start(Opening::Menu) }, 80, 24);
        app.sees("Up/Down ");
    }
}

#[test]
fn a_number_of_pieces_has_its_own_digit() {
    let mut app = window("stacks", Language::English, false, (80, 24));
    app.keys(":a7").key(KeyCode::Esc);
    app.key(KeyCode::Enter).sees("1 piece").sees("2 pieces").misses("1 1 piece");
    app.keys("2").sees("› 2 pieces ›");
}

#[test]
fn options_fit_into_the_title() {
    let spec = "staqs:size=7,placement=free,players=3,steps=all";
    for size in [(60, 20), (80, 24), (120, 40)] {
        let mut app = window(spec, Language::Portuguese, false, size);
        for option in ["size=7", "placement=free", "players=3", "steps=all"] {
            app.sees(option);
        }
    }
}

#[test]
fn headers_keep_their_titles() {
    for info in ALL {
        for width in [60, 80] {
            let settings = cairn_storage::Settings { game: info.id.to_owned(), ..Default::default() };
            let language = Language::Portuguese;
            let mut app = Headless::open(Start { language, settings, ..start(Opening::Menu) }, width, 20);
            app.key(KeyCode::Enter);
            let text = app.text();
            let header = text.lines().next().unwrap().trim().to_owned();
            assert!(header.starts_with(&format!("{}  ", info.name)), "{header}");
        }
    }
}

#[test]
fn chances_name_their_player() {
    let mut app = game_of("staqs:size=6", vec![PlayerSpec::Human, PlayerSpec::Human]);
    let bar = |app: &Headless| app.text().lines().find(|line| line.contains('█')).unwrap().to_owned();
    app.keys("e").keys("t").sees("(Blue ");
    assert!(bar(&app).contains("░ Blue ") && bar(&app).ends_with(" %"), "{}", bar(&app));
    // The bar still shows the first player's chances.
    app.keys(":c3").key(KeyCode::Enter).keys("t").sees("(White ");
    assert!(bar(&app).contains("░ Blue ") && bar(&app).ends_with(" %"), "{}", bar(&app));
}

#[test]
fn forced_results_are_not_percentages() {
    for (language, results) in [
        (Language::English, [" wins in ", " loses in ", "a draw"]),
        (Language::Portuguese, [": vitória em ", ": derrota em ", "empate"]),
    ] {
        let mut app = window("staqs:size=3", language, false, (80, 24));
        for mv in ["a1", "b2", "c3", "a3", "c1", "b1"] {
            app.keys(":").keys(mv).key(KeyCode::Enter);
        }
        app.keys("e").misses(" %").keys("t").misses(" %");
        let text = app.text();
        assert!(results.iter().any(|result| text.contains(result)), "{text}");
        assert_eq!(app.session().ply(), 6);
    }
}
