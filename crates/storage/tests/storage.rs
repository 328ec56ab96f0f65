//! Unfinished games are saved, found again, never lost and never shared between processes.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::time::SystemTime;

use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use cairn_storage::{Autosave, Storage, StorageError};
use cairn_texts::Texts;
use tempfile::TempDir;

fn seats(session: &dyn Session) -> Vec<String> {
    ["human", "ugi:time=1s,./an engine", "level3", "greedy"][..session.seats()]
        .iter()
        .map(|&spec| spec.to_owned())
        .collect()
}

/// A storage in a folder that is removed when it is dropped.
fn temporary_storage() -> (TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    (folder, storage)
}

/// A game after some plies.
fn game(spec: &str, plies: usize) -> Box<dyn Session> {
    let mut session = open(spec, None).unwrap();
    for ply in 0..plies {
        let moves = session.legal_moves();
        session.play(&moves[ply * 5 % moves.len()]).unwrap();
    }
    session
}

fn save(storage: &Storage, session: &dyn Session, seed: u64) -> Autosave {
    let mut autosave = storage.autosave().unwrap();
    autosave.keep(session, &seats(session), seed).unwrap();
    autosave
}

fn extensions(storage: &Storage) -> Vec<String> {
    let folder = storage.data().join("unfinished");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|name| name.rsplit('.').next().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_game_is_restored_as_it_was() {
    for info in ALL {
        let (_folder, storage) = temporary_storage();
        let session = game(info.id, 6);
        drop(save(&storage, &*session, u64::MAX));
        let found = storage.unfinished().unwrap();
        assert!(found.damaged.is_empty(), "{:?}", found.damaged);
        let [unfinished] = &found.games[..] else { panic!("{}", found.games.len()) };
        assert_eq!(unfinished.session.record(), session.record());
        assert_eq!((&unfinished.seats, unfinished.seed), (&seats(&*session), u64::MAX));
    }
}

#[test]
fn a_game_in_play_is_not_offered() {
    let (_folder, storage) = temporary_storage();
    let session = game(ALL[0].id, 3);
    let autosave = save(&storage, &*session, 1);
    let other = save(&storage, &*game(ALL[1].id, 2), 2);
    assert_eq!(storage.unfinished().unwrap().games.len(), 0);
    drop(autosave);
    let first = storage.unfinished().unwrap();
    assert_eq!(first.games.len(), 1, "the other one is still played");
    assert_eq!(storage.unfinished().unwrap().games.len(), 0, "taken over already");
    drop((first, other));
    assert_eq!(storage.unfinished().unwrap().games.len(), 2);
}

#[test]
fn games_without_moves_over_or_forgotten_are_not_saved() {
    let (_folder, storage) = temporary_storage();
    let mut session = game(ALL[0].id, 3);
    save(&storage, &*session, 1).forget().unwrap();
    assert_eq!(extensions(&storage), Vec::<String>::new());

    let mut autosave = save(&storage, &*session, 1);
    assert_eq!(extensions(&storage), ["game", "lock"]);
    session.resign(session.to_move()).unwrap();
    autosave.keep(&*session, &seats(&*session), 1).unwrap();
    assert_eq!(extensions(&storage), ["lock"]);
    autosave.keep(&*game(ALL[0].id, 0), &seats(&*session), 1).unwrap();
    drop(autosave);
    assert_eq!(extensions(&storage), Vec::<String>::new());
}

#[test]
fn stale_locks_are_removed() {
    let (_folder, storage) = temporary_storage();
    let playing = storage.autosave().unwrap();
    fs::write(playing.path().with_file_name("1-2-3.lock"), "").unwrap();
    storage.unfinished().unwrap();
    assert_eq!(extensions(&storage), ["lock"], "the lock of the game in play stays");
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
    let mut last = storage.unfinished().unwrap().games.swap_remove(0);
    assert_eq!(last.seed, 2);
    let mv = last.session.legal_moves().remove(0);
    last.session.play(&mv).unwrap();
    last.autosave.keep(&*last.session, &last.seats, last.seed).unwrap();
    drop(last);
    assert_eq!(storage.unfinished().unwrap().games[0].session.history().len(), 3);
}

/// The damaged bytes of a save, given its text and its last move.
type Damage = fn(&str, &str) -> Vec<u8>;

#[test]
fn a_damaged_save_is_renamed_and_reported() {
    let session = game(ALL[0].id, 4);
    let last = session.history().pop().unwrap();
    let damages: [(&str, Damage); 6] = [
        ("there is no record", |_, _| Vec::new()),
        ("moves are missing", |text, last| text.trim_end().strip_suffix(last).unwrap().into()),
        ("z9z9", |text, last| text.replace(last, "z9z9").into()),
        ("seats instead of", |text, _| text.replacen("seat = human\n", "", 1).into()),
        ("is not `name = value`", |text, _| text.replace("seed = ", "sed ").into()),
        ("invalid utf-8", |text, _| [text.as_bytes(), b"\xff"].concat()),
    ];
    for (expected, damage) in damages {
        let (_folder, storage) = temporary_storage();
        let autosave = save(&storage, &*session, 1);
        let path = autosave.path().to_owned();
        drop(autosave);
        let bytes = damage(&fs::read_to_string(&path).unwrap(), &last);
        fs::write(&path, &bytes).unwrap();
        let found = storage.unfinished().unwrap();
        let [damaged] = &found.damaged[..] else { panic!("{expected}: nothing found") };
        let message = damaged.tell(Texts::default());
        assert!(found.games.is_empty() && message.contains(expected), "{expected}: {message}");
        assert!(message.contains(&damaged.path.display().to_string()), "{message}");
        assert_eq!(fs::read(&damaged.path).unwrap(), bytes, "its contents are preserved");
        assert!(storage.unfinished().unwrap().damaged.is_empty(), "it is reported once");
    }
}

#[test]
fn a_truncated_save_is_complete_or_damaged() {
    let (_folder, storage) = temporary_storage();
    let session = game(ALL[0].id, 5);
    let autosave = save(&storage, &*session, 12);
    let path = autosave.path().to_owned();
    drop(autosave);
    let bytes = fs::read(&path).unwrap();
    let mut complete = 0;
    for end in 0..bytes.len() {
        fs::write(&path, &bytes[..end]).unwrap();
        let found = storage.unfinished().unwrap();
        assert_eq!(found.games.len() + found.damaged.len(), 1, "{end}");
        for unfinished in &found.games {
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
    assert_eq!(storage.settings().unwrap().1, []);

    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error: StorageError = Storage::at(&file).autosave().unwrap_err();
    assert!(error.to_string().starts_with(&*file.join("unfinished").display().to_string()), "{error}");
}

#[test]
fn settings_are_saved_and_nothing_in_their_file_is_lost() {
    let (folder, storage) = temporary_storage();
    fs::write(storage.settings_file(), "# mine\nlanguage = klingon\ncolour = red\n").unwrap();
    let (mut settings, problems) = storage.settings().unwrap();
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [2, 3]);
    settings.ascii = true;
    storage.save_settings(&settings).unwrap();
    let text = fs::read_to_string(storage.settings_file()).unwrap();
    assert_eq!(text, "# mine\nlanguage = klingon\ncolour = red\nascii = yes\n");
    assert_eq!(storage.settings().unwrap().0, settings);
    assert!(folder.path().read_dir().unwrap().count() == 1, "no temporary file stays");
}

#[test]
fn a_file_that_cannot_be_written_is_known_before() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    cairn_storage::check_replaceable(&file).unwrap();
    assert!(!file.exists(), "nothing is left behind");
    std::fs::write(&file, "old").unwrap();
    cairn_storage::check_replaceable(&file).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(cairn_storage::check_replaceable(folder.path()).is_err());
    assert!(cairn_storage::check_replaceable(&folder.path().join("no/such/a.txt")).is_err());
}
