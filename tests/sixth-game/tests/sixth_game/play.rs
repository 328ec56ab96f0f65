//! Sessions, records and tables.

use cairn_session::{Session, open, record};
use cairn_table::{Notice, TableEvent};

use crate::spread::random_game;
use crate::test_table::TestTable;
use crate::{HIGH_ENOUGH, PORTUGUESE};

/// Writes a game as a record and reads it back.
fn reread(session: &dyn Session) -> Box<dyn Session> {
    let text = record::write([&session.record()]);
    let mut read = record::read(&text).unwrap();
    assert_eq!(read, [session.record()], "{text}");
    read.remove(0).session().unwrap()
}

#[test]
fn a_finished_game_is_written_and_read_back() {
    let session = random_game("tump", 1, 1000);
    let text = session.record().to_string();
    assert!(text.starts_with("[Game \"tump\"]\n") && text.contains("[Reason \"high enough\"]"), "{text}");
    let again = reread(&*session);
    assert_eq!(again.outcome().unwrap().reason, HIGH_ENOUGH);
    assert_eq!((again.history(), again.position()), (session.history(), session.position()));
}

#[test]
fn a_game_with_options_is_read_back_wherever_it_stands() {
    for (given, spec) in [("tump:goal=7,size=3", "tump:size=3,goal=7"), ("tump:seed", "tump:size=3")] {
        for plies in [0, 1, 5, 1000] {
            let session = random_game(given, 2, plies);
            assert_eq!(reread(&*session).spec(), spec);
            let later = open(given, Some(&session.position())).unwrap();
            assert_eq!(reread(&*later).position(), session.position());
        }
    }
}

#[test]
fn illegal_moves_are_explained_in_both_languages() {
    let mut session = open("tump", Some("4/4/4/w1,b1,2 w")).unwrap();
    for (mv, english, portuguese) in [
        ("b1-a1", "White has no stack on b1", "as Brancas não têm nenhuma pilha em b1"),
        ("a1", "a1 is not empty", "a1 não está livre"),
        ("a1-c3", "left, right, above or below it", "à sua esquerda, à sua direita, acima ou abaixo"),
        ("up", "a square to place on (c3) or a climb (c3-c4)", "uma casa onde colocar (c3) ou uma subida"),
    ] {
        let error = session.play(mv).unwrap_err();
        assert!(error.to_string().contains(english), "{error}");
        assert!(PORTUGUESE.move_error(&error).contains(portuguese), "{}", PORTUGUESE.move_error(&error));
    }
}

#[test]
fn a_bot_and_a_person_play_it_at_a_table() {
    let mut test = TestTable::new("tump:size=3", &["level1", "human"]);
    test.on(TableEvent::Tick);
    while !test.table.is_over() {
        test.play();
    }
    let Some(Notice::Ended(outcome)) = test.notices.last() else { panic!("{:?}", test.notices) };
    assert_eq!(outcome.reason, HIGH_ENOUGH);
    assert_eq!((test.saves, test.refused.len()), (test.plies(), 0));
}
