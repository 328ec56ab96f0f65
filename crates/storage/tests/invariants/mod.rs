//! Properties of a user's files for any content.
//!
//! Each function accepts any bytes. `hostile_input.rs` and the fuzz targets of the same names call them.

use std::fs;

use cairn_storage::{
    BadLines, Damaged, OnlineSeat, PuzzleStore, Settings, SettingsProblem, Storage, StorageError,
};
use cairn_texts::Texts;
use tempfile::TempDir;

/// Creates a folder, in memory if the system has such a file system.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Reads a settings file of this version and of earlier ones, writes it and reads it again. A file that cannot be read
/// remains unchanged.
pub(crate) fn settings(bytes: &[u8]) {
    for name in ["settings.toml", "settings.txt"] {
        settings_file(name, bytes);
    }
}

fn settings_file(name: &str, bytes: &[u8]) {
    let folder = folder();
    let storage = Storage::at(folder.path());
    let file = folder.path().join(name);
    fs::write(&file, bytes).unwrap();
    let (settings, problems) = storage.settings();
    let lines = String::from_utf8_lossy(bytes).split('\n').count();
    for problem in &problems {
        assert!(problem.tell(Texts::default()).len() < 4_000, "{problem:?}");
        if let SettingsProblem::Line { line, .. } = problem {
            assert!((1..=lines).contains(line), "{problem:?}");
        }
    }
    if storage.save_settings(&settings).is_err() {
        assert_eq!((settings, problems.len()), (Settings::default(), 1));
        assert_eq!(fs::read(&file).unwrap(), bytes);
        return;
    }
    let again = storage.settings();
    assert_eq!(again.0, settings);
    if name == "settings.toml" {
        assert_eq!(again.1, problems);
    }
    for changed in [Settings { ascii: !settings.ascii, ..settings }, Settings::default()] {
        storage.save_settings(&changed).unwrap();
        assert_eq!(storage.settings().0, changed);
    }
}

/// Reads a data file of this version and of earlier ones, and changes it. Damaged lines are reported once and stored.
pub(crate) fn data_files(bytes: &[u8]) {
    for name in ["ratings.jsonl", "ratings.txt", "puzzles.jsonl", "puzzles.txt", "online.jsonl", "online.txt"]
    {
        let folder = folder();
        let storage = Storage::at(folder.path());
        fs::write(folder.path().join(name), bytes).unwrap();
        let kept = |damaged: Option<Damaged<BadLines>>| {
            if let Some(damaged) = damaged {
                assert!(damaged.tell(Texts::default()).len() < 4_000, "{damaged:?}");
                assert_eq!(fs::read(&damaged.path).unwrap(), bytes);
            }
        };
        if name.starts_with("ratings") {
            kept(storage.ratings().unwrap().1);
            assert_eq!(storage.ratings().unwrap().1, None);
            assert!(
                storage.count_game("staqs", None, |rating| rating.after(500, 1.0)).unwrap().damaged.is_none()
            );
        } else if name.starts_with("puzzles") {
            if let Some(StorageError::DamagedLines(damaged)) = PuzzleStore::open(Some(&storage)).1 {
                kept(Some(damaged));
            }
            assert!(PuzzleStore::open(Some(&storage)).1.is_none());
        } else {
            kept(storage.online_seat("http://a").unwrap().1);
            let seat = OnlineSeat {
                game: "http://a".to_owned(),
                seats: vec![0],
                token: "t".to_owned(),
                last_seen: None,
            };
            assert_eq!(storage.store_online_seat(&seat).unwrap(), None);
            assert!(storage.online_seat("http://a").unwrap().0.is_some_and(|found| found == seat));
        }
    }
}

/// Reads an unfinished game. The list offers it every time, or it is quarantined unchanged.
pub(crate) fn save_file(bytes: &[u8]) {
    let folder = folder();
    let storage = Storage::at(folder.path());
    let saves = folder.path().join("unfinished");
    fs::create_dir(&saves).unwrap();
    let path = saves.join("1.game");
    fs::write(&path, bytes).unwrap();
    let found = storage.unfinished().unwrap();
    assert_eq!(found.games.len(), 1);
    let is_shown = found.games[0].preview().is_some();
    let opened = found.games[0].open();
    if let Err(StorageError::DamagedGame(damaged)) = &opened {
        assert!(!is_shown && !damaged.problem.to_string().is_empty());
        assert_eq!(fs::read(&damaged.path).unwrap(), bytes);
        assert!(!path.exists());
        return;
    }
    let game = opened.unwrap();
    assert!(is_shown && game.seats.len() == game.session.seats());
    let (record, seats, seed) = (game.session.record(), game.seats.clone(), game.seed);
    drop(game);
    let game = storage.unfinished().unwrap().games[0].open().unwrap();
    assert_eq!((game.session.record(), &game.seats, game.seed), (record, &seats, seed));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}
