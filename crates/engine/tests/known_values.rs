//! Analyses agree with proven values.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use cairn_engine::{Analysis, EngineSettings, Limits, Score, Settings, SolveGoal};
use cairn_rules::Wdl;
use cairn_session::Session;

fn session(spec: &str, moves: &str) -> Box<dyn Session> {
    let mut session = cairn_session::open(spec, None).unwrap();
    for mv in moves.split_whitespace() {
        session.play(mv).unwrap();
    }
    session
}

fn analyze(
    session: &dyn Session,
    lines: usize,
    settings: impl Fn(EngineSettings) -> EngineSettings,
) -> Analysis {
    let search = Settings { multi_pv: lines, hash_mib: 4, ..Settings::default() };
    let mut engine = cairn_engine::open(&session.spec(), settings(EngineSettings::search(search))).unwrap();
    let mut progress = Vec::new();
    let last = engine
        .analyze(session, &Limits::nodes(20_000), &mut |analysis| {
            progress.extend(analysis.score().and_then(Score::wdl));
        })
        .unwrap();
    let value = last.score().and_then(Score::wdl);
    assert!(progress.iter().all(|&reported| Some(reported) == value), "{progress:?}");
    last
}

#[test]
fn an_analysis_states_the_values_of_the_opening_book() {
    for (spec, moves, value) in
        [("staqs", "", Wdl::Win), ("staqs", "c3 c2", Wdl::Loss), ("sight", "", Wdl::Loss)]
    {
        let session = session(spec, moves);
        let mut engine = cairn_engine::open(spec, EngineSettings::default().with_openings()).unwrap();
        let known = engine.look_up(&*session).unwrap().and_then(|solution| solution.bounds.value());
        for lines in [1, 3] {
            let analysis = analyze(&*session, lines, EngineSettings::with_openings);
            assert_eq!(analysis.score().and_then(Score::wdl), Some(value), "{spec} {moves}: {analysis:?}");
            assert_eq!(analysis.lines.len(), lines);
            assert!(analysis.lines.is_sorted_by(|a, b| a.score >= b.score), "{analysis:?}");
            assert!(known.is_none_or(|known| known == value));
            let mut after = session.fork();
            for mv in &analysis.lines[0].moves {
                after.play(mv).unwrap();
            }
        }
        let estimate = analyze(&*session, 1, |settings| settings);
        assert_eq!(estimate.score().and_then(Score::wdl), None, "without a book {spec} is an estimate");
    }
}

#[test]
fn the_lines_of_an_endgame_are_proven() {
    let mut session = session("staqs", "a1 b1 c1 d1 e1 a2 b2 c2");
    let mut engine = cairn_engine::open("staqs", EngineSettings::default()).unwrap();
    while session.outcome().is_none() {
        let moves = session.legal_moves();
        if moves.len() > 1 && session.ply() >= 12 {
            let limits = Limits::nodes(400_000);
            let goal = SolveGoal::Moves;
            let solution = engine.solve(&*session, goal, &limits, &mut |_| ()).unwrap().unwrap();
            let analysis = analyze(&*session, 3, |settings| settings);
            assert_eq!(
                analysis.score().and_then(Score::wdl),
                solution.bounds.value(),
                "{}",
                session.position()
            );
            for line in &analysis.lines {
                let solved = solution.moves.iter().find(|solved| solved.mv == line.moves[0]).unwrap();
                let value = line.score.wdl();
                assert!(
                    value.is_none_or(|value| solved.bounds.value() == Some(value)),
                    "{}",
                    session.position()
                );
            }
        }
        session.play(&moves[session.ply() % moves.len()]).unwrap();
    }
}

/// Where the solver finds the value with its share of the nodes, advice reports it, however long the game may still
/// last.
#[test]
fn advice_agrees_with_the_solver() {
    let limits = Limits::nodes(60_000);
    let mut proven = 0;
    for (spec, moves) in [
        ("staqs", "a5 b2 d4 c3 c2 e4 b3 c4"),
        ("staqs", "a5 b2 d4 c3 d1 b3 b4 a3"),
        ("sight", "a5 b2 d4 c3 e4 b2-c2 d4-d3 c3-c4"),
    ] {
        let session = session(spec, moves);
        let mut engine = cairn_engine::open(spec, EngineSettings::default()).unwrap();
        let solved = engine.solve(&*session, SolveGoal::Value, &limits, &mut |_| ()).unwrap().unwrap();
        let search = Settings { hash_mib: 16, ..Settings::default() };
        let mut adviser = cairn_engine::open(spec, EngineSettings::advice(search)).unwrap();
        let advice = adviser.analyze(&*session, &Limits::nodes(200_000), &mut |_| ()).unwrap();
        let value = advice.score().and_then(Score::wdl);
        assert!(solved.bounds.value().is_none_or(|known| value == Some(known)), "{spec} {moves}: {value:?}");
        proven += usize::from(value.is_some());
    }
    assert!(proven > 0);
}
