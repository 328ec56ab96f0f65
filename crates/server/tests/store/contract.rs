//! The contract of a store, for any database.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cairn_server::Database;
use cairn_server::store::{
    Action, AppendOutcome, Entry, EntryKind, GameRow, Notification, SeatRow, Store, StoredGame, StudyRow,
    Summary, Terms, open,
};
use cairn_test_support::{POLL_INTERVAL, TIMEOUT};
use tokio::sync::broadcast;

use super::{entry, game, running};

async fn opened(database: &Database) -> Arc<dyn Store> {
    open(database).await.unwrap()
}

/// Creates a game and appends this many moves.
async fn played(store: &dyn Store, row: GameRow, moves: u32, summary: &Summary) {
    let id = row.id.clone();
    assert_eq!(store.create(row, summary.clone()).await.unwrap(), AppendOutcome::Stored);
    for number in 0..moves {
        let entry = entry(&format!("m{number}"));
        assert_eq!(store.append(&id, number, entry, summary.clone()).await.unwrap(), AppendOutcome::Stored);
    }
}

pub(crate) async fn a_game_is_created_once(database: &Database) {
    let store = opened(database).await;
    assert_eq!(store.game("a").await.unwrap(), None);
    assert_eq!(store.create(game("a"), running(1)).await.unwrap(), AppendOutcome::Stored);
    let other = GameRow { spec: "stac".into(), public: true, ..game("a") };
    assert_eq!(store.create(other, running(2)).await.unwrap(), AppendOutcome::Conflict);
    let stored = StoredGame { row: game("a"), entries: Vec::new() };
    assert_eq!(store.game("a").await.unwrap(), Some(stored));
    assert_eq!(store.public_games(9).await.unwrap(), [""; 0]);
    store.check().await.unwrap();
}

pub(crate) async fn a_game_is_given_back_as_it_was(database: &Database) {
    let store = opened(database).await;
    let names = ["", "Zoë 🪨", "'; DROP TABLE games; --", "a\"b\\c\n", "nul\0nul", "<script>", "\u{202e}x"];
    for (index, name) in names.into_iter().enumerate() {
        let seat = SeatRow { player: "human".into(), name: Some(name.into()), token: Some("t'\"".into()) };
        let row = GameRow {
            id: format!("game-{index}"),
            start: Some("5/5 'x' 🪨".into()),
            seats: vec![seat, SeatRow::default(), SeatRow::default()],
            public: index % 2 == 0,
            seed: [0, 1, u64::MAX, i64::MAX as u64, i64::MAX as u64 + 1][index % 5],
            created: [0, -1, i64::MAX][index % 3],
            creator: (index > 2).then(|| format!("creator {name:?}")),
            terms: Terms { untimed_plies: index, by_invitation: index > 3 },
            ..game("")
        };
        assert_eq!(store.create(row.clone(), running(1)).await.unwrap(), AppendOutcome::Stored);
        let stored = store.game(&row.id).await.unwrap();
        assert_eq!(stored, Some(StoredGame { row, entries: Vec::new() }));
    }
}

pub(crate) async fn entries_are_given_back_in_order(database: &Database) {
    let store = opened(database).await;
    // More than ten moves show that numbers are sorted as numbers.
    played(&*store, game("a"), 25, &running(1)).await;
    played(&*store, game("b"), 3, &running(1)).await;
    let expected: Vec<Entry> = (0..25).map(|n| entry(&format!("m{n}"))).collect();
    assert_eq!(store.game("a").await.unwrap().unwrap().entries, expected);
    for from in [0, 1, 9, 24, 25, 26, u32::MAX] {
        let rest = expected.get(from as usize..).unwrap_or_default();
        assert_eq!(store.entries("a", from).await.unwrap(), rest, "from {from}");
    }
    assert_eq!(store.entries("c", 0).await.unwrap(), []);
}

pub(crate) async fn only_the_next_entry_is_stored(database: &Database) {
    let store = opened(database).await;
    assert_eq!(store.append("a", 0, entry("x"), running(1)).await.unwrap(), AppendOutcome::Conflict);
    played(&*store, GameRow { public: true, ..game("a") }, 2, &running(5)).await;
    let over = Summary { bot_to_move: true, result: Some("1-0".into()), updated: 9 };
    for number in [0, 1, 3, 4, 1000, u32::MAX] {
        let appended = store.append("a", number, entry("x"), over.clone()).await.unwrap();
        assert_eq!(appended, AppendOutcome::Conflict, "number {number}");
    }
    assert_eq!(store.append("", 0, entry("x"), running(1)).await.unwrap(), AppendOutcome::Conflict);
    assert_eq!(store.append("nul\0", 0, entry("x"), running(1)).await.unwrap(), AppendOutcome::Conflict);
    assert_eq!(store.entries("a", 0).await.unwrap(), [entry("m0"), entry("m1")]);
    // Rejected entries have not changed the lists either.
    assert_eq!(store.public_games(9).await.unwrap(), ["a"]);
    assert_eq!(waiting(&*store, 9).await, [""; 0]);
    assert_eq!(store.append("a", 2, entry("m2"), running(1)).await.unwrap(), AppendOutcome::Stored);
}

pub(crate) async fn one_of_many_gets_the_number(database: &Database) {
    let store = opened(database).await;
    played(&*store, game("a"), 0, &running(1)).await;
    for number in 0..10 {
        let tasks: Vec<_> = (0..20)
            .map(|task| {
                let store = Arc::clone(&store);
                let entry = entry(&format!("{task}"));
                tokio::spawn(async move { store.append("a", number, entry, running(1)).await.unwrap() })
            })
            .collect();
        let mut winners = Vec::new();
        for (task, handle) in tasks.into_iter().enumerate() {
            if handle.await.unwrap() == AppendOutcome::Stored {
                winners.push(entry(&format!("{task}")));
            }
        }
        assert_eq!(winners.len(), 1, "number {number}");
        assert_eq!(store.entries("a", number).await.unwrap(), winners);
    }
    let creators: Vec<_> = (0..20)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.create(game("b"), running(1)).await.unwrap() })
        })
        .collect();
    let mut stored = 0;
    for creator in creators {
        stored += u32::from(creator.await.unwrap() == AppendOutcome::Stored);
    }
    assert_eq!(stored, 1);
}

pub(crate) async fn entries_of_many_games_are_kept_apart(database: &Database) {
    let store = opened(database).await;
    for index in 0..60 {
        store.create(game(&format!("g{index}")), running(1)).await.unwrap();
    }
    let tasks: Vec<_> = (0..60)
        .map(|index| {
            let (store, id) = (Arc::clone(&store), format!("g{index}"));
            // The first entry again, an entry that skips a number, and an entry of a missing game.
            let (number, id) =
                [(0, id.clone()), (1, id.clone()), (0, format!("{id}-missing"))][index % 3].clone();
            let entry = entry(&id);
            tokio::spawn(
                async move { store.append(&id, number, entry, running(index as i64)).await.unwrap() },
            )
        })
        .collect();
    for (index, task) in tasks.into_iter().enumerate() {
        let (id, good) = (format!("g{index}"), index % 3 == 0);
        assert_eq!(
            task.await.unwrap(),
            if good { AppendOutcome::Stored } else { AppendOutcome::Conflict },
            "{id}"
        );
        let expected = if good { vec![entry(&id)] } else { Vec::new() };
        assert_eq!(store.entries(&id, 0).await.unwrap(), expected);
    }
}

pub(crate) async fn a_game_is_deleted_while_it_is_played(database: &Database) {
    let store = opened(database).await;
    for round in 0..30 {
        let id = format!("g{round}");
        store.create(game(&id), running(1)).await.unwrap();
        let (appended, deleted) =
            tokio::join!(store.append(&id, 0, entry("x"), running(9)), store.delete_before(5, false));
        // Either the entry is stored and the game remains, or the game is deleted; neither call fails.
        let expected = match (appended.unwrap(), deleted.unwrap()) {
            (AppendOutcome::Stored, 0) => Some(vec![entry("x")]),
            (AppendOutcome::Conflict, 1) => None,
            both => panic!("round {round}: {both:?}"),
        };
        assert_eq!(store.game(&id).await.unwrap().map(|game| game.entries), expected);
    }
}

pub(crate) async fn every_entry_is_given_back_as_it_was(database: &Database) {
    let store = opened(database).await;
    store.create(game("a"), running(1)).await.unwrap();
    let mut kinds = vec![
        EntryKind::Join { name: None, token: "hash".into() },
        EntryKind::Join { name: Some("O'Brien \"🪨\" \0 \\u0000 \\".into()), token: String::new() },
        EntryKind::Move { text: "a1-b2>'c3'".into() },
        EntryKind::Move { text: String::new() },
        EntryKind::Tick,
        EntryKind::Rematch { game: "b".into() },
    ];
    kinds.extend(Action::ALL.map(EntryKind::act));
    let ats = [0, -5, i64::MAX, 1_800_000_000_000];
    let entries: Vec<Entry> = kinds
        .into_iter()
        .enumerate()
        .map(|(index, kind)| Entry { at: ats[index % 4], seat: [0, 1, 255][index % 3], kind })
        .collect();
    for (number, entry) in entries.iter().enumerate() {
        let appended = store.append("a", number as u32, entry.clone(), running(1)).await.unwrap();
        assert_eq!(appended, AppendOutcome::Stored, "{entry:?}");
    }
    assert_eq!(store.game("a").await.unwrap().unwrap().entries, entries);
    assert_eq!(store.entries("a", 0).await.unwrap(), entries);
}

pub(crate) async fn texts_that_cannot_be_kept_are_refused(database: &Database) {
    let store = opened(database).await;
    let start = Some("\0".to_owned());
    for row in [
        GameRow { id: "a\0".into(), ..game("") },
        GameRow { spec: "\0".into(), ..game("a") },
        GameRow { start, ..game("a") },
        GameRow { clock: "\0".into(), ..game("a") },
        GameRow { creator: Some("\0".into()), ..game("a") },
    ] {
        assert!(store.create(row.clone(), running(1)).await.is_err(), "{row:?}");
    }
    // An address may contain anything, but no such game exists.
    for id in ["", "a\0", "a\0b", "'", "%", "🪨", &"x".repeat(100_000)] {
        assert_eq!(store.game(id).await.unwrap(), None);
        assert_eq!(store.entries(id, 0).await.unwrap(), []);
        assert_eq!(store.ids_after(id, 5).await.unwrap(), [""; 0]);
        drop(store.lock_bots(id).await.unwrap());
    }
}

pub(crate) async fn lists_of_games(database: &Database) {
    let store = opened(database).await;
    let public = |id: &str| GameRow { public: true, ..game(id) };
    played(&*store, public("old"), 1, &running(10)).await;
    played(&*store, public("new"), 1, &running(30)).await;
    played(&*store, public("middle"), 1, &running(20)).await;
    played(&*store, game("private"), 1, &running(40)).await;
    played(&*store, public("over"), 1, &running(50)).await;
    assert_eq!(store.running_games().await.unwrap(), 5);
    let over = Summary { bot_to_move: false, result: Some("0-1".into()), updated: 60 };
    store.append("over", 1, entry("last"), over).await.unwrap();
    assert_eq!(store.running_games().await.unwrap(), 4);
    assert_eq!(store.public_games(9).await.unwrap(), ["new", "middle", "old"]);
    assert_eq!(store.public_games(2).await.unwrap(), ["new", "middle"]);
    assert_eq!(store.public_games(0).await.unwrap(), [""; 0]);
    store.append("old", 1, entry("x"), running(70)).await.unwrap();
    assert_eq!(store.public_games(2).await.unwrap(), ["old", "new"]);
}

pub(crate) async fn games_of_bots(database: &Database) {
    let store = opened(database).await;
    let bot = |updated| Summary { bot_to_move: true, result: None, updated };
    played(&*store, game("late"), 1, &bot(30)).await;
    played(&*store, game("early"), 0, &bot(10)).await;
    played(&*store, game("person"), 1, &running(5)).await;
    played(&*store, game("over"), 1, &Summary { result: Some("1-0".into()), ..bot(1) }).await;
    assert_eq!(waiting(&*store, 9).await, ["early", "late"]);
    assert_eq!(waiting(&*store, 1).await, ["early"]);
    assert_eq!(store.games_of_bots(1).await.unwrap()[0].seats, game("early").seats);
    store.append("early", 0, entry("x"), running(40)).await.unwrap();
    assert_eq!(waiting(&*store, 9).await, ["late"]);
}

/// Returns the ids of the games in which a bot is to move.
async fn waiting(store: &dyn Store, limit: u32) -> Vec<String> {
    store.games_of_bots(limit).await.unwrap().into_iter().map(|game| game.id).collect()
}

pub(crate) async fn creators_take_turns_with_their_bots(database: &Database) {
    let store = opened(database).await;
    let bot = |updated| Summary { bot_to_move: true, result: None, updated };
    let of = |creator: &str, id: &str| GameRow { creator: Some(creator.into()), ..game(id) };
    for number in 0..20 {
        played(&*store, of("greedy", &format!("g{number:02}")), 0, &bot(number)).await;
    }
    played(&*store, of("modest", "m0"), 0, &bot(50)).await;
    played(&*store, game("nobody"), 0, &bot(60)).await;
    played(&*store, of("modest", "m1"), 0, &bot(70)).await;
    assert_eq!(waiting(&*store, 6).await, ["g00", "m0", "nobody", "g01", "m1", "g02"]);
    assert_eq!(waiting(&*store, 99).await.len(), 23);
}

pub(crate) async fn a_check_writes_and_can_be_repeated(database: &Database) {
    let store = opened(database).await;
    for _ in 0..3 {
        store.check().await.unwrap();
    }
    assert_eq!(store.ids_after("", 9).await.unwrap(), [""; 0]);
}

pub(crate) async fn games_are_deleted_when_old(database: &Database) {
    let store = opened(database).await;
    for index in 0..1000 {
        store.create(game(&format!("bulk-{index}")), running(1)).await.unwrap();
    }
    let over = |updated| Summary { bot_to_move: false, result: Some("1-0".into()), updated };
    played(&*store, game("running-old"), 2, &running(10)).await;
    played(&*store, game("running-new"), 2, &running(20)).await;
    played(&*store, game("over-old"), 2, &over(10)).await;
    played(&*store, game("over-new"), 2, &over(20)).await;
    assert_eq!(store.delete_before(2, false).await.unwrap(), 1000);
    assert_eq!(store.delete_before(10, true).await.unwrap(), 0);
    assert_eq!(store.delete_before(11, true).await.unwrap(), 1);
    assert_eq!(store.ids_after("", 9).await.unwrap(), ["over-new", "running-new", "running-old"]);
    assert_eq!(store.delete_before(20, false).await.unwrap(), 1);
    assert_eq!(store.ids_after("", 9).await.unwrap(), ["over-new", "running-new"]);
    // Its entries were deleted with it.
    assert_eq!(store.game("running-old").await.unwrap(), None);
    assert_eq!(store.entries("running-old", 0).await.unwrap(), []);
    assert_eq!(
        store.append("running-old", 2, entry("x"), running(1)).await.unwrap(),
        AppendOutcome::Conflict
    );
    assert_eq!(store.entries("running-new", 0).await.unwrap().len(), 2);
    played(&*store, game("running-old"), 2, &running(10)).await;
}

pub(crate) async fn ids_are_listed_in_pages(database: &Database) {
    let store = opened(database).await;
    // Ids are sorted by bytes, not by the alphabet of a language.
    let mut ids = vec!["B", "a", "Z", "é", "b", "A-1", "A1", "_", "🪨", "aa", "10", "9"];
    for id in &ids {
        store.create(game(id), running(1)).await.unwrap();
    }
    ids.sort_unstable();
    assert_eq!(store.ids_after("", 100).await.unwrap(), ids);
    let (mut listed, mut last) = (Vec::new(), String::new());
    loop {
        let page = store.ids_after(&last, 5).await.unwrap();
        assert!(page.len() <= 5);
        let Some(id) = page.last() else { break };
        last.clone_from(id);
        listed.extend(page);
    }
    assert_eq!(listed, ids);
    // The id of a deleted game also has a place in the order.
    assert_eq!(store.ids_after("az", 2).await.unwrap(), ["b", "é"]);
}

/// Returns the next notification of an entry.
async fn next_notification(notifications: &mut broadcast::Receiver<Notification>) -> (String, u32) {
    let notifications = tokio::time::timeout(TIMEOUT, notifications.recv()).await.unwrap().unwrap();
    (notifications.game, notifications.number)
}

pub(crate) async fn entries_are_notified(database: &Database) {
    let store = opened(database).await;
    let (mut first, mut second) = (store.notifications(), store.notifications());
    played(&*store, game("a"), 2, &running(1)).await;
    played(&*store, game("b"), 1, &running(1)).await;
    store.append("a", 0, entry("taken"), running(1)).await.unwrap();
    store.append("a", 2, entry("x"), running(1)).await.unwrap();
    for notifications in [&mut first, &mut second] {
        for (id, number) in [("a", 0), ("a", 1), ("b", 0), ("a", 2)] {
            assert_eq!(next_notification(notifications).await, (id.to_owned(), number));
        }
    }
    assert!(!Notification { game: "a".into(), number: 0 }.is_missed());
    assert!(Notification::missed().is_missed());
}

pub(crate) async fn one_holder_moves_the_bots(database: &Database) {
    let store = opened(database).await;
    let lock = store.lock_bots("a").await.unwrap().unwrap();
    assert!(lock.is_held());
    assert!(store.lock_bots("a").await.unwrap().is_none());
    let other = store.lock_bots("b").await.unwrap().unwrap();
    drop(lock);
    // A database server releases the lock after a moment.
    let again = async {
        loop {
            match store.lock_bots("a").await.unwrap() {
                Some(lock) => return lock,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        }
    };
    let again = tokio::time::timeout(TIMEOUT, again).await.unwrap();
    assert!(again.is_held() && other.is_held());
}

pub(crate) async fn stored_games_survive_reopening(database: &Database) {
    let public = GameRow { public: true, seed: u64::MAX, ..game("a") };
    let before = {
        let store = opened(database).await;
        played(&*store, public, 30, &running(10)).await;
        store.game("a").await.unwrap()
    };
    for number in 30..33 {
        let store = opened(database).await;
        if number == 30 {
            assert_eq!(store.game("a").await.unwrap(), before);
        }
        assert_eq!(store.public_games(9).await.unwrap(), ["a"]);
        assert_eq!(
            store.append("a", number - 1, entry("x"), running(1)).await.unwrap(),
            AppendOutcome::Conflict
        );
        assert_eq!(store.append("a", number, entry("x"), running(1)).await.unwrap(), AppendOutcome::Stored);
    }
    assert_eq!(opened(database).await.entries("a", 0).await.unwrap().len(), 33);
}

pub(crate) async fn time_does_not_go_backwards(database: &Database) {
    let store = opened(database).await;
    let mut times = BTreeSet::new();
    let mut last = store.now();
    assert!(last > 1_700_000_000_000, "{last}");
    let deadline = Instant::now() + TIMEOUT;
    while times.len() < 10 {
        let now = store.now();
        assert!(now >= last);
        last = now;
        times.insert(now);
        assert!(Instant::now() < deadline, "time stands still");
        tokio::time::sleep(Duration::from_micros(10)).await;
    }
}

/// Returns a study whose content changes with its text.
fn study(id: &str, text: &str) -> StudyRow {
    StudyRow {
        id: id.into(),
        token: "hash".into(),
        content: format!("{{\"title\":{text:?}}}"),
        version: 0,
        created: 1_000,
        updated: 1_000,
    }
}

pub(crate) async fn a_study_is_given_back_as_it_was(database: &Database) {
    let store = opened(database).await;
    let studies = store.studies();
    assert_eq!(studies.study("a").await.unwrap(), None);
    let large = "🪨".repeat(250_000);
    for (index, text) in ["", "Zoë '; DROP TABLE studies; --", "<script>", &large].into_iter().enumerate() {
        let row = StudyRow { updated: [0, -1, i64::MAX, 5][index], ..study(&format!("study-{index}"), text) };
        assert_eq!(studies.create_study(row.clone()).await.unwrap(), AppendOutcome::Stored);
        assert_eq!(studies.create_study(study(&row.id, "other")).await.unwrap(), AppendOutcome::Conflict);
        assert_eq!(studies.study(&row.id).await.unwrap(), Some(row));
    }
    for row in [study("nul\0", ""), StudyRow { token: "\0".into(), ..study("a", "") }] {
        assert!(studies.create_study(row).await.is_err());
    }
    for id in ["", "a\0", "'", "🪨"] {
        assert_eq!(studies.study(id).await.unwrap(), None);
    }
    assert_eq!(studies.study_ids_after("study-1", 9).await.unwrap(), ["study-2", "study-3"]);
    assert_eq!(studies.study_ids_after("", 1).await.unwrap(), ["study-0"]);
    assert_eq!(store.ids_after("", 9).await.unwrap(), [""; 0], "a study is no game");
}

pub(crate) async fn only_the_next_version_of_a_study_is_stored(database: &Database) {
    let store = opened(database).await;
    store.studies().create_study(study("a", "0")).await.unwrap();
    for (id, version) in [("a", 1), ("a", u32::MAX), ("b", 0), ("a\0", 0)] {
        let saved = store.studies().save_study(id, version, "{}".into(), 2_000).await.unwrap();
        assert_eq!(saved, AppendOutcome::Conflict, "{id:?} {version}");
    }
    assert_eq!(store.studies().study("a").await.unwrap(), Some(study("a", "0")));
    for version in 0..5 {
        let writers = (0..8).map(|writer| {
            let store = Arc::clone(&store);
            let content = format!("{{\"writer\":{writer}}}");
            tokio::spawn(async move {
                let saved = store.studies().save_study("a", version, content.clone(), 3_000).await.unwrap();
                (saved == AppendOutcome::Stored).then_some(content)
            })
        });
        let mut stored = Vec::new();
        for writer in writers.collect::<Vec<_>>() {
            stored.extend(writer.await.unwrap());
        }
        let now = store.studies().study("a").await.unwrap().unwrap();
        assert_eq!((stored, version + 1, 3_000), (vec![now.content], now.version, now.updated));
    }
}

pub(crate) async fn studies_are_deleted_when_old(database: &Database) {
    let store = opened(database).await;
    for index in 0..450 {
        let row = StudyRow { updated: index, ..study(&format!("s{index:03}"), "") };
        store.studies().create_study(row).await.unwrap();
    }
    store.studies().save_study("s000", 0, "{}".into(), 9_999).await.unwrap();
    assert_eq!(store.studies().delete_studies_before(440).await.unwrap(), 439);
    assert_eq!(store.studies().delete_studies_before(440).await.unwrap(), 0);
    let left = store.studies().study_ids_after("", 99).await.unwrap();
    assert!(left.len() == 11 && left[0] == "s000", "{left:?}");
}
