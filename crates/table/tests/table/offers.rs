//! Draw offers and resigning.

use cairn_rules::{Player, RandomSource, Reason};
use cairn_session::AgreementError;
use cairn_table::{Notice, Question, Refusal, TableEvent};

use crate::evening::Evening;

const THIRD: Player = Player::THIRD;

fn reason(evening: &Evening) -> Option<Reason> {
    evening.table.session().outcome().map(|outcome| outcome.reason)
}

#[test]
fn a_draw_needs_everybody_in_turn_order() {
    let mut evening = Evening::new("staqs:players=3", &["human", "human", "human"]);
    evening.on(TableEvent::OfferDraw(Player::SECOND));
    assert_eq!(evening.questions, [Question::Draw(THIRD)]);
    evening.on(TableEvent::AnswerDraw { player: THIRD, accept: true });
    assert_eq!(evening.questions, [Question::Draw(THIRD), Question::Draw(Player::FIRST)]);
    assert_eq!((reason(&evening), evening.saves), (None, 0));
    evening.on(TableEvent::AnswerDraw { player: Player::FIRST, accept: true });
    assert_eq!((reason(&evening), evening.saves), (Some(Reason::Agreement), 1));
    assert!(matches!(evening.notices.last(), Some(Notice::Ended(_))));
}

#[test]
fn one_who_declines_is_enough_and_bots_always_do() {
    let mut evening = Evening::new("staqs", &["human", "human"]);
    evening.on(TableEvent::OfferDraw(Player::FIRST));
    evening.on(TableEvent::AnswerDraw { player: Player::SECOND, accept: false });
    assert_eq!(evening.notices, [Notice::DrawDeclined(Player::SECOND)]);
    evening.on(TableEvent::AnswerDraw { player: Player::SECOND, accept: true });
    assert_eq!(evening.refused, [Refusal::Agreement(AgreementError::NotOffered)]);
    let mut evening = Evening::new("staqs", &["human", "random"]);
    evening.on(TableEvent::OfferDraw(Player::FIRST));
    assert_eq!(evening.notices, [Notice::DrawDeclined(Player::SECOND)]);
    assert!(evening.questions.is_empty() && reason(&evening).is_none());
}

#[test]
fn who_resigns_has_lost_even_while_a_bot_thinks() {
    let mut evening = Evening::new("staqs", &["human", "random"]);
    evening.hold_jobs = true;
    evening.play();
    assert_eq!(evening.table.speaker(), Some(Player::FIRST));
    evening.on(TableEvent::Resign(Player::FIRST));
    assert_eq!(reason(&evening), Some(Reason::Resignation));
    evening.think();
    assert_eq!(evening.plies(), 1);
    evening.on(TableEvent::Resign(Player::FIRST));
    assert_eq!(evening.refused, [Refusal::Agreement(AgreementError::Over)]);
    evening.on(TableEvent::Undo);
    assert_eq!((reason(&evening), evening.plies()), (None, 0), "back to the last turn of a person");
}

#[test]
fn draws_may_be_accepted_in_any_order() {
    let mut evening = Evening::new("staqs:players=4", &["human", "human", "human", "human"]);
    evening.on(TableEvent::OfferDraw(Player::SECOND));
    let accept = |player| TableEvent::AnswerDraw { player, accept: true };
    evening.on(accept(Player::FIRST));
    evening.on(accept(THIRD));
    let pending: Vec<Player> = evening.table.draw_pending().iter().collect();
    assert_eq!((pending, reason(&evening)), (vec![Player::FOURTH], None));
    evening.on(accept(Player::FOURTH));
    assert_eq!((evening.table.draw_pending().len(), reason(&evening)), (0, Some(Reason::Agreement)));
}

#[test]
fn what_is_judged_beforehand_is_what_happens() {
    let events = |player, accept| {
        [
            TableEvent::OfferDraw(player),
            TableEvent::AnswerDraw { player, accept },
            TableEvent::AskTakeback(player),
            TableEvent::AnswerTakeback { player, accept },
            TableEvent::Resign(player),
        ]
    };
    let mut rng = cairn_engine::Rng::seeded(7);
    let mut below = |n: usize| rng.below(n as u32) as usize;
    let (mut accepted, mut refused) = (0, 0);
    for (spec, seats) in [("staqs:players=3,size=4", 3), ("stac", 2), ("stacks", 2)] {
        for game in 0..40 {
            let players = [if game % 4 == 0 { "random" } else { "human" }, "human", "human"];
            let mut evening = Evening::new(spec, &players[..seats]);
            evening.on(TableEvent::Tick);
            for _ in 0..60 {
                let player = Player::ALL[below(4)];
                let accept = below(3) > 0;
                let all = events(player, accept);
                let count = if below(40) == 0 { all.len() } else { all.len() - 1 };
                if below(3) == 0 && !evening.table.is_over() {
                    evening.play();
                    continue;
                }
                let Some(event) = all.into_iter().take(count).nth(below(count)) else { continue };
                let judged = evening.table.check(&event).err();
                evening.on(event);
                assert_eq!(judged, evening.refused.pop());
                if judged.is_none() { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
}
