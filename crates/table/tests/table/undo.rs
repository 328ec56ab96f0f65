//! Taking back moves: at once on one screen, by agreement between remote players.

use cairn_rules::Player;
use cairn_table::{Notice, Question, Refusal, Table, TableEvent, TakebackPolicy};

use crate::evening::{Evening, setup};

fn by_agreement(players: &[&str]) -> Evening {
    let setup = setup(if players.len() == 3 { "staqs:players=3" } else { "staqs" }, players);
    Evening::at(Table::new(cairn_table::TableSetup { takebacks: TakebackPolicy::ByAgreement, ..setup }))
}

#[test]
fn what_a_bot_answered_goes_with_the_move() {
    let mut evening = Evening::new("staqs", &["human", "random"]);
    evening.play();
    evening.play();
    let moves = evening.table.session().history();
    evening.on(TableEvent::Undo);
    assert_eq!(evening.notices.pop(), Some(Notice::TakenBack(moves[2..].to_vec())));
    assert_eq!(evening.saves, 5);
    evening.on(TableEvent::Redo);
    assert_eq!(evening.notices.pop(), Some(Notice::PlayedAgain(moves[2..].to_vec())));
    evening.on(TableEvent::Redo);
    assert_eq!(evening.refused.pop(), Some(Refusal::NothingToRedo));
    evening.on(TableEvent::Undo);
    evening.on(TableEvent::Undo);
    evening.on(TableEvent::Undo);
    assert_eq!((evening.refused.pop(), evening.plies()), (Some(Refusal::NothingToUndo), 0));
}

#[test]
fn people_who_sit_apart_have_to_agree() {
    let mut evening = by_agreement(&["human", "human"]);
    evening.on(TableEvent::AskTakeback(Player::FIRST));
    assert_eq!(evening.refused.pop(), Some(Refusal::NothingToUndo));
    evening.play();
    evening.on(TableEvent::Undo);
    assert_eq!(evening.refused.pop(), Some(Refusal::NeedsAgreement));
    evening.on(TableEvent::AskTakeback(Player::FIRST));
    assert_eq!(evening.questions.pop(), Some(Question::Takeback(Player::SECOND)));
    evening.on(TableEvent::AnswerTakeback { player: Player::FIRST, accept: true });
    assert_eq!(evening.refused.pop(), Some(Refusal::NoTakebackAsked), "nobody agrees with themselves");
    evening.on(TableEvent::AnswerTakeback { player: Player::SECOND, accept: false });
    assert_eq!(evening.notices.pop(), Some(Notice::TakebackDeclined(Player::SECOND)));
    assert_eq!((evening.plies(), evening.table.takeback_asked_by()), (1, None));
    evening.on(TableEvent::AskTakeback(Player::FIRST));
    evening.on(TableEvent::AnswerTakeback { player: Player::SECOND, accept: true });
    assert_eq!((evening.plies(), evening.table.takeback_asked_by()), (0, None));
}

#[test]
fn a_move_withdraws_the_request() {
    let mut evening = by_agreement(&["human", "human"]);
    evening.play();
    evening.on(TableEvent::AskTakeback(Player::FIRST));
    evening.play();
    evening.on(TableEvent::AnswerTakeback { player: Player::SECOND, accept: true });
    assert_eq!((evening.refused.pop(), evening.plies()), (Some(Refusal::NoTakebackAsked), 2));
}

#[test]
fn bots_agree_and_all_people_are_asked() {
    let mut evening = by_agreement(&["human", "random", "human"]);
    evening.play();
    evening.on(TableEvent::AskTakeback(Player::FIRST));
    let third = Player::ALL[2];
    assert_eq!(evening.questions.pop(), Some(Question::Takeback(third)));
    evening.on(TableEvent::AnswerTakeback { player: third, accept: true });
    assert_eq!(evening.plies(), 0, "the bot's answer too");
    let mut alone = by_agreement(&["human", "random"]);
    alone.play();
    alone.on(TableEvent::AskTakeback(Player::FIRST));
    assert_eq!((alone.plies(), alone.questions.len()), (0, 0));
}

#[test]
fn all_other_people_have_to_accept_in_any_order() {
    let [first, second, third] = [Player::FIRST, Player::SECOND, Player::THIRD];
    let accept = |player| TableEvent::AnswerTakeback { player, accept: true };
    let mut evening = by_agreement(&["human", "human", "human"]);
    evening.play();
    evening.on(TableEvent::AskTakeback(first));
    assert_eq!(evening.table.takeback_pending().iter().collect::<Vec<_>>(), [second, third]);
    evening.on(accept(third));
    evening.on(accept(third));
    assert_eq!((evening.plies(), evening.questions.last()), (1, Some(&Question::Takeback(second))));
    assert_eq!(evening.table.takeback_pending().iter().collect::<Vec<_>>(), [second]);
    evening.on(accept(second));
    assert_eq!((evening.plies(), evening.table.takeback_asked_by()), (0, None));

    evening.play();
    evening.on(TableEvent::AskTakeback(first));
    evening.on(accept(second));
    evening.on(TableEvent::AnswerTakeback { player: third, accept: false });
    assert_eq!((evening.plies(), evening.table.takeback_asked_by()), (1, None), "one who declines is enough");
    evening.on(TableEvent::AskTakeback(first));
    evening.on(accept(third));
    assert_eq!(evening.plies(), 1, "consent to an earlier request does not count");
}

#[test]
fn a_pending_request_is_not_replaced() {
    let mut evening = by_agreement(&["human", "human"]);
    evening.play();
    evening.play();
    evening.on(TableEvent::AskTakeback(Player::SECOND));
    for player in [Player::FIRST, Player::SECOND] {
        evening.on(TableEvent::AskTakeback(player));
        assert_eq!(evening.refused.pop(), Some(Refusal::TakebackPending));
    }
    assert_eq!((evening.questions.len(), evening.table.takeback_asked_by()), (1, Some(Player::SECOND)));
    evening.on(TableEvent::AnswerTakeback { player: Player::FIRST, accept: true });
    assert_eq!(evening.plies(), 1);
}

#[test]
fn some_tables_never_take_back() {
    let setup = setup("staqs", &["human", "human"]);
    let setup = cairn_table::TableSetup { takebacks: TakebackPolicy::Never, ..setup };
    let mut evening = Evening::at(Table::new(setup));
    evening.play();
    for event in [TableEvent::Undo, TableEvent::Redo, TableEvent::AskTakeback(Player::FIRST)] {
        evening.on(event);
        assert_eq!(evening.refused.pop(), Some(Refusal::NoTakebacks));
    }
}

#[test]
fn a_rated_game_has_no_help_and_a_result() {
    let rated = setup("staqs:size=3", &["human", "level1"]).with_rating(true);
    let mut evening = Evening::at(Table::new(rated));
    while evening.table.session().outcome().is_none() {
        assert_eq!(evening.table.rated_result(), None);
        for event in [TableEvent::Undo, TableEvent::Hint, TableEvent::SetEvaluating(true)] {
            evening.on(event);
            assert_eq!(evening.refused.pop(), Some(Refusal::Rated));
        }
        assert_eq!(evening.table.check_help(), Err(Refusal::Rated));
        evening.play();
    }
    let winner = evening.table.session().outcome().unwrap().winner();
    let score = winner.map_or(0.5, |winner| if winner == Player::FIRST { 1.0 } else { 0.0 });
    assert_eq!(evening.table.rated_result(), Some((1, score)));
    assert_eq!(evening.table.check_help(), Ok(()));
    // What has been rated stays as it was played.
    evening.on(TableEvent::Undo);
    assert_eq!(evening.refused.pop(), Some(Refusal::Rated));
    assert!(evening.table.is_over() && evening.table.is_rated());
}
