//! Monte Carlo proves what can be proven, and nothing else.

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::{Engine, Limits, Method, Score, Settings, minimax};

use crate::toy;
use crate::walks::{Case, cases, every_game, everywhere, small_depth, thrifty};

fn settings() -> Settings {
    Settings { method: Method::MonteCarlo, megabytes: 16, ..Settings::default() }
}

/// With a depth, so that a single legal move is looked into as well.
fn games(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), depth: Some(60), ..Limits::default() }
}

#[test]
fn near_wins_are_proven() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let mut engine = Engine::new(settings());
            let mut proven = 0;
            for Case { position, history } in cases(&word, 120) {
                let depth = small_depth(&position, 4_000).min(3);
                let Score::WinIn(plies) = minimax::value(&position, &history, depth) else { continue };
                let report = engine.search(&position, &history, &games(20_000), &mut |_| ());
                let Some(Score::WinIn(found)) = report.score() else {
                    panic!("{word} {position}: win in {plies}, found {:?}", report.score())
                };
                assert!(found >= plies);
                proven += 1;
            }
            assert!(proven > 0, "{word}: only {proven}");
        }
    }
    every_game(|| Check);
}

#[test]
fn what_is_proven_is_true() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let mut engine = Engine::new(settings());
            for Case { position, history } in cases(&word, thrifty(&word, 20, 1)) {
                if position.seats() > 2 {
                    continue;
                }
                let report = engine.search(&position, &history, &games(400), &mut |_| ());
                let claim = report.score().unwrap();
                let (Score::WinIn(plies) | Score::LossIn(plies)) = claim else { continue };
                if plies <= small_depth(&position, 4_000) {
                    let truth = minimax::value(&position, &history, plies);
                    let agrees = matches!(
                        (claim, truth),
                        (Score::WinIn(_), Score::WinIn(_)) | (Score::LossIn(_), Score::LossIn(_))
                    );
                    assert!(agrees, "{word} {position}: {claim} is {truth}");
                }
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn whole_games_written_as_text_are_proven() {
    for seed in 0..1_000 {
        let position = toy::read(&toy::random_text(seed));
        let truth = minimax::value(&position, &[], 9);
        let report = Engine::new(settings()).search(&position, &[], &games(100_000), &mut |_| ());
        let agrees = match (report.score().unwrap(), truth) {
            (Score::WinIn(found), Score::WinIn(plies)) => found >= plies,
            (Score::LossIn(found), Score::LossIn(plies)) => found <= plies,
            (Score::ProvenDraw, Score::Value(0)) => true,
            _ => false,
        };
        assert!(agrees, "{position}: {truth}, found {:?}", report.score());
    }
}
