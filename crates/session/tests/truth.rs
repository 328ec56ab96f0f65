//! Proofs of any game through one face: values, moves, lines and books agree with each other.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use cairn_session::truth::{BookFile, Finding, Limits, Prover, Question, SolverSettings, Wdl, WdlBounds};
use cairn_session::{BasicBot, Rng, Session, open};

/// A session after random moves, so many plies before the end.
fn late(word: &str, seed: u64, before: usize) -> Box<dyn Session> {
    let mut rng = Rng::seeded(seed);
    let mut session = open(word, None).unwrap();
    while let Some(mv) = session.basic_move(BasicBot::Random, &mut rng) {
        session.play(&mv).unwrap();
    }
    for _ in 0..before {
        session.undo();
    }
    session
}

#[test]
fn moves_and_lines_hold_the_value() {
    for word in
        ["staqs:size=3", "staqs:size=4,placement=free", "sight:size=3", "sight:size=4", "stac", "stlts"]
    {
        let mut prover = Prover::new(SolverSettings::default());
        for seed in 0..12 {
            let mut session =
                late(word, seed, if word.starts_with("st") && !word.contains(':') { 3 } else { 6 });
            let mover = session.to_move();
            let limits = Limits { depth: Some(8), ..Limits::nodes(200_000) };
            let moves = prover.prove(&*session, Question::Moves, &limits, &mut |_| ()).unwrap();
            let proof = prover.prove(&*session, Question::Value, &limits, &mut |_| ()).unwrap();
            assert_eq!(moves.moves.len(), session.legal_moves().len());
            let (Some(value), true) = (proof.bounds.value(), moves.bounds.value().is_some()) else {
                continue;
            };
            assert_eq!(moves.bounds, proof.bounds, "{word} {session:?}");
            let best = proof.best.unwrap();
            let chosen = moves.moves.iter().find(|proven| proven.mv == best).unwrap();
            assert_eq!(chosen.bounds, proof.bounds, "{word} {session:?} {best}");
            let line = prover.follow(&*session, &limits);
            assert_eq!(line.moves[0], best);
            for mv in &line.moves {
                session.play(mv).unwrap();
            }
            if let Some(outcome) = session.outcome() {
                let reached = match outcome.winner() {
                    None => Wdl::Draw,
                    Some(winner) if winner == mover => Wdl::Win,
                    Some(_) => Wdl::Loss,
                };
                assert_eq!(reached, value, "{word} {session:?}");
            } else {
                assert_eq!(value, Wdl::Draw, "{word} {session:?}: only a draw can go on for ever");
            }
        }
    }
}

#[test]
fn limits_leave_honest_bounds_and_more_than_two_are_refused() {
    let mut prover = Prover::default();
    let session = open("staqs", None).unwrap();
    let proof = prover.prove(&*session, Question::Value, &Limits::nodes(1_000), &mut |_| ()).unwrap();
    assert_eq!((proof.bounds, proof.best), (WdlBounds::OPEN, None));
    assert!(proof.nodes <= 1_000 && proof.findings.is_empty());
    let moves = prover.prove(&*session, Question::Moves, &Limits::nodes(1_000), &mut |_| ()).unwrap();
    assert!(moves.bounds == WdlBounds::OPEN && moves.best.is_none() && moves.moves.len() == 25);
    let four = open("staqs:players=4", None).unwrap();
    assert!(prover.prove(&*four, Question::Value, &Limits::nodes(10), &mut |_| ()).is_none());
}

#[test]
fn books_answer_what_was_proven_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let word = "sight:size=4";
    let session = open(word, None).unwrap();
    let mut prover = Prover::default();
    let proof = prover.prove(&*session, Question::Value, &Limits::default(), &mut |_| ()).unwrap();
    assert!(!proof.from_book && proof.nodes > 0);
    let line = prover.follow(&*session, &Limits::default());
    let (mut file, _) = BookFile::open(&path).unwrap();
    file.add(word, &proof.findings).unwrap();
    file.add(word, &line.findings).unwrap();

    let (file, damage) = BookFile::open(&path).unwrap();
    assert!(damage.is_none());
    let mut reader = Prover::default().with_book(file.book().clone());
    let again = reader.prove(&*session, Question::Value, &Limits::nodes(0), &mut |_| ()).unwrap();
    assert!(again.from_book && again.nodes == 0);
    assert_eq!((again.bounds, again.best), (proof.bounds, proof.best));
    assert_eq!(reader.follow(&*session, &Limits::default()).moves, line.moves);
    let other = open("sight:size=4,tallest=fallback", None).unwrap();
    let proof = reader.prove(&*other, Question::Value, &Limits::nodes(0), &mut |_| ()).unwrap();
    assert!(!proof.from_book, "options make another game");
}

#[test]
fn a_game_that_has_come_back_is_not_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let (mut file, _) = BookFile::open(&folder.path().join("book")).unwrap();
    let there = open("stac", None).unwrap();
    let mut moved = open("stac", None).unwrap();
    moved.play("a1-a2").unwrap();
    // Not true, which shows who believes it.
    for (session, value) in [(&there, Wdl::Win), (&moved, Wdl::Loss)] {
        file.add("stac", &[Finding { position: session.position(), value }]).unwrap();
    }
    let mut prover = Prover::default().with_book(file.book().clone());
    let mut ask = |session: &dyn Session| {
        prover.prove(session, Question::Value, &Limits::nodes(100), &mut |_| ()).unwrap().from_book
    };
    assert!(ask(&*there));
    let mut back = open("stac", Some(&there.position())).unwrap();
    for mv in ["a1-a2", "e5-e4", "a2-a1", "e4-e5", "a1-a2", "e5-e4", "a2-a1"] {
        back.play(mv).unwrap();
    }
    assert!(back.outcome().is_none() && !ask(&*back));
}
