//! The effects of changes by another instance on a game in memory, step by step: the test acts as the other instance,
//! and controls notifications, the answers of the database and its time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cairn_server::Limits;
use cairn_server::store::{AppendOutcome, Entry, EntryKind, Notification, SqliteStore, Store, Summary};
use serde_json::{Value, json};

use crate::client::{Created, Site, Socket, within};
use crate::test_store::TestStore;

/// An instance, and the store to which the other one writes.
struct Pair {
    site: Site,
    store: Arc<TestStore>,
    _folder: tempfile::TempDir,
}

impl Pair {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
        let store = Arc::new(TestStore::shared(store));
        let site = Site::with_store(Arc::<TestStore>::clone(&store), Limits::default()).await;
        Self { site, store, _folder: folder }
    }

    /// Creates a game of two people on one device, and a socket that listens to it.
    async fn game(&self) -> (Created, Socket) {
        let game = self.site.create(&json!({ "game": "staqs", "seats": ["human", "human"] })).await;
        let mut socket = self.site.socket(&game).await;
        socket.hello(None).await;
        (game, socket)
    }

    /// Stores a move of the other instance; its notification has not arrived yet.
    async fn other_moves(&self, game: &Created, number: u32, mv: &str) {
        let entry = Entry {
            at: self.store.now(),
            seat: (number % 2) as u8,
            kind: EntryKind::Move { text: mv.to_owned() },
        };
        let summary = Summary { updated: entry.at, ..Summary::default() };
        let appended = self.store.store.append(&game.id, number, entry, summary).await.unwrap();
        assert_eq!(appended, AppendOutcome::Stored);
    }

    /// Delivers the notification of an entry.
    fn notify(&self, game: &Created, number: u32) {
        self.store.notify(Notification { game: game.id.clone(), number });
    }

    /// Asserts that a socket receives nothing before its next reply.
    async fn assert_silent(&self, socket: &mut Socket) {
        socket.say(&json!({ "t": "ping" })).await;
        assert_eq!(socket.hear().await, json!({ "t": "pong" }));
    }
}

fn moved(message: &Value) -> (u64, &str) {
    (message["ply"].as_u64().unwrap(), message["move"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_of_another_instance_are_read_before_their_notification_arrives() {
    let pair = Pair::start().await;
    let (game, mut socket) = pair.game().await;
    pair.other_moves(&game, 0, "c3").await;
    assert_eq!(pair.site.state(&game).await["moves"], json!(["c3"]));
    assert_eq!(moved(&socket.hear_of("moved").await), (1, "c3"));
    pair.other_moves(&game, 1, "d4").await;
    // The third move arrives although this instance has not read the second yet.
    let reply = pair.site.play(&game, "a1", 2).await;
    assert_eq!((reply.status, &reply.json()["moves"]), (200, &json!(["c3", "d4", "a1"])));
    assert_eq!(moved(&socket.hear_of("moved").await), (2, "d4"));
    assert_eq!(moved(&socket.hear_of("moved").await), (3, "a1"));
    (0..3).for_each(|number| pair.notify(&game, number));
    pair.assert_silent(&mut socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_of_another_instance_are_broadcast_to_listeners() {
    let pair = Pair::start().await;
    let (game, mut socket) = pair.game().await;
    pair.other_moves(&game, 0, "c3").await;
    pair.other_moves(&game, 1, "d4").await;
    pair.notify(&game, 0);
    assert_eq!(moved(&socket.hear_of("moved").await), (1, "c3"));
    assert_eq!(moved(&socket.hear_of("moved").await), (2, "d4"));
    pair.other_moves(&game, 2, "a1").await;
    pair.store.notify(Notification::missed());
    assert_eq!(moved(&socket.hear_of("moved").await), (3, "a1"));
    pair.assert_silent(&mut socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_loser_of_a_race_receives_the_winning_move() {
    let pair = Pair::start().await;
    let (game, mut socket) = pair.game().await;
    pair.other_moves(&game, 0, "c3").await;
    pair.site.play(&game, "d4", 0).await.problem(409);
    assert_eq!(moved(&socket.hear_of("moved").await), (1, "c3"));
    // The same move of the same seat gets the same answer as if it had been made here.
    let reply = pair.site.play(&game, "c3", 0).await;
    assert_eq!((reply.status, &reply.json()["moves"]), (200, &json!(["c3"])));
    pair.notify(&game, 0);
    pair.assert_silent(&mut socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_stored_with_a_lost_answer_is_broadcast_once() {
    let pair = Pair::start().await;
    let (game, mut socket) = pair.game().await;
    pair.store.fails_late.store(true, Ordering::Relaxed);
    pair.site.play(&game, "c3", 0).await.problem(503);
    pair.notify(&game, 0);
    assert_eq!(moved(&socket.hear_of("moved").await), (1, "c3"));
    let reply = pair.site.play(&game, "c3", 0).await;
    assert_eq!((reply.status, &reply.json()["moves"]), (200, &json!(["c3"])));
    pair.assert_silent(&mut socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_without_the_bot_lock_does_not_move_the_bot() {
    let pair = Pair::start().await;
    pair.store.lost_locks.store(1, Ordering::Relaxed);
    let game = pair.site.create(&json!({ "game": "staqs", "seats": ["random", "human"], "seed": 7 })).await;
    // The server discards a move computed without the lock, and the next holder of the lock computes it again.
    pair.site.wait_for(&game, |state| state["ply"] == 1).await;
    assert_eq!(pair.store.lost_locks.load(Ordering::Relaxed), 0);
    assert_eq!(pair.store.wrong.load(Ordering::Relaxed), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_looked_at_too_early_is_looked_at_again() {
    let pair = Pair::start().await;
    let body =
        json!({ "game": "staqs", "seats": ["human", "human"], "clock": { "kind": "move", "seconds": 4 } });
    let game = pair.site.create(&body).await;
    let mut socket = pair.site.socket(&game).await;
    socket.hello(None).await;
    // Each clock starts with the first move of its side.
    for (ply, mv) in ["c3", "b2"].into_iter().enumerate() {
        assert_eq!(pair.site.play(&game, mv, ply).await.status, 200);
    }
    // The database's clock is now behind.
    pair.store.ahead.store(-400, Ordering::Relaxed);
    let changed = within(socket.hear_of("changed")).await;
    assert_eq!((&changed["state"]["result"], &changed["state"]["reason"]), (&json!("0-1"), &json!("time")));
}
