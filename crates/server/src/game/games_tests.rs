use cairn_texts::Language;
use serde_json::json;

use super::*;
use crate::store::SqliteStore;
use cairn_protocol::NewGame;

async fn games(folder: &tempfile::TempDir) -> (Arc<Games>, String, String) {
    let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
    let games = Games::new(Arc::new(store), Pool::start(1).unwrap(), 9, std::time::Duration::from_secs(60));
    let new: NewGame =
        serde_json::from_value(json!({ "game": "staqs", "seats": ["human", "human"] })).unwrap();
    let (state, seat) = games.create(new, [127, 0, 0, 1].into()).await.unwrap();
    (games, state.id, seat.unwrap().1.hash())
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_stored_while_an_earlier_board_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (games, id, token) = games(&folder).await;
    let mut listener = games.listen(&id, Some(Language::ALL[0])).await.unwrap();
    let play = async |text: &str, ply: u64| {
        let command = Command::Move { text: text.to_owned(), ply, token: token.clone() };
        games.execute(&id, command).await
    };
    // A slow request works on the session of its snapshot.
    let (drawing, go_on) = std::sync::mpsc::channel::<()>();
    let (begun, started) = tokio::sync::oneshot::channel();
    let slow = games.with_session(&id, move |_| {
        let _ = begun.send(());
        let _ = go_on.recv();
    });
    let moves = async {
        started.await.unwrap();
        assert_eq!(play("c3", 0).await.unwrap().ply(), 1);
        assert_eq!(play("d4", 1).await.unwrap().ply(), 2);
        assert_eq!(play("d4", 1).await.unwrap().state().await.unwrap().progress.ply, 2, "it was stored");
        drop(drawing);
    };
    let (slow, ()) = tokio::join!(slow, moves);
    slow.unwrap();
    for number in [1, 2] {
        assert_eq!(listener.changes.recv().await.unwrap().number, number, "in order");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_ask_before_the_next_entry_share_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let (games, id, token) = games(&folder).await;
    let copy = async || games.snapshot(&id).await.unwrap().game;
    let before = copy().await;
    assert!(Arc::ptr_eq(&before, &copy().await));
    games.execute(&id, Command::Move { text: "c3".to_owned(), ply: 0, token }).await.unwrap();
    let after = copy().await;
    assert!(!Arc::ptr_eq(&before, &after) && Arc::ptr_eq(&after, &copy().await));
    assert_eq!((before.number, before.session.ply()), (0, 0), "a copy does not change");
    assert_eq!((after.number, after.session.ply()), (1, 1));
}
