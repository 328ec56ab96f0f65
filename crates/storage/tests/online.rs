//! The seats in games on servers.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;

use cairn_rules::Player;
use cairn_session::open;
use cairn_storage::{OnlineSeat, Storage};
use cairn_texts::{Language, Texts};

fn seat(game: &str, token: &str) -> OnlineSeat {
    OnlineSeat {
        game: format!("http://localhost:8080/games/{game}"),
        seats: vec![0, 1],
        token: token.to_owned(),
        last_seen: None,
    }
}

fn token_of(storage: &Storage, game: &str) -> Option<String> {
    let (found, damaged) = storage.online_seat(&seat(game, "").game).unwrap();
    assert_eq!(damaged, None);
    found.map(|seat| {
        assert_eq!(seat.seats, [0, 1]);
        seat.token
    })
}

#[test]
fn seats_are_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    assert_eq!(token_of(&storage, "one"), None);
    for (game, token) in [("one", "first"), ("two", "second"), ("one", "third")] {
        assert_eq!(storage.store_online_seat(&seat(game, token)).unwrap(), None);
    }
    assert_eq!(token_of(&storage, "one").as_deref(), Some("third"));
    assert_eq!(token_of(&storage, "two").as_deref(), Some("second"));
    assert_eq!(token_of(&storage, "three"), None);
}

#[test]
fn invalid_seats_are_not_stored() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    for token in ["", "two words", "a\nb", "\u{1b}[2J", &"x".repeat(1000)] {
        assert!(storage.store_online_seat(&seat("one", token)).is_err(), "{token}");
    }
    assert_eq!(token_of(&storage, "one"), None);
}

#[test]
fn only_the_newest_seats_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let lines: Vec<String> = (0..600)
        .map(|n| format!(r#"{{"game":"http://localhost:8080/games/{n}","seats":[0,1],"token":"token{n}"}}"#))
        .collect();
    fs::write(folder.path().join("online.jsonl"), lines.join("\n")).unwrap();
    storage.store_online_seat(&seat("new", "token")).unwrap();
    assert_eq!(token_of(&storage, "100"), None);
    assert_eq!(token_of(&storage, "101").as_deref(), Some("token101"));
    assert_eq!(token_of(&storage, "new").as_deref(), Some("token"));
}

#[cfg(unix)]
#[test]
fn only_the_user_can_read_the_tokens() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let file = folder.path().join("online.jsonl");
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    storage.store_online_seat(&seat("one", "token")).unwrap();
    assert_eq!(mode(), 0o600);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    storage.store_online_seat(&seat("two", "token")).unwrap();
    assert_eq!(mode(), 0o600);
}

#[test]
fn damaged_lines_are_set_aside_and_the_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    storage.store_online_seat(&seat("one", "token")).unwrap();
    let file = folder.path().join("online.jsonl");
    let before = format!("{}\u{1b}broken\n", fs::read_to_string(&file).unwrap());
    fs::write(&file, &before).unwrap();
    let (found, damaged) = storage.online_seat(&seat("one", "").game).unwrap();
    assert_eq!(found.unwrap().token, "token");
    let damaged = damaged.unwrap();
    assert_eq!((damaged.problem.line, damaged.problem.text.as_str()), (2, "\\u{1b}broken"));
    assert_eq!(fs::read_to_string(&damaged.path).unwrap(), before);
    assert_eq!(token_of(&storage, "one").as_deref(), Some("token"));
}

/// The addresses in the list of unfinished games.
fn listed(storage: &Storage) -> Vec<String> {
    let unfinished = storage.unfinished().unwrap();
    unfinished.online.iter().map(|game| game.address().to_owned()).collect()
}

#[test]
fn unfinished_games_on_servers_are_listed_as_last_seen() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let mine = OnlineSeat { seats: vec![0], ..seat("one", "token") };
    storage.store_online_seat(&mine).unwrap();
    // Nothing is known of the game yet.
    assert!(listed(&storage).is_empty());
    let mut session = open("sight", None).unwrap();
    session.set_tag("First", "Ana").unwrap();
    storage.update_online_game(&mine.game, &*session).unwrap();
    // The user has no seat in this one.
    storage.update_online_game(&seat("two", "").game, &*session).unwrap();
    assert_eq!(listed(&storage), std::slice::from_ref(&mine.game));

    let (english, portuguese) = (Texts::new(Language::English), Texts::new(Language::Portuguese));
    let game = storage.online_games().unwrap().0.remove(0);
    assert_eq!((game.server(), game.is_my_turn()), ("localhost:8080", true));
    assert_eq!((game.opponent(english).as_str(), &*game.opponent(portuguese)), ("free seat", "lugar livre"));
    session.set_tag("Second", "Rui").unwrap();
    session.play(&session.legal_moves()[0].clone()).unwrap();
    storage.update_online_game(&mine.game, &*session).unwrap();
    let game = storage.online_games().unwrap().0.remove(0);
    assert_eq!((game.opponent(english).as_str(), game.is_my_turn()), ("Rui", false));
    assert_eq!(game.session().unwrap().history(), session.history());

    // The seat is there after the game has left the list, and a game that is over leaves it too.
    storage.forget_online_game(&mine.game).unwrap();
    assert!(listed(&storage).is_empty());
    storage.update_online_game(&mine.game, &*session).unwrap();
    assert_eq!(listed(&storage).len(), 1);
    session.resign(Player::SECOND).unwrap();
    storage.update_online_game(&mine.game, &*session).unwrap();
    assert!(listed(&storage).is_empty());
    assert_eq!(storage.online_seat(&mine.game).unwrap().0.unwrap().token, "token");
}

#[test]
fn games_here_and_on_servers_are_one_list() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let session = open("stac", None).unwrap();
    let line = |time: u64, id: &str| {
        let record = cairn_session::record::write([&session.record()]);
        let seen = serde_json::json!({ "time": time, "record": record });
        let seat = serde_json::json!({ "game": format!("http://a/games/{id}"), "seats": [1], "token": "t", "last_seen": seen });
        seat.to_string()
    };
    fs::create_dir_all(folder.path()).unwrap();
    // One from 1970, and one from 2128.
    fs::write(folder.path().join("online.jsonl"), [line(5, "old"), line(5_000_000_000, "new")].join("\n"))
        .unwrap();
    let mut slot = storage.new_slot().unwrap();
    let mut here = open("sight", None).unwrap();
    here.play(&here.legal_moves()[0].clone()).unwrap();
    slot.save(&*here, &["human".to_owned(), "level3".to_owned()], 7).unwrap();
    drop(slot);
    let unfinished = storage.unfinished().unwrap();
    let local = unfinished.open_most_recent(None).game.unwrap();
    let found = unfinished.most_recent_online(None, Some(&local)).unwrap();
    assert_eq!(found.address(), "http://a/games/new");
    assert!(unfinished.most_recent_online(Some("sight"), None).is_none());
    assert!(unfinished.most_recent_online(Some("stac"), None).is_some());
    let order = |game: cairn_storage::Unfinished| game.session().unwrap().info().id;
    let order: Vec<&str> = unfinished.merged().into_iter().map(order).collect();
    assert_eq!(order, ["stac", "sight", "stac"]);
}
