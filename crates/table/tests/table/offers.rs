//! Draw offers and resignation.

use cairn_rules::{Player, RandomSource, Reason};
use cairn_session::AgreementError;
use cairn_table::{Notice, Question, Refusal, TableEvent};

use crate::test_table::TestTable;

const THIRD: Player = Player::THIRD;

fn reason(test: &TestTable) -> Option<Reason> {
    test.table.session().outcome().map(|outcome| outcome.reason)
}

#[test]
fn a_draw_needs_all_players_in_turn_order() {
    let mut test = TestTable::new("staqs:players=3", &["human", "human", "human"]);
    test.on(TableEvent::OfferDraw(Player::SECOND));
    assert_eq!(test.questions, [Question::Draw(THIRD)]);
    test.on(TableEvent::AnswerDraw { player: THIRD, accept: true });
    assert_eq!(test.questions, [Question::Draw(THIRD), Question::Draw(Player::FIRST)]);
    assert_eq!((reason(&test), test.saves), (None, 0));
    test.on(TableEvent::AnswerDraw { player: Player::FIRST, accept: true });
    assert_eq!((reason(&test), test.saves), (Some(Reason::Agreement), 1));
    assert!(matches!(test.notices.last(), Some(Notice::Ended(_))));
}

#[test]
fn one_refusal_is_enough_and_bots_always_refuse() {
    let mut test = TestTable::new("staqs", &["human", "human"]);
    test.on(TableEvent::OfferDraw(Player::FIRST));
    test.on(TableEvent::AnswerDraw { player: Player::SECOND, accept: false });
    assert_eq!(test.notices, [Notice::DrawDeclined(Player::SECOND)]);
    test.on(TableEvent::AnswerDraw { player: Player::SECOND, accept: true });
    assert_eq!(test.refused, [Refusal::Agreement(AgreementError::NotOffered)]);
    let mut test = TestTable::new("staqs", &["human", "random"]);
    test.on(TableEvent::OfferDraw(Player::FIRST));
    assert_eq!(test.notices, [Notice::DrawDeclined(Player::SECOND)]);
    assert!(test.questions.is_empty() && reason(&test).is_none());
}

#[test]
fn resigning_loses_even_while_a_bot_thinks() {
    let mut test = TestTable::new("staqs", &["human", "random"]);
    test.hold_jobs = true;
    test.play();
    assert_eq!(test.table.speaker(), Some(Player::FIRST));
    test.on(TableEvent::Resign(Player::FIRST));
    assert_eq!(reason(&test), Some(Reason::Resignation));
    test.think();
    assert_eq!(test.plies(), 1);
    test.on(TableEvent::Resign(Player::FIRST));
    assert_eq!(test.refused, [Refusal::Agreement(AgreementError::Over)]);
    test.on(TableEvent::Undo);
    assert_eq!((reason(&test), test.plies()), (None, 0), "back to the last turn of a person");
}

#[test]
fn draws_may_be_accepted_in_any_order() {
    let mut test = TestTable::new("staqs:players=4", &["human", "human", "human", "human"]);
    test.on(TableEvent::OfferDraw(Player::SECOND));
    let accept = |player| TableEvent::AnswerDraw { player, accept: true };
    test.on(accept(Player::FIRST));
    test.on(accept(THIRD));
    let pending: Vec<Player> = test.table.draw_pending().iter().collect();
    assert_eq!((pending, reason(&test)), (vec![Player::FOURTH], None));
    test.on(accept(Player::FOURTH));
    assert_eq!((test.table.draw_pending().len(), reason(&test)), (0, Some(Reason::Agreement)));
}

#[test]
fn check_agrees_with_handle() {
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
            let mut test = TestTable::new(spec, &players[..seats]);
            test.on(TableEvent::Tick);
            for _ in 0..60 {
                let player = Player::ALL[below(4)];
                let accept = below(3) > 0;
                let all = events(player, accept);
                let count = if below(40) == 0 { all.len() } else { all.len() - 1 };
                if below(3) == 0 && !test.table.is_over() {
                    test.play();
                    continue;
                }
                let Some(event) = all.into_iter().take(count).nth(below(count)) else { continue };
                let judged = test.table.check(&event).err();
                test.on(event);
                assert_eq!(judged, test.refused.pop());
                if judged.is_none() { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
}
