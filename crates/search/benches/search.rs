//! Single-threaded nodes per second from the start of every game: searches of a fixed number of nodes,
//! with an empty table each time. The solver solves whole positions instead, next to a textbook
//! alpha-beta search of the same positions to the end of the game.

#![expect(clippy::unwrap_used, reason = "a bench without memory measures nothing")]

use cairn_rules::games::{self, Visitor, sight::Sight, staqs::Staqs, with_game};
use cairn_rules::{Game, GameSpec};
use cairn_search::solver::{Solver, SolverSettings};
use cairn_search::{Enhancements, Limits, Method, Searcher, Settings};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

fn every_game() -> impl Iterator<Item = &'static str> {
    games::ALL.iter().map(|info| info.id)
}

struct Measure<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    settings: Settings,
    nodes: u64,
}

impl Visitor for Measure<'_, '_> {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let start = G::start(&spec.options);
        let limits = Limits::nodes(self.nodes);
        self.bencher
            .counter(ItemsCount::new(self.nodes))
            .with_inputs(|| Searcher::new(self.settings.clone()).unwrap())
            .bench_values(|mut searcher| searcher.search(&start, &[], &limits, &mut |_| ()).nodes);
    }
}

fn measure(bencher: Bencher, game: &str, settings: Settings, nodes: u64) {
    let found = with_game(game, Measure { bencher, settings, nodes });
    assert_eq!(found, Ok(()));
}

#[divan::bench(args = every_game(), sample_count = 10)]
fn alpha_beta(bencher: Bencher, game: &str) {
    measure(bencher, game, Settings { hash_mib: 16, ..Settings::default() }, 500_000);
}

#[divan::bench(args = every_game(), sample_count = 10)]
fn monte_carlo(bencher: Bencher, game: &str) {
    measure(bencher, game, Settings { method: Method::MonteCarlo, ..Settings::default() }, 5_000);
}

/// STAQS positions after all placements, and a Sight position with thirteen points to fill.
const STAQS: [&str; 2] = [
    "n,n,n,n,n/n,b2,n,n,w2/n,n,w2,n,n/n,b2,n,b2,n/w2,n,w2,b2,n b 0/0",
    "n,b2,n,n,n/n,b2,w2,n,n/n,w2,n,n,w2/n,b2,n,w2,n/n,n,n,b2,n b 0/0",
];
const SIGHT: [&str; 1] = ["b1,w1,2,b1/1,w1,b1,2/w1,2,b1,w1/2,b1,2/w1,1,w1,b1,1 w"];

fn positions<G: Game>(texts: &[&str]) -> Vec<G::Position> {
    texts.iter().filter_map(|text| G::read_position(&G::Options::default(), text).ok()).collect()
}

fn solve<G: Game>(bencher: Bencher, texts: &[&str]) {
    let positions = positions::<G>(texts);
    assert_eq!(positions.len(), texts.len());
    let solver = || Solver::new(SolverSettings { threads: 1, hash_mib: 16 }).unwrap();
    bencher.with_inputs(solver).bench_values(|mut solver| {
        let mut value =
            |position| solver.solve(position, &[], &Limits::default(), &mut |_| ()).map(|found| found.bounds);
        positions.iter().map(&mut value).collect::<Vec<_>>()
    });
}

fn search_to_the_end<G: Game>(bencher: Bencher, texts: &[&str]) {
    let positions = positions::<G>(texts);
    let settings = Settings { hash_mib: 16, enhancements: Enhancements::TEXTBOOK, ..Settings::default() };
    bencher.with_inputs(|| Searcher::new(settings.clone()).unwrap()).bench_values(|mut searcher| {
        let limits = Limits { depth: Some(40), ..Limits::default() };
        positions.iter().map(|at| searcher.search(at, &[], &limits, &mut |_| ()).nodes).sum::<u64>()
    });
}

#[divan::bench(sample_count = 10)]
fn solve_staqs(bencher: Bencher) {
    solve::<Staqs>(bencher, &STAQS);
}

#[divan::bench(sample_count = 10)]
fn solve_sight(bencher: Bencher) {
    solve::<Sight>(bencher, &SIGHT);
}

#[divan::bench(sample_count = 3)]
fn search_staqs_to_the_end(bencher: Bencher) {
    search_to_the_end::<Staqs>(bencher, &STAQS);
}

#[divan::bench(sample_count = 3)]
fn search_sight_to_the_end(bencher: Bencher) {
    search_to_the_end::<Sight>(bencher, &SIGHT);
}
