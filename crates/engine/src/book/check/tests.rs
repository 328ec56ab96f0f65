//! Checks of a correct book and of books with wrong values.

use cairn_search::StopFlag;
use cairn_session::Session;

use super::*;
use crate::Engine;
use crate::solution::SolveGoal;

const SPEC: &str = "sight:size=3";

fn engine() -> Box<dyn Engine> {
    open(SPEC, EngineSettings::solver(SolverSettings { threads: 1, hash_mib: 1 })).unwrap()
}

/// Returns the start of a small game and all positions after one and two moves, with their values.
fn right_book() -> Book {
    let mut book = Book::default();
    let mut engine = engine();
    let mut add = |session: &dyn Session| {
        let solution = engine.solve(session, SolveGoal::Moves, &Limits::default(), &mut |_| ());
        for solved in solution.unwrap().unwrap().positions {
            book.insert(SPEC, &solved.position, solved.value);
        }
    };
    let start = cairn_session::open(SPEC, None).unwrap();
    add(&*start);
    for mv in start.legal_moves() {
        let mut session = start.fork();
        session.play(&mv).unwrap();
        add(&*session);
    }
    book
}

fn check(book: &Book, sample: Option<Sample>, limits: &Limits) -> Result<BookCheck, BookCheckError> {
    let monitor = &mut Monitor { stop: &StopFlag::default(), on_progress: &mut |_| () };
    engine().check_book(book, sample, limits, monitor)
}

/// Returns the contradiction that comparing the values of a book finds.
fn contradiction(book: &Book) -> BookContradiction {
    match check(book, Some(Sample { count: 0, seed: 0 }), &Limits::default()) {
        Err(BookCheckError::Wrong(contradiction)) => contradiction,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_right_book_is_right_and_everything_in_it_is_counted() {
    let book = right_book();
    let all = check(&book, None, &Limits::default()).unwrap();
    assert_eq!((all.entries, all.proven, all.open), (book.len(), book.len(), 0));
    assert_eq!(all.consistent + all.at_edge, all.entries);
    assert!(all.consistent > 9 && all.at_edge > 9 && all.nodes > 0, "{all:?}");
    let some = check(&book, Some(Sample { count: 5, seed: 1 }), &Limits::default()).unwrap();
    assert_eq!((some.entries, some.consistent, some.proven, some.open), (all.entries, all.consistent, 5, 0));
    let open = check(&book, Some(Sample { count: 5, seed: 1 }), &Limits::nodes(0)).unwrap();
    assert!(open.open > 0 && open.proven + open.open == 5, "{open:?}");
}

#[test]
fn every_wrong_value_is_found() {
    let book = right_book();
    let entries: Vec<(String, Wdl)> =
        book.values(SPEC).map(|(text, value)| (text.to_owned(), value)).collect();
    for (position, value) in entries {
        for wrong in [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().filter(|&wrong| wrong != value) {
            let mut book = book.clone();
            book.insert(SPEC, &position, wrong);
            let found = check(&book, None, &Limits::default());
            assert!(matches!(found, Err(BookCheckError::Wrong(_))), "{wrong} in {position}: {found:?}");
            // Without others, only the solver can refute it.
            let mut alone = Book::default();
            alone.insert(SPEC, &position, wrong);
            let found = check(&alone, None, &Limits::default()).unwrap_err().to_string();
            let expected =
                format!("{SPEC}: the book says {wrong} in {position}, but the solver proves {value}");
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn contradictions_name_the_game_the_position_and_the_move() {
    let start = cairn_session::open(SPEC, None).unwrap();
    let after = |mv: &str| {
        let mut session = start.fork();
        session.play(mv).unwrap();
        session
    };
    let says = |values: &[(&dyn Session, Wdl)]| {
        let mut book = Book::default();
        for (session, value) in values {
            book.insert(SPEC, &session.position(), *value);
        }
        contradiction(&book).to_string()
    };
    let (middle, corner, image) = (after("b2"), after("a1"), after("c3"));
    assert_eq!(
        says(&[(&*start, Wdl::Draw), (&*middle, Wdl::Loss)]),
        format!(
            "{SPEC}: the book says draw in {}, but loss after b2, in {}",
            start.position(),
            middle.position()
        )
    );
    let found = says(&[(&*corner, Wdl::Win), (&*image, Wdl::Loss)]);
    assert!(found.contains(" in the mirror image "), "{found}");
    let children: Vec<_> = start.legal_moves().iter().map(|mv| after(mv)).collect();
    let mut values: Vec<(&dyn Session, Wdl)> = children.iter().map(|child| (&**child, Wdl::Win)).collect();
    values.push((&*start, Wdl::Win));
    let found = says(&values);
    assert!(found.ends_with("but none of its moves reaches that"), "{found}");
    let mut over = start.fork();
    while over.outcome().is_none() {
        over.play(&over.legal_moves()[0]).unwrap();
    }
    let found = says(&[(&*over, Wdl::Draw)]);
    assert!(found.contains(", but the game is over: "), "{found}");
}

#[test]
fn a_stopped_check_reports_it() {
    let monitor = &mut Monitor { stop: &StopFlag::stopped(), on_progress: &mut |_| () };
    let stopped = engine().check_book(&right_book(), None, &Limits::default(), monitor);
    assert_eq!(stopped, Err(BookCheckError::Stopped));
}
