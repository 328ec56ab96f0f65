//! Without selective enhancements, every search finds the minimax value.

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::{Enhancements, Limits, Score, Searcher, Settings, minimax};
use cairn_test_support::long_tests;

use crate::test_positions::{Case, cases, everywhere, legal, small_depth, thrifty};
use crate::toy;

/// Returns settings under which scores are exact.
fn exact_settings() -> Vec<(&'static str, Settings)> {
    let with = |enhancements| Settings { hash_mib: 1, enhancements, ..Settings::default() };
    let exact = with(Enhancements::EXACT);
    vec![
        ("bare", with(Enhancements::BARE)),
        ("table", with(Enhancements { transposition_table: true, ..Enhancements::BARE })),
        (
            "null windows",
            with(Enhancements {
                transposition_table: false,
                aspiration_windows: false,
                ..Enhancements::EXACT
            }),
        ),
        ("table and null windows", with(Enhancements { aspiration_windows: false, ..Enhancements::EXACT })),
        ("all exact enhancements", exact.clone()),
        ("a single bucket", Settings { hash_mib: 0, ..exact.clone() }),
        ("three threads", Settings { threads: 3, ..exact.clone() }),
        ("three variations", Settings { multi_pv: 3, ..exact }),
    ]
}

fn order(score: Score) -> i64 {
    match score {
        Score::Centipawns(value) => value.into(),
        Score::ProvenDraw => 0,
        Score::WinIn(plies) | Score::WinWithin(plies) => 1_000_000 - i64::from(plies),
        Score::LossIn(plies) | Score::LossWithin(plies) => i64::from(plies) - 1_000_000,
    }
}

#[test]
fn exact_searches_find_the_minimax_value() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut searchers: Vec<_> = exact_settings()
                .into_iter()
                .map(|(name, settings)| (name, Searcher::new(settings).unwrap()))
                .collect();
            let default_spec = !spec.to_string().contains(':');
            let number = match (default_spec, long_tests()) {
                (true, false) => 120,
                (false, false) => 12,
                (true, true) => 1_000,
                (false, true) => 60,
            };
            for (index, Case { position, history }) in
                cases(&spec, thrifty(&spec, number, 1)).iter().enumerate()
            {
                let depth = small_depth(position, 600);
                let expected = minimax::value(position, history, depth);
                for (name, searcher) in &mut searchers {
                    // Starting threads is slow.
                    if searcher.settings().threads > 1 && index % 16 != 0 {
                        continue;
                    }
                    searcher.clear();
                    let report = searcher.search(position, history, &Limits::depth(depth), &mut |_| ());
                    let found = report.score().unwrap();
                    assert_eq!(found, expected, "{name}, {spec} {position} to depth {depth}");
                    assert!(legal(position).contains(&report.best_move().unwrap()));
                }
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn multi_pv_reports_the_best_moves_in_order() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let settings = Settings {
                hash_mib: 1,
                multi_pv: 4,
                enhancements: Enhancements::EXACT,
                ..Settings::default()
            };
            let mut searcher = Searcher::new(settings).unwrap();
            for Case { position, history } in cases(&spec, thrifty(&spec, 40, 1)) {
                let depth = small_depth(&position, 600).min(3);
                searcher.clear();
                let report = searcher.search(&position, &history, &Limits::depth(depth), &mut |_| ());
                let moves = legal(&position);
                assert_eq!(report.variations.len(), moves.len().min(4));
                let values: Vec<i64> = report.variations.iter().map(|pv| order(pv.score)).collect();
                assert!(values.is_sorted_by(|a, b| a >= b), "{spec} {position} {:?}", report.variations);
                for pv in &report.variations {
                    let mut end = position;
                    for &mv in &pv.moves {
                        assert!(legal(&end).contains(&mv), "{spec} {position} {pv:?}");
                        end.play_unchecked(mv);
                    }
                }
                let firsts: std::collections::HashSet<_> =
                    report.variations.iter().map(|pv| pv.moves[0]).collect();
                assert_eq!(firsts.len(), report.variations.len(), "{spec} {position}");
                assert_eq!(report.score().unwrap(), minimax::value(&position, &history, depth));
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn toy_games() {
    for (text, depth, score) in [
        ("[W]", 1, Score::WinIn(1)),
        ("[L D]", 1, Score::Centipawns(0)),
        ("[L L]", 1, Score::LossIn(1)),
        ("[[L W] [L L]]", 2, Score::LossIn(2)),
        ("[[W W] [L W]]", 2, Score::WinIn(2)),
        ("[[[W L] [L L W]] D]", 3, Score::WinIn(3)),
        ("[[[W] W] [[[W]]] L]", 4, Score::WinIn(3)),
        ("[[D [W]] [[[W]]] L]", 4, Score::WinIn(4)),
        ("[[L [[W]]] [L [L]]]", 4, Score::LossIn(2)),
        ("[5:[W] -20:[L] 7:[D]]", 1, Score::Centipawns(7)),
        ("[5:[9:[W] 3:[L]] 4:[4:[D] 8:[W]]]", 2, Score::Centipawns(4)),
    ] {
        let position = toy::read(text);
        assert_eq!(position.to_string(), text);
        assert_eq!(minimax::value(&position, &[], depth), score, "{text}");
        for (name, settings) in exact_settings() {
            let found =
                Searcher::new(settings).unwrap().search(&position, &[], &Limits::depth(depth), &mut |_| ());
            assert_eq!(found.score(), Some(score), "{name} {text}");
        }
    }
}

#[test]
fn contempt_avoids_draws() {
    for (text, depth, contempt, score) in [
        ("[L D]", 1, 50, Score::Centipawns(-50)),
        ("[W D]", 1, 50, Score::WinIn(1)),
        ("[-20:[L] D]", 1, 10, Score::Centipawns(-10)),
        ("[-20:[L] D]", 1, 50, Score::Centipawns(-20)),
        // The opponent values a draw as much more.
        ("[[20:[W] D]]", 2, 50, Score::Centipawns(-50)),
        ("[[-60:[L] D]]", 2, 50, Score::Centipawns(-60)),
        ("[L D]", 1, u16::MAX, Score::Centipawns(-9_999)),
    ] {
        let position = toy::read(text);
        for (name, settings) in exact_settings() {
            let mut searcher = Searcher::new(Settings { contempt, ..settings }).unwrap();
            let found = searcher.search(&position, &[], &Limits::depth(depth), &mut |_| ());
            assert_eq!(found.score(), Some(score), "{name} {text}");
        }
    }
}

/// One transposition table serves both players and every contempt.
#[test]
fn contempt_of_one_player_does_not_leak_to_the_other() {
    let exact = |contempt| Settings {
        hash_mib: 1,
        enhancements: Enhancements::EXACT,
        contempt,
        ..Settings::default()
    };
    for seed in 0..500 {
        let position = toy::read(&toy::random_text(seed));
        let mut shared = Searcher::new(exact(0)).unwrap();
        for contempt in [0, 15, 25] {
            shared.configure(exact(contempt)).unwrap();
            for position in legal(&position).into_iter().map(|mv| position.after(mv)).chain([position]) {
                let bare = Settings { enhancements: Enhancements::BARE, ..exact(contempt) };
                let [found, expected] = [&mut shared, &mut Searcher::new(bare).unwrap()]
                    .map(|searcher| searcher.search(&position, &[], &Limits::depth(7), &mut |_| ()).score());
                assert_eq!(found, expected, "{position} with {contempt}");
            }
        }
    }
}

#[test]
fn random_toy_games() {
    let mut searchers: Vec<_> = exact_settings()
        .into_iter()
        .map(|(name, settings)| (name, Searcher::new(settings).unwrap()))
        .collect();
    for seed in 0..1_500 {
        let position = toy::read(&toy::random_text(seed));
        for depth in [1, 2, 4, 7] {
            let expected = minimax::value(&position, &[], depth);
            for (name, searcher) in &mut searchers {
                if searcher.settings().threads > 1 && seed % 50 != 0 {
                    continue;
                }
                searcher.clear();
                let report = searcher.search(&position, &[], &Limits::depth(depth), &mut |_| ());
                assert_eq!(report.score(), Some(expected), "{name} {position} to depth {depth}");
            }
        }
    }
}
