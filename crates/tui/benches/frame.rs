//! Measures the time to draw the boards with the most sites, in every size.

#![expect(clippy::unwrap_used, reason = "a bench may fail by panicking")]

use cairn_draw::text::Charset;
use cairn_rules::games::{sight::Sight, staqs::Staqs, stlts::Stlts};
use cairn_rules::{Game, GameSpec, Present, Scene};
use cairn_tui::board::{BoardView, CellSize};
use cairn_tui::theme::{Depth, Mode, Scheme, Theme};
use divan::Bencher;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

const BOARDS: [&str; 3] = ["sight", "staqs", "stlts"];

fn main() {
    divan::main();
}

#[divan::bench(args = BOARDS)]
fn small(bencher: Bencher, board: &str) {
    draw(bencher, board, CellSize::Small);
}

#[divan::bench(args = BOARDS)]
fn medium(bencher: Bencher, board: &str) {
    draw(bencher, board, CellSize::Medium);
}

#[divan::bench(args = BOARDS)]
fn large(bencher: Bencher, board: &str) {
    draw(bencher, board, CellSize::Large);
}

fn draw(bencher: Bencher, board: &str, size: CellSize) {
    let scene = match board {
        "sight" => start::<Sight>(Some("size=9")),
        "staqs" => start::<Staqs>(Some("size=10")),
        _ => start::<Stlts>(None),
    };
    let theme =
        Theme { scheme: Scheme::Cairn, mode: Mode::Dark, depth: Depth::Indexed, charset: Charset::Unicode };
    let area = Rect::new(0, 0, 160, 60);
    let mut buffer = Buffer::empty(area);
    let view = BoardView::new(&scene, theme).at_most(size);
    bencher.bench_local(|| view.render(area, divan::black_box(&mut buffer)));
}

fn start<G: Game>(options: Option<&str>) -> Scene {
    G::start(&GameSpec::<G>::read_options(options).unwrap().options).scene()
}
