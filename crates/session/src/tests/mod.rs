//! Tests of repetition and of a game without draws, with a game made for them.

mod pacing;

use cairn_rules::{GameSpec, MarkKind, MoveError, Outcome, Player, Reason, Site, Step};

use self::pacing::{COMPUTED_OUTCOMES, FORMATTED_MOVES, NoOptions, Pacing, pacing, play};
use crate::{AgreementError, Session, TypedSession, VariationTree};

const REPEATED: &str = "up down up down";

#[test]
fn the_third_time_is_a_draw() {
    let mut session = pacing(None);
    play(&mut session, "up down up").unwrap();
    assert_eq!(session.outcome(), None);
    session.play("down").unwrap();
    assert_eq!(session.outcome(), Some(Outcome::draw(Reason::Repetition)));
    assert_eq!(session.outcome().unwrap().to_string(), "draw (repetition)");
}

#[test]
fn repetition_ends_everything() {
    let mut session = pacing(None);
    play(&mut session, REPEATED).unwrap();
    assert!(session.legal_moves().is_empty());
    assert_eq!(session.play(" up "), Err(MoveError::Over { text: "up".to_owned() }));
    assert!(matches!(session.play("sideways"), Err(MoveError::Unreadable { .. })));
    assert_eq!(session.offer_draw(Player::FIRST), Err(AgreementError::Over));
    assert_eq!(session.resign(Player::FIRST), Err(AgreementError::Over));
    let scene = session.board().scene();
    assert_eq!((scene.to_move, scene.outcome), (None, session.outcome()));
    let nothing = session.board().choices(&[]).unwrap();
    assert!(nothing.steps.is_empty() && nothing.finished.is_none());
    assert_eq!(session.board().choices(&[Step::Count(1)]), None);
    // The position alone does not end the game.
    assert_eq!(session.perft(1), 2);
}

#[test]
fn repetition_is_taken_back_and_done_again() {
    let mut session = pacing(None);
    play(&mut session, REPEATED).unwrap();
    assert_eq!(session.undo().unwrap().to_string(), "down");
    assert_eq!(session.outcome(), None);
    assert_eq!(session.redo().unwrap().to_string(), "down");
    assert!(session.outcome().is_some());
    while session.undo().is_some() {}
    assert_eq!(session.repetitions.len(), 1);
    play(&mut session, "up down up").unwrap();
    assert_eq!(session.outcome(), None);
}

#[test]
fn the_position_takes_precedence() {
    let mut session = pacing(Some("1 0 6"));
    play(&mut session, REPEATED).unwrap();
    assert_eq!(session.outcome(), Some(Outcome::draw(Reason::QuietLimit)));
}

#[test]
fn the_record_of_a_repetition_says_so() {
    let mut session = pacing(None);
    play(&mut session, REPEATED).unwrap();
    let record = session.record();
    assert_eq!(record.tag("Result"), Some("1/2-1/2"));
    assert_eq!(record.tag("Reason"), Some("repetition"));
    assert!(record.to_string().ends_with("\n\n1. up down 2. up down"));
}

#[test]
fn games_without_draws_refuse_them() {
    let mut session = TypedSession::<Pacing<false>>::open(GameSpec { options: NoOptions }, None).unwrap();
    let error = session.offer_draw(Player::FIRST).unwrap_err();
    assert_eq!(error.to_string(), "Pacing has no draws");
    assert_eq!(session.draw_offer(), None);
}

#[test]
fn a_site_is_marked_once() {
    let mut session = pacing(None);
    session.play("up").unwrap();
    let marks = session.board().scene().marks;
    assert_eq!(marks.len(), 1);
    assert_eq!((marks[0].site, marks[0].kind), (Site(1), MarkKind::Last));
}

/// Returns the result of a closure, and the number of moves that it has formatted.
fn formatted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = FORMATTED_MOVES.get();
    let result = work();
    (result, FORMATTED_MOVES.get() - before)
}

#[test]
fn accessors_format_only_the_moves_they_return() {
    let mut session = pacing(None);
    play(&mut session, REPEATED).unwrap();
    assert_eq!(formatted(|| session.ply()), (4, 0));
    assert_eq!(formatted(|| session.last_move()), (Some("down".to_owned()), 1));
    assert_eq!(formatted(|| session.move_at(2)), (Some("up".to_owned()), 1));
    assert_eq!(formatted(|| session.move_at(4)), (None, 0));
    assert_eq!(formatted(|| session.fork_at(1).unwrap().position()), ("2 1 1".to_owned(), 0));
    assert_eq!(formatted(|| session.tag("Result")), (Some("1/2-1/2".to_owned()), 0));
    assert_eq!(formatted(|| session.tag("Reason")), (Some("repetition".to_owned()), 0));
    assert_eq!(formatted(|| session.tag("Game")), (Some("pacing".to_owned()), 0));
    assert_eq!(formatted(|| session.tag("Position")), (None, 0));
    assert_eq!(formatted(|| session.mover_at(1)), (Some(Player::SECOND), 0));
    assert_eq!(formatted(|| session.mover_at(4)), (None, 0));
    assert_eq!(formatted(|| session.history().len()), (4, 4));
    assert_eq!(pacing(None).last_move(), None);
}

#[test]
fn a_step_along_a_variation_tree_plays_one_move() {
    let mut session = pacing(None);
    play(&mut session, REPEATED).unwrap();
    let mut tree = VariationTree::new(&session);
    let (was_there_one, undone) = formatted(|| tree.back());
    assert!(was_there_one && undone <= 1);
    let (was_there_one, played) = formatted(|| tree.forward());
    assert!(was_there_one);
    assert_eq!(formatted(|| tree.first()).1, 4 * undone);
    assert_eq!(formatted(|| tree.last()).1, 4 * played);
    assert_eq!(tree.session().history(), session.history());
}

#[test]
fn the_outcome_of_a_position_is_computed_once() {
    let mut session = pacing(None);
    let computed = |session: &TypedSession<Pacing<true>>| {
        let before = COMPUTED_OUTCOMES.get();
        for _ in 0..10 {
            let _ = (session.is_over(), session.outcome());
        }
        COMPUTED_OUTCOMES.get() - before
    };
    assert_eq!(computed(&session), 1);
    play(&mut session, REPEATED).unwrap();
    assert!(computed(&session) == 1 && session.is_over());
    session.undo().unwrap();
    assert!(computed(&session) == 1 && !session.is_over());
    session.resign(Player::FIRST).unwrap();
    assert!(computed(&session) == 0 && session.is_over());
}

#[test]
fn an_earlier_position_has_the_repetitions_before_it() {
    let mut session = pacing(None);
    session.set_tag("First", "Ana").unwrap();
    session.comment("before the first move");
    play(&mut session, REPEATED).unwrap();
    assert!(session.fork_at(4).unwrap().outcome().is_some());
    assert!(session.fork_at(5).is_none());
    let mut earlier = session.fork_at(2).unwrap();
    assert_eq!((earlier.ply(), earlier.outcome(), earlier.redo()), (2, None, None));
    assert_eq!(earlier.tag("First").as_deref(), Some("Ana"));
    assert_eq!(earlier.record().opening_comment(), Some("before the first move"));
    play(&mut *earlier, "up").unwrap();
    assert_eq!(earlier.outcome(), None);
    play(&mut *earlier, "down").unwrap();
    assert_eq!(earlier.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn an_ending_by_the_players_belongs_to_the_last_position() {
    let mut session = pacing(None);
    session.play("up").unwrap();
    session.resign(Player::SECOND).unwrap();
    let at = |ply| session.fork_at(ply).map(|earlier| (earlier.position(), earlier.outcome()));
    assert_eq!(at(0), Some((pacing(None).position(), None)));
    assert_eq!(at(1), Some((session.position(), session.outcome())));
    assert_eq!(at(2), None);
}
