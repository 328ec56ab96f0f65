//! Unfinished games are never lost and never shared between processes.

use std::fs;
use std::time::{Duration, SystemTime};

use cairn_rules::games::ALL;
use cairn_storage::{Autosaver, Storage, StorageError};
use cairn_table::{Table, TableSetup};
use cairn_texts::Texts;

use crate::{extensions, game, save, seats, temporary_storage};

#[test]
fn clocks_are_saved_and_damaged_ones_start_again() {
    let (_folder, storage) = temporary_storage();
    let session = game(ALL[0].id, 2);
    let table = Table::new(
        TableSetup::new(session.fork(), Vec::new(), 1)
            .with_clock("5m+3s".parse().unwrap())
            .with_time_left(vec![Duration::from_millis(61_500), Duration::from_secs(300)]),
    );
    let mut autosaver = Autosaver::default();
    autosaver.set_clock(table.clock(), Duration::ZERO);
    autosaver.save(Some(&storage), &*session, &table.player_names(), 1);
    drop(autosaver);
    let unfinished = storage.unfinished().unwrap();
    let saved = unfinished.games[0].open().unwrap();
    let clock = saved.slot.clock().unwrap();
    assert_eq!(clock.control.to_string(), "5m+3s");
    assert_eq!(clock.left, [Duration::from_millis(61_500), Duration::from_secs(300)]);
    // A front end without clocks preserves them.
    let mut autosaver = Autosaver::resumed(saved.slot, &*saved.session);
    autosaver.save(Some(&storage), &*game(ALL[0].id, 3), &saved.seats, 1);
    drop(autosaver);
    let path = storage.unfinished().unwrap().games[0].path().to_owned();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("clock = 5m+3s\nleft = 61500 300000\n"), "{text}");
    for (from, to) in [("61500 ", ""), ("5m+3s", "soon")] {
        fs::write(&path, text.replace(from, to)).unwrap();
        assert!(storage.unfinished().unwrap().games[0].open().unwrap().slot.clock().is_none(), "{to}");
    }
}

#[test]
fn every_game_is_restored_as_it_was() {
    for info in ALL {
        let (_folder, storage) = temporary_storage();
        let session = game(info.id, 6);
        drop(save(&storage, &*session, u64::MAX));
        let found = storage.unfinished().unwrap();
        let [unfinished] = &found.games[..] else { panic!("{}", found.games.len()) };
        let preview = unfinished.preview().unwrap();
        assert_eq!((preview.session.record(), &preview.seats), (session.record(), &seats(&*session)));
        let unfinished = unfinished.open().unwrap();
        assert_eq!(unfinished.session.record(), session.record());
        assert_eq!((&unfinished.seats, unfinished.seed), (&seats(&*session), u64::MAX));
    }
}

#[test]
fn a_game_in_play_is_not_offered() {
    let (_folder, storage) = temporary_storage();
    let session = game(ALL[0].id, 3);
    let slot = save(&storage, &*session, 1);
    let other = save(&storage, &*game(ALL[1].id, 2), 2);
    let found = storage.unfinished().unwrap();
    assert_eq!((found.games.len(), found.in_play), (0, 2));
    drop(slot);
    let found = storage.unfinished().unwrap();
    assert_eq!((found.games.len(), found.in_play), (1, 1), "the other one is still played");
    drop(other);
    assert_eq!(storage.unfinished().unwrap().games.len(), 2);
}

#[test]
fn a_listed_game_opens_in_one_process_only() {
    let (_folder, storage) = temporary_storage();
    drop(save(&storage, &*game(ALL[0].id, 3), 1));
    drop(save(&storage, &*game(ALL[1].id, 2), 2));
    // Both processes have listed both games.
    let (first, second) = (storage.unfinished().unwrap(), storage.unfinished().unwrap());
    let played = first.open_most_recent(None).game.unwrap();
    assert!(matches!(second.games[0].open(), Err(StorageError::InPlay)));
    assert!(matches!(second.games[0].delete(), Err(StorageError::InPlay)));
    let other = second.open_most_recent(None);
    assert!(matches!(other.passed_over[..], [StorageError::InPlay]));
    let other = other.game.unwrap();
    assert_ne!(played.slot.path(), other.slot.path(), "each process gets a different game");
    let none = second.open_most_recent(None);
    assert!(none.game.is_none() && none.passed_over.len() == 2);
    let path = played.slot.path().to_owned();
    played.slot.delete().unwrap();
    assert!(matches!(first.games[0].open(), Err(StorageError::Gone)));
    assert!(!path.exists() && !path.with_extension("lock").exists());
}

#[test]
fn a_game_is_opened_as_it_is_now_and_not_as_it_was_listed() {
    let (_folder, storage) = temporary_storage();
    drop(save(&storage, &*game(ALL[0].id, 2), 1));
    let listed = storage.unfinished().unwrap();
    assert_eq!(listed.games[0].preview().unwrap().session.ply(), 2);
    let mut played = storage.unfinished().unwrap().games[0].open().unwrap();
    let mv = played.session.legal_moves().remove(0);
    played.session.play(&mv).unwrap();
    played.slot.save(&*played.session, &played.seats, played.seed).unwrap();
    drop(played);
    assert_eq!(listed.games[0].open().unwrap().session.ply(), 3);
}

#[test]
fn games_without_moves_over_or_forgotten_are_not_saved() {
    let (_folder, storage) = temporary_storage();
    let mut session = game(ALL[0].id, 3);
    save(&storage, &*session, 1).delete().unwrap();
    assert_eq!(extensions(&storage), Vec::<String>::new());

    let mut slot = save(&storage, &*session, 1);
    assert_eq!(extensions(&storage), ["game", "lock"]);
    session.resign(session.to_move()).unwrap();
    slot.save(&*session, &seats(&*session), 1).unwrap();
    assert_eq!(extensions(&storage), ["game", "lock"], "the user has not seen the end yet");
    drop(slot);
    let ended = storage.unfinished().unwrap().open_most_recent(None).game.unwrap();
    assert_eq!(ended.session.outcome(), session.outcome());
    let mut slot = ended.slot;
    slot.clear().unwrap();
    assert_eq!(extensions(&storage), ["lock"]);
    slot.save(&*game(ALL[0].id, 0), &seats(&*session), 1).unwrap();
    drop(slot);
    assert_eq!(extensions(&storage), Vec::<String>::new());
}

#[test]
fn stale_locks_and_temporary_files_are_removed() {
    let (_folder, storage) = temporary_storage();
    let playing = storage.new_slot().unwrap();
    fs::write(playing.path().with_file_name("1-2-3.lock"), "").unwrap();
    fs::write(playing.path().with_file_name(".cairn-abcdefghijkl.tmp"), "half a ga").unwrap();
    storage.unfinished().unwrap();
    assert_eq!(extensions(&storage), ["lock"], "the lock of the game in play remains");
    drop(playing);
    assert_eq!(extensions(&storage), Vec::<String>::new());
}

#[test]
fn the_most_recent_game_comes_first_and_can_be_continued() {
    let (_folder, storage) = temporary_storage();
    drop(save(&storage, &*game(ALL[1].id, 2), 2));
    let earlier = save(&storage, &*game(ALL[0].id, 2), 1);
    let file = fs::File::options().write(true).open(earlier.path()).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    drop(earlier);
    let mut last = storage.unfinished().unwrap().games[0].open().unwrap();
    assert_eq!(last.seed, 2);
    let mv = last.session.legal_moves().remove(0);
    last.session.play(&mv).unwrap();
    last.slot.save(&*last.session, &last.seats, last.seed).unwrap();
    drop(last);
    let found = storage.unfinished().unwrap();
    assert_eq!(found.games[0].preview().unwrap().session.ply(), 3);
}

/// A function that damages a save, given its text and its last move.
type Damage = fn(&str, &str) -> Vec<u8>;

#[test]
fn a_damaged_save_is_renamed_and_reported() {
    let session = game(ALL[0].id, 4);
    let last = session.last_move().unwrap();
    let damages: [(&str, Damage); 6] = [
        ("there is no record", |_, _| Vec::new()),
        ("moves are missing", |text, last| text.trim_end().strip_suffix(last).unwrap().into()),
        ("z9z9", |text, last| text.replace(last, "z9z9").into()),
        ("seats instead of", |text, _| text.replacen("seat = human\n", "", 1).into()),
        ("is not `name = value`", |text, _| text.replace("seed = ", "sed ").into()),
        ("not UTF-8 text", |text, _| [text.as_bytes(), b"\xff"].concat()),
    ];
    for (expected, damage) in damages {
        let (_folder, storage) = temporary_storage();
        let slot = save(&storage, &*session, 1);
        let path = slot.path().to_owned();
        drop(slot);
        let bytes = damage(&fs::read_to_string(&path).unwrap(), &last);
        fs::write(&path, &bytes).unwrap();
        let mut found = storage.unfinished().unwrap();
        let dropped = found.drop_damaged();
        let [StorageError::DamagedGame(damaged)] = &dropped[..] else { panic!("{expected}: {dropped:?}") };
        let message = damaged.tell(Texts::default());
        assert!(found.games.is_empty() && message.contains(expected), "{expected}: {message}");
        assert!(message.contains(&damaged.path.display().to_string()), "{message}");
        assert_eq!(fs::read(&damaged.path).unwrap(), bytes, "its contents are preserved");
        assert!(storage.unfinished().unwrap().games.is_empty(), "it is reported once");
    }
}

#[test]
fn a_second_damaged_save_of_the_same_name_keeps_the_first() {
    let (_folder, storage) = temporary_storage();
    let slot = save(&storage, &*game(ALL[0].id, 4), 1);
    let path = slot.path().to_owned();
    drop(slot);
    for (contents, extension) in [("one", "damaged"), ("two", "damaged-2"), ("three", "damaged-3")] {
        fs::write(&path, contents).unwrap();
        let most_recent = storage.unfinished().unwrap().open_most_recent(None);
        assert!(matches!(most_recent.passed_over[..], [StorageError::DamagedGame(_)]));
        assert_eq!(fs::read_to_string(path.with_extension(extension)).unwrap(), contents);
    }
    assert_eq!(fs::read_to_string(path.with_extension("damaged")).unwrap(), "one");
}

#[test]
fn a_truncated_save_is_complete_or_damaged() {
    let (_folder, storage) = temporary_storage();
    let session = game(ALL[0].id, 5);
    let slot = save(&storage, &*session, 12);
    let path = slot.path().to_owned();
    drop(slot);
    let bytes = fs::read(&path).unwrap();
    let mut complete = 0;
    for end in 0..bytes.len() {
        fs::write(&path, &bytes[..end]).unwrap();
        let most_recent = storage.unfinished().unwrap().open_most_recent(None);
        assert_eq!(most_recent.passed_over.len() + usize::from(most_recent.game.is_some()), 1, "{end}");
        if let Some(unfinished) = most_recent.game {
            assert_eq!((unfinished.session.record(), unfinished.seed), (session.record(), 12), "{end}");
            complete += 1;
        }
    }
    assert_eq!(complete, 1, "only the final line break is optional");
}

#[test]
fn a_missing_folder_is_empty_and_a_file_in_its_place_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path().join("not").join("there"));
    assert!(storage.unfinished().unwrap().games.is_empty());
    assert_eq!(storage.settings().1, []);

    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error: StorageError = Storage::at(&file).new_slot().unwrap_err();
    assert!(error.to_string().starts_with(&*file.join("unfinished").display().to_string()), "{error}");
}
