//! Perft: leaves a second on one core, from the start and from the middle of a game.

#![expect(clippy::expect_used, reason = "a bench may fail by panicking")]

use cairn_rules::games::staqs::Staqs;
use cairn_rules::{Game, perft};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

fn measure<G: Game>(bencher: Bencher, text: Option<&str>, depth: u32) {
    let options = G::Options::default();
    let position =
        text.map_or_else(|| G::start(&options), |text| G::read_position(&options, text).expect("a position"));
    let leaves = perft::perft(&position, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft::perft(divan::black_box(&position), depth));
}

#[divan::bench(sample_count = 10)]
fn staqs_start(bencher: Bencher) {
    measure::<Staqs>(bencher, None, 5);
}

#[divan::bench(sample_count = 10)]
fn staqs_middle(bencher: Bencher) {
    measure::<Staqs>(bencher, Some("n,n,n,n,b2/n,n,b2,n,w2/n,n,n,n,n/n,w2,n,w2,n/b2,n,b2,n,w2 b 0/0"), 7);
}
