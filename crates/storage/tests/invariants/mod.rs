//! Properties that reading a user's files has for any content.
//!
//! Each function takes any bytes. `hostile_input.rs` calls them, and the fuzz targets of the same names.

use std::fs;

use cairn_storage::{OpenSaveError, Settings, SettingsProblem, Storage};
use cairn_texts::Texts;
use tempfile::TempDir;

/// A folder in memory, where there is one.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Reads a settings file, writes it and reads it again. An unreadable file stays unchanged.
pub(crate) fn settings(bytes: &[u8]) {
    let folder = folder();
    let storage = Storage::at(folder.path());
    let file = storage.settings_file();
    fs::write(&file, bytes).unwrap();
    let (settings, problems) = storage.settings();
    let lines = String::from_utf8_lossy(bytes).lines().count();
    for problem in &problems {
        assert!(problem.tell(Texts::default()).len() < 4_000, "{problem:?}");
        match problem {
            SettingsProblem::Line { line, .. } => assert!((1..=lines).contains(line), "{problem:?}"),
            SettingsProblem::File(_) => {
                assert_eq!(settings, Settings::default());
                assert!(storage.save_settings(&settings).is_err());
                assert_eq!(fs::read(&file).unwrap(), bytes);
                return;
            }
        }
    }
    storage.save_settings(&settings).unwrap();
    assert_eq!(storage.settings(), (settings.clone(), problems));
    for changed in [Settings { ascii: !settings.ascii, ..settings }, Settings::default()] {
        storage.save_settings(&changed).unwrap();
        assert_eq!(storage.settings().0, changed);
    }
}

/// Reads an unfinished game. It is offered again and again, or put aside as it was.
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
    if let Err(OpenSaveError::Damaged(damaged)) = &opened {
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
