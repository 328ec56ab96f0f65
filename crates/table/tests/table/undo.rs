//! Taking back moves: at once on one screen, by agreement between remote players.

use cairn_rules::Player;
use cairn_table::{Notice, Question, Refusal, Table, TableEvent, TakebackPolicy};

use crate::test_table::{TestTable, setup};

fn by_agreement(players: &[&str]) -> TestTable {
    let setup = setup(if players.len() == 3 { "staqs:players=3" } else { "staqs" }, players);
    TestTable::at(Table::new(cairn_table::TableSetup { takebacks: TakebackPolicy::ByAgreement, ..setup }))
}

#[test]
fn undo_includes_the_reply_of_a_bot() {
    let mut test = TestTable::new("staqs", &["human", "random"]);
    test.play();
    test.play();
    let moves = test.table.session().history();
    test.on(TableEvent::Undo);
    assert_eq!(test.notices.pop(), Some(Notice::TakenBack(moves[2..].to_vec())));
    assert_eq!(test.saves, 5);
    test.on(TableEvent::Redo);
    assert_eq!(test.notices.pop(), Some(Notice::PlayedAgain(moves[2..].to_vec())));
    test.on(TableEvent::Redo);
    assert_eq!(test.refused.pop(), Some(Refusal::NothingToRedo));
    test.on(TableEvent::Undo);
    test.on(TableEvent::Undo);
    test.on(TableEvent::Undo);
    assert_eq!((test.refused.pop(), test.plies()), (Some(Refusal::NothingToUndo), 0));
}

#[test]
fn remote_players_have_to_agree() {
    let mut test = by_agreement(&["human", "human"]);
    test.on(TableEvent::AskTakeback(Player::FIRST));
    assert_eq!(test.refused.pop(), Some(Refusal::NothingToUndo));
    test.play();
    test.on(TableEvent::Undo);
    assert_eq!(test.refused.pop(), Some(Refusal::NeedsAgreement));
    test.on(TableEvent::AskTakeback(Player::FIRST));
    assert_eq!(test.questions.pop(), Some(Question::Takeback(Player::SECOND)));
    test.on(TableEvent::AnswerTakeback { player: Player::FIRST, accept: true });
    assert_eq!(test.refused.pop(), Some(Refusal::NoTakebackAsked), "players cannot answer themselves");
    test.on(TableEvent::AnswerTakeback { player: Player::SECOND, accept: false });
    assert_eq!(test.notices.pop(), Some(Notice::TakebackDeclined(Player::SECOND)));
    assert_eq!((test.plies(), test.table.takeback_asked_by()), (1, None));
    test.on(TableEvent::AskTakeback(Player::FIRST));
    test.on(TableEvent::AnswerTakeback { player: Player::SECOND, accept: true });
    assert_eq!((test.plies(), test.table.takeback_asked_by()), (0, None));
}

#[test]
fn a_move_withdraws_the_request() {
    let mut test = by_agreement(&["human", "human"]);
    test.play();
    test.on(TableEvent::AskTakeback(Player::FIRST));
    test.play();
    test.on(TableEvent::AnswerTakeback { player: Player::SECOND, accept: true });
    assert_eq!((test.refused.pop(), test.plies()), (Some(Refusal::NoTakebackAsked), 2));
}

#[test]
fn bots_agree_and_all_people_are_asked() {
    let mut test = by_agreement(&["human", "random", "human"]);
    test.play();
    test.on(TableEvent::AskTakeback(Player::FIRST));
    let third = Player::ALL[2];
    assert_eq!(test.questions.pop(), Some(Question::Takeback(third)));
    test.on(TableEvent::AnswerTakeback { player: third, accept: true });
    assert_eq!(test.plies(), 0, "the bot's answer too");
    let mut alone = by_agreement(&["human", "random"]);
    alone.play();
    alone.on(TableEvent::AskTakeback(Player::FIRST));
    assert_eq!((alone.plies(), alone.questions.len()), (0, 0));
}

#[test]
fn all_other_people_have_to_accept_in_any_order() {
    let [first, second, third] = [Player::FIRST, Player::SECOND, Player::THIRD];
    let accept = |player| TableEvent::AnswerTakeback { player, accept: true };
    let mut test = by_agreement(&["human", "human", "human"]);
    test.play();
    test.on(TableEvent::AskTakeback(first));
    assert_eq!(test.table.takeback_pending().iter().collect::<Vec<_>>(), [second, third]);
    test.on(accept(third));
    test.on(accept(third));
    assert_eq!((test.plies(), test.questions.last()), (1, Some(&Question::Takeback(second))));
    assert_eq!(test.table.takeback_pending().iter().collect::<Vec<_>>(), [second]);
    test.on(accept(second));
    assert_eq!((test.plies(), test.table.takeback_asked_by()), (0, None));

    test.play();
    test.on(TableEvent::AskTakeback(first));
    test.on(accept(second));
    test.on(TableEvent::AnswerTakeback { player: third, accept: false });
    assert_eq!((test.plies(), test.table.takeback_asked_by()), (1, None), "one refusal is enough");
    test.on(TableEvent::AskTakeback(first));
    test.on(accept(third));
    assert_eq!(test.plies(), 1, "consent to an earlier request does not count");
}

#[test]
fn a_pending_request_is_not_replaced() {
    let mut test = by_agreement(&["human", "human"]);
    test.play();
    test.play();
    test.on(TableEvent::AskTakeback(Player::SECOND));
    for player in [Player::FIRST, Player::SECOND] {
        test.on(TableEvent::AskTakeback(player));
        assert_eq!(test.refused.pop(), Some(Refusal::TakebackPending));
    }
    assert_eq!((test.questions.len(), test.table.takeback_asked_by()), (1, Some(Player::SECOND)));
    test.on(TableEvent::AnswerTakeback { player: Player::FIRST, accept: true });
    assert_eq!(test.plies(), 1);
}

#[test]
fn some_tables_never_take_back() {
    let setup = setup("staqs", &["human", "human"]);
    let setup = cairn_table::TableSetup { takebacks: TakebackPolicy::Never, ..setup };
    let mut test = TestTable::at(Table::new(setup));
    test.play();
    for event in [TableEvent::Undo, TableEvent::Redo, TableEvent::AskTakeback(Player::FIRST)] {
        test.on(event);
        assert_eq!(test.refused.pop(), Some(Refusal::NoTakebacks));
    }
}

#[test]
fn a_rated_game_has_no_help_and_a_result() {
    let rated = setup("staqs:size=3", &["human", "level1"]).with_rating(true);
    let mut test = TestTable::at(Table::new(rated));
    while test.table.session().outcome().is_none() {
        assert_eq!(test.table.rated_result(), None);
        for event in [TableEvent::Undo, TableEvent::Hint, TableEvent::SetEvaluating(true)] {
            test.on(event);
            assert_eq!(test.refused.pop(), Some(Refusal::Rated));
        }
        assert_eq!(test.table.check_help(), Err(Refusal::Rated));
        test.play();
    }
    let winner = test.table.session().outcome().unwrap().winner();
    let score = winner.map_or(0.5, |winner| if winner == Player::FIRST { 1.0 } else { 0.0 });
    assert_eq!(test.table.rated_result(), Some((1, score)));
    assert_eq!(test.table.check_help(), Ok(()));
    // A finished rated game cannot change.
    test.on(TableEvent::Undo);
    assert_eq!(test.refused.pop(), Some(Refusal::Rated));
    assert!(test.table.is_over() && test.table.is_rated());
}
