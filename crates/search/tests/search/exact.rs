//! Every searcher finds what plain minimax finds.

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::{Engine, Features, Limits, Score, Settings, minimax};

use crate::toy;
use crate::walks::{Case, cases, everywhere, legal, small_depth, thrifty};

/// The searchers whose values are exact.
fn searchers() -> Vec<(&'static str, Settings)> {
    let with = |features| Settings { megabytes: 1, features, ..Settings::default() };
    let exact = with(Features::EXACT);
    vec![
        ("bare", with(Features::BARE)),
        ("table", with(Features { table: true, ..Features::BARE })),
        ("null windows", with(Features { table: false, aspiration: false, ..Features::EXACT })),
        ("table and null windows", with(Features { aspiration: false, ..Features::EXACT })),
        ("all", exact.clone()),
        ("one bucket", Settings { megabytes: 0, ..exact.clone() }),
        ("three threads", Settings { threads: 3, ..exact.clone() }),
        ("three lines", Settings { lines: 3, ..exact }),
    ]
}

fn order(score: Score) -> i64 {
    match score {
        Score::Value(value) => value.into(),
        Score::ProvenDraw => 0,
        Score::WinIn(plies) => 1_000_000 - i64::from(plies),
        Score::LossIn(plies) => i64::from(plies) - 1_000_000,
    }
}

#[test]
fn all_searchers_find_the_value_of_minimax() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let mut engines: Vec<_> =
                searchers().into_iter().map(|(name, settings)| (name, Engine::new(settings))).collect();
            let default_word = !word.to_string().contains(':');
            let number = if default_word { 1_000 } else { 60 };
            for (index, Case { position, history }) in
                cases(&word, thrifty(&word, number, 1)).iter().enumerate()
            {
                let depth = small_depth(position, 600);
                let expected = minimax::value(position, history, depth);
                for (name, engine) in &mut engines {
                    // Threads take long to start.
                    if engine.settings().threads > 1 && index % 16 != 0 {
                        continue;
                    }
                    engine.forget();
                    let report = engine.search(position, history, &Limits::depth(depth), &mut |_| ());
                    let found = report.score().unwrap();
                    assert_eq!(found, expected, "{name}, {word} {position} to depth {depth}");
                    assert!(legal(position).contains(&report.best().unwrap()));
                }
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn several_lines_have_the_values_of_the_best_moves() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let settings =
                Settings { megabytes: 1, lines: 4, features: Features::EXACT, ..Settings::default() };
            let mut engine = Engine::new(settings);
            for Case { position, history } in cases(&word, thrifty(&word, 40, 1)) {
                let depth = small_depth(&position, 600).min(3);
                engine.forget();
                let report = engine.search(&position, &history, &Limits::depth(depth), &mut |_| ());
                let moves = legal(&position);
                assert_eq!(report.lines.len(), moves.len().min(4));
                let values: Vec<i64> = report.lines.iter().map(|line| order(line.score)).collect();
                assert!(values.is_sorted_by(|a, b| a >= b), "{word} {position} {:?}", report.lines);
                for line in &report.lines {
                    let mut end = position;
                    for &mv in &line.moves {
                        assert!(legal(&end).contains(&mv), "{word} {position} {line:?}");
                        end.play_unchecked(mv);
                    }
                }
                let firsts: std::collections::HashSet<_> =
                    report.lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(firsts.len(), report.lines.len(), "{word} {position}");
                assert_eq!(report.score().unwrap(), minimax::value(&position, &history, depth));
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn a_game_written_as_text() {
    for (text, depth, score) in [
        ("[W]", 1, Score::WinIn(1)),
        ("[L D]", 1, Score::Value(0)),
        ("[L L]", 1, Score::LossIn(1)),
        ("[[L W] [L L]]", 2, Score::LossIn(2)),
        ("[[W W] [L W]]", 2, Score::WinIn(2)),
        ("[[[W L] [L L W]] D]", 3, Score::WinIn(3)),
        ("[[[W] W] [[[W]]] L]", 4, Score::WinIn(3)),
        ("[[D [W]] [[[W]]] L]", 4, Score::WinIn(4)),
        ("[[L [[W]]] [L [L]]]", 4, Score::LossIn(2)),
        ("[5:[W] -20:[L] 7:[D]]", 1, Score::Value(7)),
        ("[5:[9:[W] 3:[L]] 4:[4:[D] 8:[W]]]", 2, Score::Value(4)),
    ] {
        let position = toy::read(text);
        assert_eq!(position.to_string(), text);
        assert_eq!(minimax::value(&position, &[], depth), score, "{text}");
        for (name, settings) in searchers() {
            let found = Engine::new(settings).search(&position, &[], &Limits::depth(depth), &mut |_| ());
            assert_eq!(found.score(), Some(score), "{name} {text}");
        }
    }
}

#[test]
fn contempt_would_rather_play_on() {
    for (text, depth, contempt, score) in [
        ("[L D]", 1, 50, Score::Value(-50)),
        ("[W D]", 1, 50, Score::WinIn(1)),
        ("[-20:[L] D]", 1, 10, Score::Value(-10)),
        ("[-20:[L] D]", 1, 50, Score::Value(-20)),
        // The other player likes a draw as much more.
        ("[[20:[W] D]]", 2, 50, Score::Value(-50)),
        ("[[-60:[L] D]]", 2, 50, Score::Value(-60)),
        ("[L D]", 1, u16::MAX, Score::Value(-9_999)),
    ] {
        let position = toy::read(text);
        for (name, settings) in searchers() {
            let mut engine = Engine::new(Settings { contempt, ..settings });
            let found = engine.search(&position, &[], &Limits::depth(depth), &mut |_| ());
            assert_eq!(found.score(), Some(score), "{name} {text}");
        }
    }
}

/// One memory serves both players and every contempt.
#[test]
fn contempt_of_one_player_is_not_taken_for_the_other_s() {
    let exact =
        |contempt| Settings { megabytes: 1, features: Features::EXACT, contempt, ..Settings::default() };
    for seed in 0..500 {
        let position = toy::read(&toy::random_text(seed));
        let mut shared = Engine::new(exact(0));
        for contempt in [0, 15, 25] {
            shared.configure(exact(contempt));
            for position in legal(&position).into_iter().map(|mv| position.after(mv)).chain([position]) {
                let bare = Settings { features: Features::BARE, ..exact(contempt) };
                let [found, expected] = [&mut shared, &mut Engine::new(bare)]
                    .map(|engine| engine.search(&position, &[], &Limits::depth(7), &mut |_| ()).score());
                assert_eq!(found, expected, "{position} with {contempt}");
            }
        }
    }
}

#[test]
fn random_games_written_as_text() {
    let mut engines: Vec<_> =
        searchers().into_iter().map(|(name, settings)| (name, Engine::new(settings))).collect();
    for seed in 0..1_500 {
        let position = toy::read(&toy::random_text(seed));
        for depth in [1, 2, 4, 7] {
            let expected = minimax::value(&position, &[], depth);
            for (name, engine) in &mut engines {
                if engine.settings().threads > 1 && seed % 50 != 0 {
                    continue;
                }
                engine.forget();
                let report = engine.search(&position, &[], &Limits::depth(depth), &mut |_| ());
                assert_eq!(report.score(), Some(expected), "{name} {position} to depth {depth}");
            }
        }
    }
}
