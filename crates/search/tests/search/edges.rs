//! Edge cases: finished games, tight limits, many threads, stop flags.

use std::ops::ControlFlow;
use std::time::Duration;

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position, Solvable};
use cairn_search::StopFlag;
use cairn_search::{Limits, Method, Score, Searcher, Settings};

use crate::test_positions::{Case, cases, every_game, everywhere, legal};

const METHODS: [Method; 2] = [Method::AlphaBeta, Method::MonteCarlo];

fn searcher<P: Solvable>(method: Method) -> Searcher<P> {
    Searcher::new(Settings { method, hash_mib: 1, ..Settings::default() }).unwrap()
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for Case { mut position, history } in cases(&spec, 10) {
                for mv in legal(&position) {
                    let next = position.after(mv);
                    if next.outcome().is_some() {
                        position = next;
                        break;
                    }
                }
                let over = position.outcome().is_some();
                for method in METHODS {
                    let report =
                        searcher(method).search(&position, &history, &Limits::nodes(50), &mut |_| ());
                    assert_eq!(report.best_move().is_none(), over, "{spec} {position}");
                }
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn an_interrupted_search_claims_no_proof() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut searcher =
                Searcher::new(Settings { hash_mib: 1, multi_pv: 5, ..Settings::default() }).unwrap();
            for Case { position, history } in cases(&spec, 10) {
                if legal(&position).iter().any(|&mv| position.after(mv).outcome().is_some()) {
                    continue;
                }
                for nodes in 0..5 {
                    let report = searcher.search(&position, &history, &Limits::nodes(nodes), &mut |_| ());
                    let proven = report.variations.iter().any(|pv| pv.score.is_proven());
                    assert!(!proven, "{spec} {position}: {:?}", report.variations);
                    assert!(report.variations.len() <= nodes.max(1) as usize, "{spec} {position}");
                }
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn tight_limits_give_a_legal_move() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let stop = Some(StopFlag::stopped());
            let limits = [
                Limits::nodes(0),
                Limits::nodes(1),
                Limits::nodes(7),
                Limits::nodes(129),
                Limits::depth(0),
                Limits::time(Duration::ZERO),
                Limits::time(Duration::from_millis(1)),
                Limits { stop, ..Limits::default() },
                Limits {
                    time: Some(Duration::from_millis(2)),
                    depth: Some(60),
                    nodes: Some(5_000),
                    ..Limits::default()
                },
            ];
            for Case { position, history } in cases(&spec, 4) {
                for (method, limits) in
                    METHODS.into_iter().flat_map(|method| limits.iter().map(move |limits| (method, limits)))
                {
                    if method == Method::MonteCarlo && limits.depth == Some(0) {
                        continue;
                    }
                    let report = searcher(method).search(&position, &history, limits, &mut |_| ());
                    assert!(
                        legal(&position).contains(&report.best_move().unwrap()),
                        "{spec} {position} {limits:?}"
                    );
                    assert!(report.nodes <= limits.nodes.unwrap_or(u64::MAX), "{spec} {position} {limits:?}");
                }
            }
        }
    }
    everywhere(|| Check);
}

/// Some positions with a single legal move.
fn forced_moves<G: Game>(spec: &GameSpec<G>) -> impl Iterator<Item = Case<G::Position>> {
    cases(spec, 400).into_iter().filter(|case| legal(&case.position).len() == 1).take(10)
}

#[test]
fn a_single_legal_move_needs_no_thought_in_play() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for Case { position, history } in forced_moves(&spec) {
                for method in METHODS {
                    for limits in [Limits::nodes(1_000_000), Limits::depth(30)] {
                        let report =
                            searcher(method).search(&position, &history, &limits.for_play(), &mut |_| ());
                        assert_eq!(report.best_move(), Some(legal(&position)[0]));
                        assert!(report.nodes < 100, "{spec} {position}: {}", report.nodes);
                    }
                }
            }
        }
    }
    every_game(|| Check);
}

#[test]
fn a_single_legal_move_is_analyzed_like_any_other() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for Case { position, history } in forced_moves(&spec) {
                for method in METHODS {
                    for limits in [Limits::nodes(5_000), Limits { nodes: Some(5_000), ..Limits::depth(3) }] {
                        let report = searcher(method).search(&position, &history, &limits, &mut |_| ());
                        let is_deep = limits.depth == Some(report.depth) || report.nodes > 2_000;
                        assert!(
                            is_deep || report.is_conclusive || report.score().unwrap().is_proven(),
                            "{spec} {position} {limits:?}: {} nodes",
                            report.nodes
                        );
                    }
                }
            }
        }
    }
    every_game(|| Check);
}

/// Sight: Black answers the only move with a forced win that a search of one ply misses.
const FORCED_LOSS: &str = "w1,b1,1,w1,b2/1,w2,w1,b1,1/w4,w1,w2,1,b1/w1,w2,b1,b2,b2/w2,b1,b2,b2,1 w";

#[test]
fn a_loss_behind_a_forced_move_is_found() {
    use cairn_rules::games::sight::Sight;

    let position = Sight::read_position(&<Sight as Game>::Options::default(), FORCED_LOSS).unwrap();
    assert_eq!(legal(&position).len(), 1);
    let found = |limits: &Limits| {
        searcher(Method::AlphaBeta).search(&position, &[], limits, &mut |_| ()).score().unwrap()
    };
    assert_eq!(found(&Limits::nodes(100_000)), Score::LossIn(4));
    assert_eq!(found(&Limits::depth(8)), Score::LossIn(4));
    assert!(!found(&Limits::nodes(100_000).for_play()).is_proven());
}

#[test]
fn a_search_says_whether_it_ended_by_itself() {
    use cairn_rules::games::sight::Sight;

    let start = Sight::start(&<Sight as Game>::Options::default());
    for method in METHODS {
        let search = |position: &_, limits: &Limits| {
            let mut reports = Vec::new();
            let last = searcher(method).search(position, &[], limits, &mut |report| {
                reports.push(report.is_conclusive);
            });
            (last.is_conclusive, reports)
        };
        let (last, before) = search(&start, &Limits::nodes(3_000));
        assert!(!last && !before.contains(&true));
        let decided = Sight::read_position(&<Sight as Game>::Options::default(), FORCED_LOSS).unwrap();
        assert!(search(&decided, &Limits::nodes(1_000_000)).0, "{method:?}");
        assert!(!search(&decided, &Limits::nodes(1_000_000).for_play()).0, "{method:?}");
    }
}

#[test]
fn many_threads() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for threads in [0, 2, 64] {
                let settings = Settings { threads, hash_mib: 1, multi_pv: 5, ..Settings::default() };
                for Case { position, history } in cases(&spec, 2) {
                    let mut reports = 0;
                    let report = Searcher::new(settings.clone()).unwrap().search(
                        &position,
                        &history,
                        &Limits::nodes(20_000),
                        &mut |_| reports += 1,
                    );
                    assert!(legal(&position).contains(&report.best_move().unwrap()), "{spec} {position}");
                    assert_eq!(report.variations.len(), legal(&position).len().min(5));
                    assert!(reports > 0 || report.depth == 0);
                }
            }
        }
    }
    every_game(|| Check);
}

#[test]
fn the_stop_flag_or_a_report_ends_a_search() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let start = G::start(&spec.options);
            for method in METHODS {
                let stop = StopFlag::default();
                let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
                let report = std::thread::scope(|scope| {
                    let search = scope.spawn(|| searcher(method).search(&start, &[], &limits, &mut |_| ()));
                    std::thread::sleep(Duration::from_millis(5));
                    stop.stop();
                    search.join().unwrap()
                });
                assert!(report.best_move().is_some());
                stop.take();
                let (mut reports, limits) = (0, Limits { nodes: Some(1_000_000), ..limits });
                let report = searcher(method).search(&start, &[], &limits, &mut |_| {
                    reports += 1;
                    ControlFlow::Break(())
                });
                assert!(report.best_move().is_some() && report.nodes < 900_000, "{spec}: {}", report.nodes);
                assert_eq!((reports, stop.is_stopped()), (1, false), "{spec} {method:?}");
            }
        }
    }
    every_game(|| Check);
}
