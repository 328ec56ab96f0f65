//! Finished games are stored once each and listed without a replay, and damage to one does not affect others.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;

use cairn_rules::games::ALL;
use cairn_session::{Session, open, record};
use cairn_storage::{Autosaver, SaveStatus, SavedFilter, SavedRecord, Settings, Storage, StorageError};
use cairn_texts::{Language, Texts};
use tempfile::TempDir;

fn temporary_storage() -> (TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    (folder, storage)
}

fn seats(session: &dyn Session) -> Vec<String> {
    let mut seats = vec!["level3".to_owned(); session.seats()];
    "human".clone_into(&mut seats[0]);
    seats
}

fn save(autosaver: &mut Autosaver, storage: &Storage, session: &dyn Session) -> SaveStatus {
    autosaver.save(Some(storage), session, &seats(session), 1)
}

/// Returns a game after a move, with the names of its players, and its autosaver.
fn begun(storage: &Storage) -> (Autosaver, Box<dyn Session>) {
    let mut session = open(ALL[0].id, None).unwrap();
    for (tag, name) in ["First", "Second"].into_iter().zip(seats(&*session)) {
        session.set_tag(tag, &name).unwrap();
    }
    session.play(&session.legal_moves()[0]).unwrap();
    let mut autosaver = Autosaver::default();
    assert_eq!(save(&mut autosaver, storage, &*session), SaveStatus::Unchanged);
    (autosaver, session)
}

fn resign(session: &mut dyn Session) {
    session.resign(session.to_move()).unwrap();
}

fn only(storage: &Storage) -> SavedRecord {
    let mut saved = storage.saved().unwrap();
    assert_eq!(saved.len(), 1);
    saved.remove(0)
}

#[test]
fn a_finished_game_is_saved_before_it_is_shown_and_only_once() {
    let (_folder, storage) = temporary_storage();
    let (mut autosaver, mut session) = begun(&storage);
    assert!(storage.saved().unwrap().is_empty());
    resign(&mut *session);
    save(&mut autosaver, &storage, &*session);
    assert_eq!(only(&storage).read().unwrap(), session.record(), "the user has not seen it yet");
    autosaver.was_shown(Some(&storage), &*session);

    // After a take-back and another ending, it is the same game.
    session.undo();
    save(&mut autosaver, &storage, &*session);
    session.play(&session.legal_moves()[0]).unwrap();
    save(&mut autosaver, &storage, &*session);
    resign(&mut *session);
    save(&mut autosaver, &storage, &*session);
    autosaver.was_shown(Some(&storage), &*session);
    assert_eq!(only(&storage).read().unwrap(), session.record());
    drop(autosaver);
    assert!(storage.unfinished().unwrap().games.is_empty());

    let (mut autosaver, mut session) = begun(&storage);
    resign(&mut *session);
    save(&mut autosaver, &storage, &*session);
    assert_eq!(storage.saved().unwrap().len(), 2, "this is another game");
}

#[test]
fn a_kill_before_the_end_was_shown_neither_loses_nor_doubles_the_game() {
    let (_folder, storage) = temporary_storage();
    let (mut autosaver, mut session) = begun(&storage);
    resign(&mut *session);
    save(&mut autosaver, &storage, &*session);
    drop(autosaver);
    // If the program had been killed a moment earlier, there would be no record yet.
    for is_written in [true, false] {
        if !is_written {
            fs::remove_file(only(&storage).path()).unwrap();
        }
        let resumed = storage.unfinished().unwrap().open_most_recent(None).game.unwrap();
        let mut autosaver = Autosaver::resumed(resumed.slot, &*resumed.session);
        if !is_written {
            autosaver.was_shown(Some(&storage), &*resumed.session);
        }
        drop(autosaver);
        assert_eq!(only(&storage).read().unwrap(), session.record());
    }
    assert!(storage.unfinished().unwrap().games.is_empty());
}

#[test]
fn a_record_that_cannot_be_written_leaves_the_save() {
    let (_folder, storage) = temporary_storage();
    let (mut autosaver, mut session) = begun(&storage);
    fs::write(storage.records(), "").unwrap();
    resign(&mut *session);
    assert_eq!(save(&mut autosaver, &storage, &*session), SaveStatus::Failed);
    assert_eq!(autosaver.loss(&*session, Texts::default()), None, "it is in the save");
    autosaver.was_shown(Some(&storage), &*session);
    drop(autosaver);
    fs::remove_file(storage.records()).unwrap();
    let resumed = storage.unfinished().unwrap().open_most_recent(None).game.unwrap();
    let mut autosaver = Autosaver::resumed(resumed.slot, &*resumed.session);
    autosaver.was_shown(Some(&storage), &*resumed.session);
    assert_eq!(only(&storage).read().unwrap(), session.record());
}

#[test]
fn rows_take_the_persons_side_in_every_language() {
    let (_folder, storage) = temporary_storage();
    fs::create_dir_all(storage.records()).unwrap();
    let tell = |tags: &str| {
        let file = storage.records().join("game.txt");
        fs::write(file, format!("[Game \"{}\"]\n{tags}\n\n1. c3 d4\n", ALL[0].id)).unwrap();
        let row = |language| {
            let row = only(&storage).row(Texts::new(language)).unwrap();
            assert_eq!((&*row.game, row.plies), (ALL[0].name, 2));
            format!("{} {} {}", row.date, row.opponent, row.result)
        };
        [row(Language::English), row(Language::Portuguese)]
    };
    let names = |first: &str, second: &str, result: &str| {
        tell(&format!("[First \"{first}\"]\n[Second \"{second}\"]\n[Result \"{result}\"]"))
    };
    assert_eq!(names("human", "level3", "1-0"), ["? level 3 won", "? nível 3 vitória"]);
    assert_eq!(names("greedy", "Ana", "1-0"), ["? greedy lost", "? ganancioso derrota"]);
    assert_eq!(names("Ana", "random", "1/2-1/2"), ["? random draw", "? aleatório empate"]);
    assert_eq!(names("Ana", "Rui", "0-1"), ["? Ana – Rui Rui won", "? Ana – Rui vitória: Rui"]);
    assert_eq!(names("human", "human", "1-0")[0], "? human – human Blue won");
    assert_eq!(tell("[Date \"2026-11-17\"]")[0], "2026-11-17 Blue – White unfinished");
    assert!(names("a", "b", "1-0-1-x")[0].ends_with("a won"), "nonsense is harmless");
}

#[test]
fn damage_is_reported_and_affects_no_other_game() {
    let (_folder, storage) = temporary_storage();
    let folder = storage.records();
    fs::create_dir_all(folder.join("a folder")).unwrap();
    let good = "[Game \"staqs\"]\n\n1. c3 d4\n";
    fs::write(folder.join("good.txt"), good).unwrap();
    fs::write(folder.join("several.txt"), format!("{good}\n[Game \"staqs\"]\n\n1. c3 c3\n\n{good}")).unwrap();
    fs::write(folder.join("bytes.txt"), b"[Game \"staqs\"]\n\n1. c3 \xff\n").unwrap();
    fs::write(folder.join("empty.txt"), "").unwrap();
    fs::write(folder.join("poker.txt"), "[Game \"poker\"]\n").unwrap();
    fs::write(folder.join(".cairn-abcdefghijkl.tmp"), "half a ga").unwrap();
    let saved = storage.saved().unwrap();
    let mut told: Vec<String> = saved
        .iter()
        .map(|game| {
            let name = game.path().file_name().unwrap().to_str().unwrap();
            format!(
                "{name} {}: {}",
                game.number(),
                game.problem().map_or_else(|| "good".to_owned(), ToString::to_string)
            )
        })
        .collect();
    told.sort();
    let starts = [
        "bytes.txt 1: game 1, line 3: `",
        "empty.txt 1: there is no game in it",
        "good.txt 1: good",
        "poker.txt 1: game 1, line 1: `poker`: ",
        "several.txt 1: good",
        "several.txt 2: game 2, line 7: `c3`: illegal move",
        "several.txt 3: good",
    ];
    assert_eq!(told.len(), starts.len(), "{told:#?}");
    assert!(told.iter().zip(starts).all(|(told, start)| told.starts_with(start)), "{told:#?}");
    for game in &saved {
        let is_deleted = game.delete();
        assert_eq!(is_deleted.is_ok(), game.is_alone());
        assert!(!matches!(is_deleted, Err(StorageError::File { .. })));
    }
    assert_eq!(storage.saved().unwrap().len(), 3, "a file of several games is unchanged");
}

#[test]
fn thousands_are_listed_and_sifted_without_being_replayed() {
    let (_folder, storage) = temporary_storage();
    fs::create_dir_all(storage.records()).unwrap();
    for number in 0..3_000 {
        let info = ALL[number % ALL.len()];
        // The moves are invalid, but only a replay detects that.
        let text = format!("[Game \"{}\"]\n[Second \"rival {number}\"]\n\n1. zz zz 2. zz\n", info.id);
        fs::write(storage.records().join(format!("{number}.txt")), text).unwrap();
    }
    let saved = storage.saved().unwrap();
    assert_eq!(saved.len(), 3_000);
    let texts = Texts::default();
    let count = |filter: &SavedFilter| saved.iter().filter(|game| game.matches(filter, texts)).count();
    let game = Some(ALL[0].id);
    assert_eq!(count(&SavedFilter { game, words: String::new() }), 3_000 / ALL.len());
    assert_eq!(count(&SavedFilter { game: None, words: "RIVAL 1999".to_owned() }), 1);
    assert_eq!(count(&SavedFilter { game: None, words: "nobody".to_owned() }), 0);
    assert!(saved.iter().all(|game| game.row(texts).unwrap().plies == 3));
    assert!(saved[0].problem().unwrap().to_string().contains("`zz`"), "a look replays it");
}

#[test]
fn a_storage_is_new_until_anything_is_stored() {
    let (_folder, storage) = temporary_storage();
    assert!(storage.is_new() && Storage::at(storage.data().join("none")).is_new());
    storage.saved().unwrap();
    storage.unfinished().unwrap();
    assert!(storage.is_new(), "looking stores nothing");
    storage.save_settings(&Settings::default()).unwrap();
    assert!(!storage.is_new());
    let (_folder, storage) = temporary_storage();
    drop(begun(&storage));
    assert!(!storage.is_new());
    assert!(record::outlines(b"").is_empty());
}
