//! Snapshots: a restored session equals the original, with pending offers and undone moves.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod spread;

use cairn_rules::Player;
use cairn_session::{Session, SnapshotError, open};
use spread::{random_game, specs};

fn assert_restored(session: &dyn Session) {
    let snapshot = session.snapshot();
    let mut restored = snapshot.session().unwrap();
    assert_eq!(restored.snapshot(), snapshot);
    assert_eq!(restored.record(), session.record());
    assert_eq!(restored.draw_agreed(), session.draw_agreed());
    let mut session = session.fork();
    loop {
        let redone = session.redo();
        assert_eq!((restored.redo(), restored.outcome()), (redone.clone(), session.outcome()));
        if redone.is_none() {
            break;
        }
    }
}

#[test]
fn games_are_restored_with_their_redo_history() {
    for spec in specs() {
        let mut session = random_game(&spec, 4, 9);
        session.set_tag("First", "Ana").unwrap();
        session.set_tag("Event", "test").unwrap();
        session.comment("so far");
        assert_restored(&*session);
        session.undo();
        session.comment("before");
        session.undo();
        assert_restored(&*session);
        let later = open(&spec, Some(&session.position())).unwrap();
        assert_restored(&*later);
    }
}

#[test]
fn pending_offers_and_endings_are_restored() {
    let mut session = open("staqs:players=3", None).unwrap();
    session.play("a1").unwrap();
    session.undo();
    session.offer_draw(Player::SECOND).unwrap();
    session.accept_draw(Player::THIRD).unwrap();
    assert_restored(&*session);
    session.decline_draw(Player::FIRST).unwrap();
    session.redo();
    session.resign(Player::FIRST).unwrap();
    assert_restored(&*session);
    session.undo();
    assert_restored(&*session);
    session.undo();
    assert_restored(&*session);
}

#[test]
fn impossible_snapshots_are_refused() {
    let mut session = open("staqs", None).unwrap();
    session.play("c3").unwrap();
    session.resign(Player::FIRST).unwrap();
    let good = session.snapshot();
    let refused = |change: fn(&mut cairn_session::Snapshot)| {
        let mut snapshot = good.clone();
        change(&mut snapshot);
        snapshot.session().unwrap_err()
    };
    assert!(matches!(refused(|bad| bad.game = "chess".to_owned()), SnapshotError::Open(_)));
    assert!(matches!(refused(|bad| bad.moves[0].text = "z9".to_owned()), SnapshotError::Move(_)));
    assert!(matches!(
        refused(|bad| bad.tags = vec![("Game".to_owned(), String::new())]),
        SnapshotError::Tag(_)
    ));
    assert!(matches!(refused(|bad| bad.draw_offer = vec!["first".to_owned()]), SnapshotError::Agreement(_)));
    let ending = refused(|bad| bad.ending.as_mut().unwrap().reason = "boredom".to_owned());
    assert!(ending.to_string().starts_with("unknown reason; the reasons are"), "{ending}");
}

#[cfg(feature = "serde")]
#[test]
fn snapshots_and_records_are_serialized() {
    let mut session = random_game("stacks", 1, 12);
    session.comment("so far");
    session.resign(session.to_move()).unwrap();
    let json = serde_json::to_string(&session.snapshot()).unwrap();
    assert_eq!(serde_json::from_str::<cairn_session::Snapshot>(&json).unwrap(), session.snapshot());
    let record = session.record();
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<cairn_session::Record>(&json).unwrap(), record);
    let wrong = json.replacen(&record.moves()[0].text, "nonsense", 1);
    let error = serde_json::from_str::<cairn_session::Record>(&wrong).unwrap_err().to_string();
    assert!(error.contains("`nonsense`"), "{error}");
}
