//! Draw offers and resigning.

use cairn_rules::{Player, Reason};
use cairn_session::AgreementError;
use cairn_table::{Event, Notice, Question, Refused};

use crate::evening::Evening;

const THIRD: Player = Player::ALL[2];

fn reason(evening: &Evening) -> Option<Reason> {
    evening.table.session().outcome().map(|outcome| outcome.reason)
}

#[test]
fn a_draw_needs_everybody_in_turn_order() {
    let mut evening = Evening::new("staqs:players=3", &["human", "human", "human"]);
    evening.on(Event::OfferDraw(Player::SECOND));
    assert_eq!(evening.questions, [Question::Draw(THIRD)]);
    evening.on(Event::AnswerDraw { player: THIRD, accept: true });
    assert_eq!(evening.questions, [Question::Draw(THIRD), Question::Draw(Player::FIRST)]);
    assert_eq!((reason(&evening), evening.saves), (None, 0));
    evening.on(Event::AnswerDraw { player: Player::FIRST, accept: true });
    assert_eq!((reason(&evening), evening.saves), (Some(Reason::Agreement), 1));
    assert!(matches!(evening.notices.last(), Some(Notice::Ended(_))));
}

#[test]
fn one_who_declines_is_enough_and_bots_always_do() {
    let mut evening = Evening::new("staqs", &["human", "human"]);
    evening.on(Event::OfferDraw(Player::FIRST));
    evening.on(Event::AnswerDraw { player: Player::SECOND, accept: false });
    assert_eq!(evening.notices, [Notice::DrawDeclined(Player::SECOND)]);
    evening.on(Event::AnswerDraw { player: Player::SECOND, accept: true });
    assert_eq!(evening.refused, [Refused::Agreement(AgreementError::NotOffered)]);
    let mut evening = Evening::new("staqs", &["human", "random"]);
    evening.on(Event::OfferDraw(Player::FIRST));
    assert_eq!(evening.notices, [Notice::DrawDeclined(Player::SECOND)]);
    assert!(evening.questions.is_empty() && reason(&evening).is_none());
}

#[test]
fn who_resigns_has_lost_even_while_a_bot_thinks() {
    let mut evening = Evening::new("staqs", &["human", "random"]);
    evening.hold_jobs = true;
    evening.play();
    assert_eq!(evening.table.speaker(), Some(Player::FIRST));
    evening.on(Event::Resign(Player::FIRST));
    assert_eq!(reason(&evening), Some(Reason::Resignation));
    evening.think();
    assert_eq!(evening.plies(), 1);
    evening.on(Event::Resign(Player::FIRST));
    assert_eq!(evening.refused, [Refused::Agreement(AgreementError::Over)]);
    evening.on(Event::Undo);
    assert_eq!((reason(&evening), evening.plies()), (None, 0), "back to the last turn of a person");
}
