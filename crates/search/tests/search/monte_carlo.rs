//! Monte Carlo tree search proves forced results, and only those.

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::{Limits, Method, Score, Searcher, Settings, minimax};

use crate::test_positions::{Case, cases, every_game, everywhere, small_depth, thrifty};
use crate::toy;

fn settings() -> Settings {
    Settings { method: Method::MonteCarlo, hash_mib: 16, ..Settings::default() }
}

#[test]
fn short_wins_are_proven() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut searcher = Searcher::new(settings()).unwrap();
            let mut proven = 0;
            for Case { position, history } in cases(&spec, 120) {
                let depth = small_depth(&position, 4_000).min(3);
                let Score::WinIn(plies) = minimax::value(&position, &history, depth) else { continue };
                let report = searcher.search(&position, &history, &Limits::nodes(20_000), &mut |_| ());
                let Some(Score::WinIn(found)) = report.score() else {
                    panic!("{spec} {position}: win in {plies}, found {:?}", report.score())
                };
                assert!(found >= plies);
                proven += 1;
            }
            assert!(proven > 0, "{spec}: only {proven}");
        }
    }
    every_game(|| Check);
}

#[test]
fn what_is_proven_is_true() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut searcher = Searcher::new(settings()).unwrap();
            for Case { position, history } in cases(&spec, thrifty(&spec, 20, 1)) {
                if position.seats() > 2 {
                    continue;
                }
                let report = searcher.search(&position, &history, &Limits::nodes(400), &mut |_| ());
                let claim = report.score().unwrap();
                let (Score::WinIn(plies) | Score::LossIn(plies)) = claim else { continue };
                if plies <= small_depth(&position, 4_000) {
                    let truth = minimax::value(&position, &history, plies);
                    let agrees = matches!(
                        (claim, truth),
                        (Score::WinIn(_), Score::WinIn(_)) | (Score::LossIn(_), Score::LossIn(_))
                    );
                    assert!(agrees, "{spec} {position}: {claim} is {truth}");
                }
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn whole_toy_games_are_proven() {
    for seed in 0..1_000 {
        let position = toy::read(&toy::random_text(seed));
        let truth = minimax::value(&position, &[], 9);
        let report =
            Searcher::new(settings()).unwrap().search(&position, &[], &Limits::nodes(100_000), &mut |_| ());
        let agrees = match (report.score().unwrap(), truth) {
            (Score::WinIn(found), Score::WinIn(plies)) => found >= plies,
            (Score::LossIn(found), Score::LossIn(plies)) => found <= plies,
            (Score::ProvenDraw, Score::Centipawns(0)) => true,
            _ => false,
        };
        assert!(agrees, "{position}: {truth}, found {:?}", report.score());
    }
}
