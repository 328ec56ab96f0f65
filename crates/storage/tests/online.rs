//! The seats in games on servers.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;

use cairn_storage::{OnlineSeat, Storage};

fn seat(game: &str, token: &str) -> OnlineSeat {
    OnlineSeat {
        game: format!("http://localhost:8080/games/{game}"),
        seats: vec![0, 1],
        token: token.to_owned(),
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
