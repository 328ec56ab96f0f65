//! The store's contract on PostgreSQL, and the interaction of several instances.

mod private_server;
mod proxy;

use std::sync::Arc;
use std::time::Instant;

use cairn_server::store::{
    Action, AppendOutcome, BotLock, Entry, EntryKind, GameRow, Notification, PostgresStore, SqliteStore,
    Store, StoreError,
};
use cairn_server::transfer::{self, ImportReport};
use cairn_test_support::{POLL_INTERVAL, TIMEOUT};

use self::private_server::{Place, place};
use super::{entry, game, running};

contract_tests!(place().await);

/// Opens one instance.
async fn instance(place: &Place) -> PostgresStore {
    PostgresStore::open(&place.url).await.unwrap()
}

/// Retries until there is a result, because connections take time to recover.
async fn in_time<T>(mut attempt: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(value) = attempt().await {
            return value;
        }
        assert!(Instant::now() < deadline, "it does not happen");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn free(store: &PostgresStore, id: &str) -> Box<dyn BotLock> {
    in_time(async || store.lock_bots(id).await.ok().flatten()).await
}

/// Waits for the report of missed notifications.
async fn missed(notifications: &mut tokio::sync::broadcast::Receiver<Notification>) {
    let wait = async { while !notifications.recv().await.unwrap().is_missed() {} };
    tokio::time::timeout(TIMEOUT, wait).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instances_share_games_and_notifications() {
    let Some(place) = place().await else { return };
    // Both instances find an empty database, and one creates the tables.
    let (one, two) = tokio::join!(instance(&place), instance(&place));
    let (one, two) = (Arc::new(one), Arc::new(two));
    let mut notifications = two.notifications();
    one.create(game("a"), running(1)).await.unwrap();
    for number in 0..50 {
        let (here, there) = tokio::join!(
            one.append("a", number, entry("one"), running(1)),
            two.append("a", number, entry("two"), running(1))
        );
        let winner = match (here.unwrap(), there.unwrap()) {
            (AppendOutcome::Stored, AppendOutcome::Conflict) => entry("one"),
            (AppendOutcome::Conflict, AppendOutcome::Stored) => entry("two"),
            both => panic!("entry {number}: {both:?}"),
        };
        for store in [&one, &two] {
            assert_eq!(store.entries("a", number).await.unwrap(), std::slice::from_ref(&winner));
        }
        assert_eq!(notifications.recv().await.unwrap(), Notification { game: "a".into(), number });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instances_that_append_to_many_games_do_not_block_each_other() {
    let Some(place) = place().await else { return };
    let (one, two) = tokio::join!(instance(&place), instance(&place));
    let stores = [Arc::new(one), Arc::new(two)];
    for index in 0..40 {
        stores[0].create(game(&index.to_string()), running(1)).await.unwrap();
    }
    for number in 0..5 {
        let mut tasks = tokio::task::JoinSet::new();
        for index in 0..40 {
            // The instances append in opposite orders.
            for (store, index) in [(&stores[0], index), (&stores[1], 39 - index)] {
                let (store, id) = (Arc::clone(store), index.to_string());
                tasks.spawn(async move { store.append(&id, number, entry("x"), running(1)).await.unwrap() });
            }
        }
        let outcomes = tasks.join_all().await;
        assert_eq!(outcomes.iter().filter(|&&outcome| outcome == AppendOutcome::Stored).count(), 40);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_instance_takes_over_the_bots() {
    let Some(place) = place().await else { return };
    let (one, two) = tokio::join!(instance(&place), instance(&place));
    let lock = one.lock_bots("a").await.unwrap().unwrap();
    assert!(two.lock_bots("a").await.unwrap().is_none());
    drop(two.lock_bots("b").await.unwrap().unwrap());
    drop(lock);
    let lock = free(&two, "a").await;
    assert!(one.lock_bots("a").await.unwrap().is_none());
    // The lock of the other instance disappears with its session, although it was never released.
    drop(two);
    assert!(free(&one, "a").await.is_held());
    in_time(async || (!lock.is_held()).then_some(())).await;
}

/// Exports all games of a store as one text.
async fn exported(store: &dyn Store) -> String {
    let mut text = String::new();
    let written = transfer::export(store, |game| {
        text += game;
        Ok::<(), StoreError>(())
    });
    assert!(written.await.unwrap() > 0);
    text
}

/// A round trip from a file to a server and back preserves everything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_move_from_one_database_to_the_other_and_back() {
    let Some(place) = place().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["from", "to"].map(|name| SqliteStore::open(&folder.path().join(name)).unwrap());
    let act = |seat, action| Entry { at: 3_000, seat, kind: EntryKind::act(action) };
    let join = EntryKind::Join { name: Some("Zoë <b>".into()), token: "other".into() };
    let stories: [&[Entry]; 4] = [
        &[],
        &[entry("c3")],
        &[
            entry("c3"),
            Entry { at: 2_500, seat: 1, kind: join },
            act(0, Action::OfferDraw),
            act(1, Action::AcceptDraw),
        ],
        &[act(0, Action::Resign)],
    ];
    for (index, entries) in stories.iter().enumerate() {
        let row = GameRow { seed: u64::MAX, ..game(&format!("game{index}")) };
        from.create(row.clone(), running(1)).await.unwrap();
        for (number, entry) in (0..).zip(entries.iter()) {
            let appended = from.append(&row.id, number, entry.clone(), running(1)).await.unwrap();
            assert_eq!(appended, AppendOutcome::Stored);
        }
    }
    let middle = instance(&place).await;
    let text = exported(&from).await;
    let count = stories.len();
    for (store, added) in [(&middle as &dyn Store, count), (&middle, 0), (&to, count)] {
        let imported = transfer::import(store, text.as_bytes()).await.unwrap();
        assert_eq!(imported, ImportReport { added, known: count - added });
        assert_eq!(exported(store).await, text);
    }
    for index in 0..count {
        let id = format!("game{index}");
        let kept = from.game(&id).await.unwrap();
        assert!(
            kept.is_some() && middle.game(&id).await.unwrap() == kept && to.game(&id).await.unwrap() == kept
        );
    }
    // A file with a damaged game changes nothing.
    let damaged = text.replace("c3", "q9").into_bytes();
    assert!(transfer::import(&middle, &damaged).await.is_err());
    assert_eq!(exported(&middle).await, text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_line_heals() {
    let Some(place) = place().await else { return };
    let store = instance(&place).await;
    store.create(game("a"), running(1)).await.unwrap();
    let mut notifications = store.notifications();
    let lock = store.lock_bots("a").await.unwrap().unwrap();
    place
        .admin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cairn'")
        .await;
    in_time(async || (!lock.is_held()).then_some(())).await;
    // The lock of a closed connection does not block the next one.
    drop(lock);
    let lock = free(&store, "a").await;
    assert!(lock.is_held());
    missed(&mut notifications).await;
    in_time(async || store.append("a", 0, entry("x"), running(1)).await.ok()).await;
    assert_eq!(notifications.recv().await.unwrap(), Notification { game: "a".into(), number: 0 });
    assert_eq!(store.entries("a", 0).await.unwrap(), [entry("x")]);
    assert!(store.lock_bots("a").await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_hangs_is_an_error() {
    let Some(place) = place().await else { return };
    let Some(proxy) = proxy::Proxy::start(&place).await else { return };
    let store = PostgresStore::open(&proxy.url).await.unwrap();
    store.create(game("a"), running(1)).await.unwrap();
    let lock = store.lock_bots("a").await.unwrap().unwrap();
    let mut notifications = store.notifications();
    proxy.hang(true);
    let (append, check, bots) =
        tokio::join!(store.append("a", 0, entry("x"), running(1)), store.check(), store.lock_bots("b"));
    for error in [append.unwrap_err(), check.unwrap_err(), bots.err().unwrap()] {
        let error = error.to_string();
        assert!(error.contains("no answer within") && error.contains("127.0.0.1"), "{error}");
    }
    in_time(async || (!lock.is_held()).then_some(())).await;
    proxy.hang(false);
    in_time(async || store.check().await.ok()).await;
    // The first attempt may have been stored when the connection recovered; the entry must exist once.
    let again = in_time(async || store.append("a", 0, entry("x"), running(1)).await.ok()).await;
    assert!(matches!(again, AppendOutcome::Stored | AppendOutcome::Conflict));
    assert_eq!(store.entries("a", 0).await.unwrap(), [entry("x")]);
    // The connection for notifications has timed out or recovered: the store reports a gap or the entry.
    let heard = tokio::time::timeout(TIMEOUT, notifications.recv()).await.unwrap().unwrap();
    assert!(heard.is_missed() || heard == Notification { game: "a".into(), number: 0 });
}

#[tokio::test]
async fn databases_that_cannot_be_used_are_refused() {
    let Some(place) = place().await else { return };
    let refusal = async |url: &str| {
        let error = PostgresStore::open(url).await.unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
        error
    };
    drop(instance(&place).await);
    place.execute("INSERT INTO schema_version VALUES (999)").await;
    let error = refusal(&place.url).await;
    assert!(error.contains("newer version of Cairn") && error.contains(&place.name), "{error}");
    place.execute("DROP TABLE schema_version").await;
    let error = refusal(&place.url).await;
    assert!(error.contains("already exists"), "{error}");
    // The failed attempt leaves no tables behind.
    place.execute("CREATE TABLE schema_version (mine text)").await;
    let error = refusal("postgres://me:secret@127.0.0.1:1/cairn").await;
    assert!(error.contains("postgres://127.0.0.1:1/cairn") && error.contains("connect"), "{error}");
    let missing = place.url.replace(&place.name, "cairn_missing");
    assert!(refusal(&missing).await.contains("\"cairn_missing\" does not exist"));
}

/// The server answers queries but rejects writes, like a standby.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_takes_no_writes_fails_the_check() {
    let Some(place) = place().await else { return };
    let store = instance(&place).await;
    store.check().await.unwrap();
    let set_read_only = async |value: &str| {
        let set = format!("ALTER DATABASE {} SET default_transaction_read_only = {value}", place.name);
        place.execute(&format!("BEGIN READ WRITE; {set}; COMMIT")).await;
    };
    set_read_only("on").await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cairn'";
    place.admin(cut).await;
    let is_read_only = |error: &StoreError| error.to_string().contains("read-only");
    in_time(async || store.check().await.err().filter(is_read_only)).await;
    assert_eq!(in_time(async || store.game("a").await.ok()).await, None, "reading still works");
    set_read_only("off").await;
    place.admin(cut).await;
    in_time(async || store.check().await.ok()).await;
}
