//! What must hold for the files of a user, whatever is in them.
//!
//! Each function takes any bytes. `nonsense.rs` calls them, and the fuzz targets of the same names.

use std::fs;

use cairn_storage::{Settings, Storage};
use cairn_texts::Texts;
use tempfile::TempDir;

/// A folder in memory, where there is one.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Reads a settings file, writes it and reads it again.
pub(crate) fn settings(bytes: &[u8]) {
    let folder = folder();
    let storage = Storage::at(folder.path());
    fs::write(storage.settings_file(), bytes).unwrap();
    let Ok((settings, problems)) = storage.settings() else { return };
    let lines = String::from_utf8_lossy(bytes).lines().count();
    for problem in &problems {
        assert!((1..=lines).contains(&problem.line), "{problem:?}");
        assert!(problem.tell(Texts::default()).len() < 4_000, "{problem:?}");
    }
    storage.save_settings(&settings).unwrap();
    assert_eq!(storage.settings().unwrap(), (settings.clone(), problems));
    for changed in [Settings { ascii: !settings.ascii, ..settings }, Settings::default()] {
        storage.save_settings(&changed).unwrap();
        assert_eq!(storage.settings().unwrap().0, changed);
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
    assert_eq!(found.games.len() + found.damaged.len(), 1);
    if let [damaged] = &found.damaged[..] {
        assert!(!damaged.problem.is_empty());
        assert_eq!(fs::read(&damaged.path).unwrap(), bytes);
        assert!(!path.exists());
    }
    let [game] = &found.games[..] else { return };
    assert_eq!(game.seats.len(), game.session.seats());
    let (record, seats, seed) = (game.session.record(), game.seats.clone(), game.seed);
    drop(found);
    let again = storage.unfinished().unwrap();
    let game = &again.games[0];
    assert_eq!((game.session.record(), &game.seats, game.seed), (record, &seats, seed));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}
