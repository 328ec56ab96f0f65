//! Hints and the evaluation.

use cairn_engine::Score;
use cairn_rules::Player;
use cairn_session::open;
use cairn_table::{Notice, Refusal, Table, TableEffect, TableEvent, TableSetup};

use crate::test_table::{TestTable, setup};

#[test]
fn a_hint_is_a_legal_move_and_is_asked_for_once() {
    let mut test = TestTable::new("staqs:size=3", &["human", "human"]);
    test.on(TableEvent::Hint);
    let Some(Notice::Hint(line)) = test.notices.pop() else { panic!("no hint") };
    assert!(test.table.session().legal_moves().contains(&line.moves[0]));
    test.on(TableEvent::Tick);
    assert!(test.notices.is_empty() && test.table.evaluation().is_none());
}

#[test]
fn a_hint_after_the_end_is_refused() {
    let mut test = TestTable::new("staqs:size=3", &["human", "human"]);
    test.play();
    test.on(TableEvent::Resign(Player::FIRST));
    test.on(TableEvent::Hint);
    assert_eq!(test.refused.pop(), Some(Refusal::Over));
    test.on(TableEvent::LookAt(0));
    test.on(TableEvent::Hint);
    assert_eq!(test.refused.pop(), None);
    assert!(matches!(test.notices.last(), Some(Notice::Hint(_))));
}

#[test]
fn the_evaluation_follows_the_displayed_position() {
    let mut test = TestTable::new("staqs:size=3", &["human", "human"]);
    test.on(TableEvent::SetEvaluating(true));
    let first = test.table.evaluation().unwrap().best().unwrap().to_owned();
    test.on(TableEvent::Play(first.clone()));
    let second = test.table.evaluation().unwrap().best().unwrap().to_owned();
    assert!(test.table.session().legal_moves().contains(&second));
    test.on(TableEvent::LookAt(0));
    assert_eq!(test.table.evaluation().unwrap().best(), Some(first.as_str()));
    test.on(TableEvent::SetEvaluating(false));
    assert!(test.table.evaluation().is_none());
}

#[test]
fn a_forced_position_is_evaluated_in_depth() {
    // White has one move, and loses by force after it.
    let position = "w1,b1,1,w1,b2/1,w2,w1,b1,1/w4,w1,w2,1,b1/w1,w2,b1,b2,b2/w2,b1,b2,b2,1 w";
    let session = open("sight", Some(position)).unwrap();
    assert_eq!(session.legal_moves().len(), 1);
    let mut test = TestTable::at(Table::new(TableSetup { session, ..setup("sight", &["human", "human"]) }));
    test.on(TableEvent::SetEvaluating(true));
    assert_eq!(test.table.evaluation().unwrap().score(), Some(Score::LossIn(4)));
    test.on(TableEvent::Hint);
    let Some(Notice::Hint(line)) = test.notices.pop() else { panic!("no hint") };
    assert_eq!(line.score, Score::LossIn(4));
}

#[test]
fn late_analyses_are_ignored() {
    let mut table = TestTable::new("staqs:size=3", &["human", "human"]).table;
    let now = table.now();
    let mut effects = table.handle(TableEvent::SetEvaluating(true), now);
    let Some(TableEffect::Analyze(job)) = effects.pop() else { panic!("no job") };
    assert!(table.is_analyzing());
    let mv = table.session().legal_moves().swap_remove(0);
    assert!(
        !table
            .handle(TableEvent::Play(mv), now)
            .iter()
            .any(|effect| matches!(effect, TableEffect::Analyze(_)))
    );
    let effects = table.handle(TableEvent::Analysis(job.run(&mut |_| ())), now);
    assert!(table.evaluation().is_none(), "that was about the position before");
    assert!(matches!(effects[..], [TableEffect::Analyze(_)]), "and the present one is analysed now");
}

#[test]
fn an_analysis_of_another_game_is_none_of_this_one() {
    let mut tables = [0, 1].map(|_| TestTable::new("staqs:size=3", &["human", "human"]).table);
    let mut jobs = tables.each_mut().map(|table| {
        let Some(TableEffect::Analyze(job)) =
            table.handle(TableEvent::SetEvaluating(true), table.now()).pop()
        else {
            panic!("no job")
        };
        Some(job)
    });
    let news = jobs[0].take().unwrap().run(&mut |_| ());
    let now = tables[1].now();
    assert!(tables[1].handle(TableEvent::Analysis(news), now).is_empty());
    assert!(tables[1].evaluation().is_none() && tables[1].is_analyzing());
}
