//! Interrupted and repeated imports.

use std::sync::atomic::Ordering;

use cairn_server::store::{SqliteStore, Store};
use cairn_server::transfer::{ImportReport, import};

use crate::test_store::TestStore;

/// Creates a finished record without the tag of a server.
fn record() -> String {
    let mut session = cairn_session::open("stac", None).unwrap();
    for mv in ["a1-a2", "e5-e4", "a2-a3", "e4-e3"] {
        session.play(mv).unwrap();
    }
    session.resign(session.to_move()).unwrap();
    session.record().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_import_of_a_plain_record_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let store = TestStore::new(SqliteStore::open(&folder.path().join("games.sqlite")).unwrap());
    let record = record();
    store.room.store(2, Ordering::Relaxed);
    assert!(import(&store, record.as_bytes()).await.is_err());
    let id = store.ids_after("", 9).await.unwrap().remove(0);
    assert_eq!(store.game(&id).await.unwrap().unwrap().entries.len(), 2);

    // The store accepts entries again, a day later.
    store.room.store(usize::MAX, Ordering::Relaxed);
    store.ahead.store(86_400_000, Ordering::Relaxed);
    assert_eq!(import(&store, record.as_bytes()).await.unwrap(), ImportReport { added: 1, known: 0 });
    let game = store.game(&id).await.unwrap().unwrap();
    assert_eq!(game.entries.len(), 5, "four moves and a resignation");
    assert!(game.entries.iter().all(|entry| entry.at == game.row.created));
    assert_eq!(store.running_games().await.unwrap(), 0);
    assert_eq!(import(&store, record.as_bytes()).await.unwrap(), ImportReport { added: 0, known: 1 });
}
