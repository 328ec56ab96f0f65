//! Drives the app by keys and clicks, and reads its screen.

use std::cell::RefCell;

use cairn_engine::bots::PlayerSpec;
use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use cairn_storage::{Settings, Speed, Storage};
use cairn_texts::Language;
use cairn_tui::theme::{Depth, Mode};
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use tempfile::TempDir;

thread_local! {
    /// The folders of a test, removed when it ends.
    static FOLDERS: RefCell<Vec<TempDir>> = const { RefCell::new(Vec::new()) };
}

/// Marks the storage as used, because the app would offer a lesson at the first start.
fn used(storage: Storage) -> Storage {
    // Some tests have a storage that is not writable.
    let _ = storage.save_settings(&Settings::default());
    storage
}

/// Creates a folder for the files of an app.
fn storage() -> Storage {
    let folder = tempfile::tempdir().unwrap();
    let storage = used(Storage::at(folder.path()));
    FOLDERS.with_borrow_mut(|folders| folders.push(folder));
    storage
}

/// Creates a start without a game, in English, with fast bots.
pub(crate) fn start(opening: Opening) -> Start {
    Start {
        opening,
        storage: Some(storage()),
        remote: None,
        // What a bot of another kind plays changes with the search.
        settings: Settings { speed: Speed::Instant, opponent: "random".to_owned(), ..Settings::default() },
        language: Language::English,
        ascii: false,
        depth: Depth::True,
        mode: Mode::Dark,
        player_specs: [const { None }; 4],
        today: "2026-11-16".to_owned(),
        seed: 1,
        remarks: Vec::new(),
    }
}

/// Opens the menu in an ordinary window.
pub(crate) fn menu() -> Headless {
    Headless::open(start(Opening::Menu), 80, 24)
}

/// Opens the menu, with files in a folder.
pub(crate) fn menu_at(folder: &std::path::Path) -> Headless {
    Headless::open(Start { storage: Some(used(Storage::at(folder))), ..start(Opening::Menu) }, 80, 24)
}

/// Starts the first game between these players.
pub(crate) fn game(player_specs: &[&str]) -> Headless {
    game_of(ALL[0].id, player_specs.iter().map(|word| word.parse().unwrap()).collect())
}

pub(crate) fn game_of(word: &str, player_specs: Vec<PlayerSpec>) -> Headless {
    Headless::open(start(Opening::Game(open(word, None).unwrap(), player_specs, 1)), 80, 24)
}

pub(crate) trait AppDriver {
    /// Presses a key and waits for all thinking bots.
    fn key(&mut self, code: KeyCode) -> &mut Self;

    /// Presses the keys of these characters and waits.
    fn keys(&mut self, text: &str) -> &mut Self;

    /// Presses a key together with Ctrl.
    fn control(&mut self, c: char) -> &mut Self;

    /// Fails unless the text is on the screen.
    fn sees(&mut self, text: &str) -> &mut Self;

    /// Fails if the text is on the screen.
    fn misses(&mut self, text: &str) -> &mut Self;

    /// Returns the position of a text on the screen.
    fn find(&self, text: &str) -> (u16, u16);

    /// Clicks on a text and waits.
    fn click_on(&mut self, text: &str) -> &mut Self;

    /// Returns the game from its record, through the clipboard.
    fn session(&mut self) -> Box<dyn Session>;
}

impl AppDriver for Headless {
    fn key(&mut self, code: KeyCode) -> &mut Self {
        self.press(code);
        self.wait(10_000);
        self
    }

    fn keys(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.key(KeyCode::Char(c));
        }
        self
    }

    fn control(&mut self, c: char) -> &mut Self {
        self.press_with(KeyCode::Char(c), KeyModifiers::CONTROL);
        self
    }

    fn sees(&mut self, text: &str) -> &mut Self {
        assert!(self.text().contains(text), "no `{text}` in\n{}", self.text());
        self
    }

    fn misses(&mut self, text: &str) -> &mut Self {
        assert!(!self.text().contains(text), "`{text}` in\n{}", self.text());
        self
    }

    fn find(&self, text: &str) -> (u16, u16) {
        for (row, line) in self.text().lines().enumerate() {
            if let Some(at) = line.find(text) {
                return (line[..at].chars().count() as u16, row as u16);
            }
        }
        panic!("no `{text}` in\n{}", self.text());
    }

    fn click_on(&mut self, text: &str) -> &mut Self {
        let (column, row) = self.find(text);
        self.click(column, row);
        self.wait(10_000);
        self
    }

    fn session(&mut self) -> Box<dyn Session> {
        self.press(KeyCode::Char('c'));
        let text = self.clipboard().unwrap();
        cairn_session::record::read(text).unwrap().remove(0).session().unwrap()
    }
}

/// Presses Tab and Enter until the person has completed a turn and the bots have replied.
pub(crate) fn turn(app: &mut Headless) {
    let before = app.session().ply();
    for _ in 0..12 {
        app.key(KeyCode::Tab).key(KeyCode::Enter);
        if app.session().ply() > before {
            return;
        }
    }
    panic!("no turn was made in\n{}", app.text());
}
