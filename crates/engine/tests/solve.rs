//! Exact values of any game through the engine: values, moves, lines and books agree with each other.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod common;

use cairn_engine::book::BookFile;
use cairn_engine::{EngineSettings, Limits, SolveGoal, SolvedPosition, open};
use cairn_rules::{Wdl, WdlBounds};
use cairn_session::Session;
use common::{engine, late, solve, value_for};

#[test]
fn moves_and_lines_hold_the_value() {
    for spec in
        ["staqs:size=3", "staqs:size=4,placement=free", "sight:size=3", "sight:size=4", "stac", "stlts"]
    {
        let mut engine = engine(spec);
        let plies = if spec.starts_with("st") && !spec.contains(':') { 3 } else { 6 };
        for seed in 0..12 {
            let mut session = late(&*engine, seed, plies);
            let mover = session.to_move();
            let limits = Limits { depth: Some(8), ..Limits::nodes(200_000) };
            let moves = solve(&mut *engine, &*session, SolveGoal::Moves, &limits);
            let solution = solve(&mut *engine, &*session, SolveGoal::Value, &limits);
            assert_eq!(moves.moves.len(), session.legal_moves().len());
            let (Some(value), true) = (solution.bounds.value(), moves.bounds.value().is_some()) else {
                continue;
            };
            assert_eq!(moves.bounds, solution.bounds, "{spec} {session:?}");
            let best = solution.best.unwrap();
            let chosen = moves.moves.iter().find(|solved| solved.mv == best).unwrap();
            assert_eq!(chosen.bounds, solution.bounds, "{spec} {session:?} {best}");
            let line = engine.solution_line(&*session, &limits).unwrap();
            assert_eq!(line.moves[0], best);
            for mv in &line.moves {
                session.play(mv).unwrap();
            }
            if let Some(outcome) = session.outcome() {
                assert_eq!(value_for(outcome, mover), value, "{spec} {session:?}");
            } else {
                assert_eq!(value, Wdl::Draw, "{spec} {session:?}: only a draw can continue forever");
            }
        }
    }
}

/// Without draws by repetition and without a limit of quiet turns, a drawn game never ends, but its line does.
#[test]
fn lines_of_endless_games_end() {
    for (spec, position) in [
        // A single disc alone cannot make a pair.
        ("stac:repetition=off,quiet=0", "W,W,W,B,B/B,4/2,s,2/5/5 w a3 e4 - 0"),
        ("stlts:pins=2,walks=straight,quiet=0", "12/12/12/12/12/5,w2.2,6/12/12/6,b2.1,5/12/12/12 w 0"),
    ] {
        let mut engine = engine(spec);
        let session = cairn_session::open(spec, Some(position)).unwrap();
        let solution = solve(&mut *engine, &*session, SolveGoal::Value, &Limits::default());
        assert_eq!(solution.bounds.value(), Some(Wdl::Draw), "{spec}");
        let line = engine.solution_line(&*session, &Limits::default()).unwrap();
        assert!(!line.moves.is_empty(), "{spec}");
    }
}

#[test]
fn limits_leave_honest_bounds_and_more_than_two_are_refused() {
    let mut engine = engine("staqs");
    let session = cairn_session::open("staqs", None).unwrap();
    let solution = solve(&mut *engine, &*session, SolveGoal::Value, &Limits::nodes(1_000));
    assert_eq!((solution.bounds, solution.best), (WdlBounds::OPEN, None));
    assert!(solution.nodes <= 1_000 && solution.positions.is_empty());
    let moves = solve(&mut *engine, &*session, SolveGoal::Moves, &Limits::nodes(1_000));
    assert!(moves.bounds == WdlBounds::OPEN && moves.best.is_none() && moves.moves.len() == 25);
    let four = cairn_session::open("staqs:players=4", None).unwrap();
    let mut engine = common::engine("staqs:players=4");
    let refused = engine.solve(&*four, SolveGoal::Value, &Limits::nodes(10), &mut |_| ()).unwrap();
    assert!(refused.is_none());
}

#[test]
fn an_engine_answers_for_its_own_game_alone() {
    let mut engine = engine("sight:size=4");
    for spec in ["staqs", "sight", "sight:size=4,tallest=fallback"] {
        let session = cairn_session::open(spec, None).unwrap();
        let refused = engine.solve(&*session, SolveGoal::Value, &Limits::nodes(10), &mut |_| ());
        let error = refused.unwrap_err().to_string();
        assert_eq!(error, format!("an engine for sight:size=4 was asked about {spec}"));
        assert!(!engine.fits(&*session));
    }
}

#[test]
fn books_return_solved_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let spec = "sight:size=4";
    let session = cairn_session::open(spec, None).unwrap();
    let mut solver = engine(spec);
    let solution = solve(&mut *solver, &*session, SolveGoal::Value, &Limits::default());
    assert!(!solution.from_book && solution.nodes > 0);
    let line = solver.solution_line(&*session, &Limits::default()).unwrap();
    let (mut file, _) = BookFile::open(&path).unwrap();
    file.add(spec, &solution.positions).unwrap();
    file.add(spec, &line.positions).unwrap();

    let (file, damage) = BookFile::open(&path).unwrap();
    assert!(damage.is_none());
    let with_book = EngineSettings::default().with_book(file.book().clone());
    let mut reader = open(spec, with_book.clone()).unwrap();
    let again = solve(&mut *reader, &*session, SolveGoal::Value, &Limits::nodes(0));
    assert!(again.from_book && again.nodes == 0);
    assert_eq!((again.bounds, again.best), (solution.bounds, solution.best));
    assert_eq!(reader.solution_line(&*session, &Limits::default()).unwrap().moves, line.moves);
    let spec = "sight:size=4,tallest=fallback";
    let (mut other, session) = (open(spec, with_book).unwrap(), cairn_session::open(spec, None).unwrap());
    let solution = solve(&mut *other, &*session, SolveGoal::Value, &Limits::nodes(0));
    assert!(!solution.from_book, "options make another game");
}

#[test]
fn a_game_that_has_come_back_is_not_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let (mut file, _) = BookFile::open(&folder.path().join("book")).unwrap();
    let start = cairn_session::open("stac", None).unwrap();
    let mut moved = start.fork();
    moved.play("a1-a2").unwrap();
    // The wrong value shows whether the engine uses the book.
    for (session, value) in [(&start, Wdl::Win), (&moved, Wdl::Loss)] {
        file.add("stac", &[SolvedPosition { position: session.position(), value }]).unwrap();
    }
    let mut engine = open("stac", EngineSettings::default().with_book(file.book().clone())).unwrap();
    let mut is_from_book =
        |session: &dyn Session| solve(&mut *engine, session, SolveGoal::Value, &Limits::nodes(100)).from_book;
    assert!(is_from_book(&*start));
    let mut back = cairn_session::open("stac", Some(&start.position())).unwrap();
    for mv in ["a1-a2", "e5-e4", "a2-a1", "e4-e5", "a1-a2", "e5-e4", "a2-a1"] {
        back.play(mv).unwrap();
    }
    assert!(back.outcome().is_none() && !is_from_book(&*back));
}
