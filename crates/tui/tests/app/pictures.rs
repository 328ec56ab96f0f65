//! The pictures of the app in the documentation are up to date.

use std::fs;
use std::path::Path;

use cairn_engine::bots::{BasicBot, BotKind, PlayerSpec};
use cairn_rules::games::ALL;
use cairn_session::open;
use cairn_tui::theme::Mode;
use cairn_tui::{Headless, Opening, Start, picture};
use ratatui::crossterm::event::KeyCode;

use crate::stage::start;

/// The game of the picture, its ply, and a window for it.
const GAME: (usize, usize) = (0, 14);
const WINDOW: (u16, u16) = (92, 26);

/// Opens a game at a person's turn in the middle of a game, with a piece chosen.
fn in_game(mode: Mode) -> Headless {
    let mut session = open(ALL[GAME.0].id, None).unwrap();
    let mut bot = BotKind::Basic(BasicBot::Greedy).bot(9);
    for _ in 0..GAME.1 {
        let mv = bot.choose_move(&*session).unwrap().unwrap();
        session.play(&mv).unwrap();
    }
    let player_specs: Vec<PlayerSpec> = ["human", "level5"].map(|word| word.parse().unwrap()).into();
    let start = Start { mode, ..start(Opening::Game(session, player_specs, 1)) };
    let mut app = Headless::open(start, WINDOW.0, WINDOW.1);
    app.press(KeyCode::Enter);
    app
}

fn in_menu(mode: Mode) -> Headless {
    let mut app = Headless::open(Start { mode, ..start(Opening::Menu) }, WINDOW.0, WINDOW.1);
    app.press(KeyCode::Down);
    app.press(KeyCode::Down);
    app
}

#[test]
fn pictures_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for mode in Mode::ALL {
        for (name, app) in [("app", in_game(mode)), ("menu", in_menu(mode))] {
            let name = format!("{name}-{}.svg", mode.name());
            let drawn = picture::svg(app.screen(), app.theme());
            if std::env::var_os("UPDATE_PICTURES").is_some() {
                fs::write(folder.join(&name), &drawn).unwrap();
            }
            let kept = fs::read_to_string(folder.join(&name)).unwrap_or_default();
            assert!(
                kept == drawn,
                "{name} is out of date: UPDATE_PICTURES=1 cargo test -p cairn-tui pictures"
            );
        }
    }
}
