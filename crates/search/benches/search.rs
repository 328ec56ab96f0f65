//! Nodes a second of one thread, for every game from its start: searches of a fixed number of
//! nodes, with an empty table each time.

use cairn_rules::Game;
use cairn_rules::games::{sight::Sight, stac::Stac, staqs::Staqs, stlts::Stlts};
use cairn_search::{Engine, Limits, Method, Settings};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

fn measure<G: Game>(bencher: Bencher, settings: &Settings, nodes: u64) {
    let start = G::start(&G::Options::default());
    bencher
        .counter(ItemsCount::new(nodes))
        .with_inputs(|| Engine::new(settings.clone()))
        .bench_values(|mut engine| engine.search(&start, &[], &Limits::nodes(nodes), &mut |_| ()).nodes);
}

#[divan::bench(types = [Staqs, Stlts, Stac, Sight], sample_count = 10)]
fn alpha_beta<G: Game>(bencher: Bencher) {
    measure::<G>(bencher, &Settings { megabytes: 16, ..Settings::default() }, 500_000);
}

#[divan::bench(types = [Staqs, Stlts, Stac, Sight], sample_count = 10)]
fn monte_carlo<G: Game>(bencher: Bencher) {
    measure::<G>(bencher, &Settings { method: Method::MonteCarlo, ..Settings::default() }, 5_000);
}
