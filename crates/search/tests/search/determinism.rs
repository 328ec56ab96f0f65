//! One thread, a limit on nodes and a seed: the same search every time.

use cairn_rules::games::Visitor;
use cairn_rules::games::staqs::{Options, Staqs};
use cairn_rules::{Game, GameSpec};
use cairn_search::{Engine, Limits, Line, Method, Settings};

use crate::walks::{Case, cases, every_game, thrifty};

type Trace<P> = Vec<(u32, u32, u64, Vec<Line<P>>)>;

fn trace<P: cairn_rules::Solvable>(settings: &Settings, cases: &[Case<P>], nodes: u64) -> Trace<P> {
    let mut engine = Engine::new(settings.clone());
    let mut trace = Vec::new();
    for Case { position, history } in cases {
        let last = engine.search(position, history, &Limits::nodes(nodes), &mut |report| {
            trace.push((report.depth, report.seldepth, report.nodes, report.lines.clone()));
        });
        assert!(last.nodes <= nodes);
        trace.push((last.depth, last.seldepth, last.nodes, last.lines));
    }
    trace
}

#[test]
fn the_same_search_twice() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let cases = cases(&word, thrifty(&word, 6, 1));
            for (method, lines, nodes) in
                [(Method::AlphaBeta, 1, 20_000), (Method::AlphaBeta, 2, 20_000), (Method::MonteCarlo, 2, 500)]
            {
                let settings = Settings { method, megabytes: 2, lines, ..Settings::default() };
                let [first, second] = [0, 1].map(|_| trace(&settings, &cases, nodes));
                assert!(first == second, "{word} {method:?}");
            }
        }
    }
    every_game(|| Check);
}

#[test]
fn another_seed_plays_other_games() {
    let start = Staqs::start(&Options::default());
    let cases = [Case { position: start, history: Vec::new() }];
    let with = |seed| {
        let settings = Settings { method: Method::MonteCarlo, seed, ..Settings::default() };
        trace(&settings, &cases, 200)
    };
    assert!(with(1) == with(1) && with(1) != with(2));
}
