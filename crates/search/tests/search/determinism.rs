//! A single thread with a node limit and a seed is deterministic.

use cairn_rules::games::Visitor;
use cairn_rules::games::staqs::{Staqs, StaqsOptions};
use cairn_rules::{Game, GameSpec};
use cairn_search::{Limits, Method, Searcher, Settings, Variation};

use crate::test_positions::{Case, cases, every_game, thrifty};

type Trace<P> = Vec<(u32, u32, u64, Vec<Variation<P>>)>;

fn trace<P: cairn_rules::Solvable>(settings: &Settings, cases: &[Case<P>], nodes: u64) -> Trace<P> {
    let mut searcher = Searcher::new(settings.clone()).unwrap();
    let mut trace = Vec::new();
    for Case { position, history } in cases {
        let last = searcher.search(position, history, &Limits::nodes(nodes), &mut |report| {
            trace.push((report.depth, report.seldepth, report.nodes, report.variations.clone()));
        });
        assert!(last.nodes <= nodes);
        trace.push((last.depth, last.seldepth, last.nodes, last.variations));
    }
    trace
}

#[test]
fn the_same_search_twice_gives_the_same_reports() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let cases = cases(&spec, thrifty(&spec, 6, 1));
            for (method, multi_pv, nodes) in
                [(Method::AlphaBeta, 1, 20_000), (Method::AlphaBeta, 2, 20_000), (Method::MonteCarlo, 2, 500)]
            {
                let settings = Settings { method, hash_mib: 2, multi_pv, ..Settings::default() };
                let [first, second] = [0, 1].map(|_| trace(&settings, &cases, nodes));
                assert!(first == second, "{spec} {method:?}");
            }
        }
    }
    every_game(|| Check);
}

#[test]
fn another_seed_plays_other_playouts() {
    let start = Staqs::start(&StaqsOptions::default());
    let cases = [Case { position: start, history: Vec::new() }];
    let with = |seed| {
        let settings = Settings { method: Method::MonteCarlo, seed, ..Settings::default() };
        trace(&settings, &cases, 200)
    };
    assert!(with(1) == with(1) && with(1) != with(2));
}
