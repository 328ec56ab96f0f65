//! Measures the time from a key to a finished frame, with the largest boards in a large window.

#![expect(clippy::unwrap_used, reason = "a bench may fail by panicking")]

use cairn_session::open;
use cairn_storage::Settings;
use cairn_texts::Language;
use cairn_tui::theme::{Depth, Mode};
use cairn_tui::{Headless, Opening, Start};
use divan::Bencher;
use ratatui::crossterm::event::KeyCode;

fn main() {
    divan::main();
}

#[divan::bench(args = ["sight:size=9", "staqs:size=10", "stlts", "stacks"])]
fn key_to_frame(bencher: Bencher, word: &str) {
    let player_specs = ["human", "human"].map(|word| word.parse().unwrap()).into();
    let start = Start {
        opening: Opening::Game(open(word, None).unwrap(), player_specs, 1),
        storage: None,
        remote: None,
        settings: Settings::default(),
        language: Language::English,
        ascii: false,
        depth: Depth::Indexed,
        mode: Mode::Dark,
        player_specs: [const { None }; 4],
        today: String::new(),
        seed: 1,
        remarks: Vec::new(),
    };
    let mut app = Headless::open(start, 160, 60);
    bencher.bench_local(|| app.press(KeyCode::Tab));
}
