//! Draw offers, resignation and time: which commands are legal, and their results.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use cairn_rules::{Player, Reason};
use cairn_session::{AgreementError, Session, Undone, open};

const FIRST: Player = Player::FIRST;
const SECOND: Player = Player::SECOND;
const THIRD: Player = Player::THIRD;

fn game() -> Box<dyn Session> {
    let mut session = open("staqs", None).unwrap();
    session.play("c3").unwrap();
    session
}

fn three() -> Box<dyn Session> {
    open("staqs:players=3", None).unwrap()
}

fn result(session: &dyn Session) -> String {
    session.outcome().map_or("none".to_owned(), |outcome| outcome.to_string())
}

#[test]
fn an_offer_that_is_accepted_ends_the_game() {
    let mut session = game();
    session.offer_draw(FIRST).unwrap();
    assert_eq!((session.draw_offer(), session.outcome()), (Some(FIRST), None));
    session.accept_draw(SECOND).unwrap();
    assert_eq!(result(session.as_ref()), "draw (agreement)");
    assert_eq!(session.draw_offer(), None);
    assert!(session.legal_moves().is_empty());
    assert_eq!(session.board().scene().outcome, session.outcome());
    assert_eq!(session.tag("Reason").as_deref(), Some("agreement"));
    assert!(session.play("d4").is_err());
}

#[test]
fn a_declined_offer_expires() {
    let mut session = game();
    session.offer_draw(FIRST).unwrap();
    session.decline_draw(SECOND).unwrap();
    assert_eq!(session.draw_offer(), None);
    assert_eq!(session.accept_draw(SECOND), Err(AgreementError::NotOffered));
    assert_eq!(session.offer_draw(FIRST), Ok(()));
}

#[test]
fn a_move_of_the_player_asked_declines() {
    let mut session = game();
    session.offer_draw(FIRST).unwrap();
    session.play("d4").unwrap();
    assert_eq!(session.draw_offer(), None);
}

#[test]
fn a_move_of_the_player_who_offers_does_not_withdraw() {
    let mut session = game();
    session.offer_draw(SECOND).unwrap();
    session.play("d4").unwrap();
    assert_eq!(session.draw_offer(), Some(SECOND));
    session.accept_draw(FIRST).unwrap();
    assert_eq!(result(session.as_ref()), "draw (agreement)");
}

#[test]
fn an_illegal_move_declines_no_offer() {
    let mut session = game();
    session.offer_draw(FIRST).unwrap();
    assert_eq!(session.check_move("c3"), session.play("c3"));
    assert!(session.check_move("c3").is_err());
    assert_eq!(session.check_move("E5").as_deref(), Ok("e5"));
    assert_eq!(session.draw_offer(), Some(FIRST));
}

#[test]
fn offers_are_made_once_and_answered_by_others() {
    let mut session = game();
    assert_eq!(session.decline_draw(FIRST), Err(AgreementError::NotOffered));
    session.offer_draw(FIRST).unwrap();
    assert_eq!(session.offer_draw(FIRST), Err(AgreementError::AlreadyOffered { player: FIRST }));
    assert_eq!(session.accept_draw(FIRST), Err(AgreementError::OwnOffer { player: FIRST }));
    assert_eq!(session.decline_draw(FIRST), Err(AgreementError::OwnOffer { player: FIRST }));
    assert_eq!(session.draw_offer(), Some(FIRST));
}

#[test]
fn two_offers_are_an_agreement() {
    let mut session = game();
    session.offer_draw(FIRST).unwrap();
    session.offer_draw(SECOND).unwrap();
    assert_eq!(result(session.as_ref()), "draw (agreement)");
}

#[test]
fn all_others_have_to_accept() {
    let mut session = three();
    session.offer_draw(SECOND).unwrap();
    session.accept_draw(FIRST).unwrap();
    assert_eq!(session.outcome(), None);
    assert_eq!(session.draw_agreed().iter().collect::<Vec<_>>(), [FIRST, SECOND]);
    // A player who has accepted can still move.
    session.play("a1").unwrap();
    assert_eq!(session.draw_offer(), Some(SECOND));
    session.accept_draw(THIRD).unwrap();
    assert_eq!(session.outcome().unwrap().score(), "1/2-1/2-1/2");
    let mut session = three();
    session.offer_draw(SECOND).unwrap();
    session.play("a1").unwrap();
    assert_eq!(session.draw_offer(), None);
}

#[test]
fn resigning_or_running_out_of_time_loses() {
    let mut session = game();
    session.resign(FIRST).unwrap();
    assert_eq!(result(session.as_ref()), "second (resignation)");
    let mut session = game();
    session.forfeit_on_time(SECOND).unwrap();
    assert_eq!(result(session.as_ref()), "first (time)");
    let mut session = three();
    session.resign(SECOND).unwrap();
    assert_eq!(session.outcome().unwrap().score(), "1/2-0-1/2");
}

#[test]
fn no_agreement_after_the_end() {
    let mut session = game();
    session.resign(FIRST).unwrap();
    for refused in [
        session.offer_draw(FIRST),
        session.accept_draw(SECOND),
        session.decline_draw(SECOND),
        session.resign(SECOND),
        session.forfeit_on_time(SECOND),
    ] {
        assert_eq!(refused, Err(AgreementError::Over));
    }
}

#[test]
fn missing_seats_cannot_act() {
    let mut session = game();
    assert_eq!(session.resign(THIRD), Err(AgreementError::NoSuchPlayer { player: THIRD }));
    assert_eq!(session.offer_draw(THIRD), Err(AgreementError::NoSuchPlayer { player: THIRD }));
}

#[test]
fn undo_takes_back_the_ending_first() {
    let mut session = game();
    session.resign(FIRST).unwrap();
    let (resigned, played) = (Undone::Ending(Reason::Resignation), Undone::Move("c3".to_owned()));
    assert_eq!(session.undo().as_ref(), Some(&resigned));
    assert_eq!((session.outcome(), session.ply()), (None, 1));
    assert_eq!(session.undo().as_ref(), Some(&played));
    assert_eq!(session.redo().as_ref(), Some(&played));
    assert_eq!(session.redo().as_ref(), Some(&resigned));
    assert_eq!((resigned.to_string().as_str(), played.to_string().as_str()), ("resignation", "c3"));
    assert_eq!(session.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
    session.undo();
    session.play("d4").unwrap();
    assert_eq!(session.redo(), None);
}

#[test]
fn undo_forgets_an_offer() {
    let mut session = game();
    session.offer_draw(FIRST).unwrap();
    session.undo();
    assert_eq!(session.draw_offer(), None);
}
