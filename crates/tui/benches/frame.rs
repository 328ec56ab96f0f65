//! How long boards take to draw, in every size.

#![expect(clippy::unwrap_used, reason = "a bench may fail by panicking")]

use cairn_draw::text::Charset;
use cairn_rules::games::{self, Visitor};
use cairn_rules::{Game, Present, Scene, Word};
use cairn_tui::board::{BoardView, CellSize};
use cairn_tui::theme::{Depth, Mode, Scheme, Theme};
use divan::Bencher;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

fn main() {
    divan::main();
}

struct Start;

impl Visitor for Start {
    type Output = Scene;

    fn visit<G: Game>(self, word: Word<G>) -> Scene {
        G::start(&word.options).scene()
    }
}

/// The boards with the most sites of each kind.
#[divan::bench(args = ["stlts", "staqs:size=10", "sight:size=9"], consts = [0, 1, 2])]
fn draw<const SIZE: usize>(bencher: Bencher, word: &str) {
    let scene = games::with_game(word, Start).unwrap();
    let theme =
        Theme { scheme: Scheme::Cairn, mode: Mode::Dark, depth: Depth::True, charset: Charset::Unicode };
    let area = Rect::new(0, 0, 160, 60);
    let mut buffer = Buffer::empty(area);
    let view = BoardView::new(&scene, theme).at_most(CellSize::ALL[SIZE]);
    bencher.bench_local(|| view.render(area, divan::black_box(&mut buffer)));
}
