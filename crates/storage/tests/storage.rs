//! Unfinished games are saved, found again, never lost and never shared between processes.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::time::SystemTime;

use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use cairn_storage::{
    Autosave, Keeper, Keeping, OpenSaveError, Settings, SettingsProblem, Storage, StorageError,
};
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
    let autosave = save(&storage, &*session, 1);
    let other = save(&storage, &*game(ALL[1].id, 2), 2);
    let found = storage.unfinished().unwrap();
    assert_eq!((found.games.len(), found.in_play), (0, 2));
    drop(autosave);
    let found = storage.unfinished().unwrap();
    assert_eq!((found.games.len(), found.in_play), (1, 1), "the other one is still played");
    drop(other);
    assert_eq!(storage.unfinished().unwrap().games.len(), 2);
}

#[test]
fn a_game_is_opened_once_whoever_has_listed_it() {
    let (_folder, storage) = temporary_storage();
    drop(save(&storage, &*game(ALL[0].id, 3), 1));
    drop(save(&storage, &*game(ALL[1].id, 2), 2));
    // Both have seen both games.
    let (first, second) = (storage.unfinished().unwrap(), storage.unfinished().unwrap());
    let played = first.open_most_recent().game.unwrap();
    assert!(matches!(second.games[0].open(), Err(OpenSaveError::InPlay)));
    assert!(matches!(second.games[0].forget(), Err(OpenSaveError::InPlay)));
    let other = second.open_most_recent();
    assert!(matches!(other.passed_over[..], [OpenSaveError::InPlay]));
    let other = other.game.unwrap();
    assert_ne!(played.autosave.path(), other.autosave.path(), "each gets a game of its own");
    let none = second.open_most_recent();
    assert!(none.game.is_none() && none.passed_over.len() == 2);
    let path = played.autosave.path().to_owned();
    played.autosave.forget().unwrap();
    assert!(matches!(first.games[0].open(), Err(OpenSaveError::Gone)));
    assert!(!path.exists() && !path.with_extension("lock").exists());
}

#[test]
fn a_game_is_opened_as_it_is_now_and_not_as_it_was_listed() {
    let (_folder, storage) = temporary_storage();
    drop(save(&storage, &*game(ALL[0].id, 2), 1));
    let listed = storage.unfinished().unwrap();
    assert_eq!(listed.games[0].preview().unwrap().session.history().len(), 2);
    let mut played = storage.unfinished().unwrap().games[0].open().unwrap();
    let mv = played.session.legal_moves().remove(0);
    played.session.play(&mv).unwrap();
    played.autosave.keep(&*played.session, &played.seats, played.seed).unwrap();
    drop(played);
    assert_eq!(listed.games[0].open().unwrap().session.history().len(), 3);
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
    assert_eq!(extensions(&storage), ["game", "lock"], "nobody has seen the end yet");
    drop(autosave);
    let ended = storage.unfinished().unwrap().open_most_recent().game.unwrap();
    assert_eq!(ended.session.outcome(), session.outcome());
    let mut autosave = ended.autosave;
    autosave.clear().unwrap();
    assert_eq!(extensions(&storage), ["lock"]);
    autosave.keep(&*game(ALL[0].id, 0), &seats(&*session), 1).unwrap();
    drop(autosave);
    assert_eq!(extensions(&storage), Vec::<String>::new());
}

#[test]
fn stale_locks_and_temporary_files_are_removed() {
    let (_folder, storage) = temporary_storage();
    let playing = storage.autosave().unwrap();
    fs::write(playing.path().with_file_name("1-2-3.lock"), "").unwrap();
    fs::write(playing.path().with_file_name(".cairn-abcdefghijkl.tmp"), "half a ga").unwrap();
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
    let mut last = storage.unfinished().unwrap().games[0].open().unwrap();
    assert_eq!(last.seed, 2);
    let mv = last.session.legal_moves().remove(0);
    last.session.play(&mv).unwrap();
    last.autosave.keep(&*last.session, &last.seats, last.seed).unwrap();
    drop(last);
    let found = storage.unfinished().unwrap();
    assert_eq!(found.games[0].preview().unwrap().session.history().len(), 3);
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
        let mut found = storage.unfinished().unwrap();
        let dropped = found.drop_damaged();
        let [OpenSaveError::Damaged(damaged)] = &dropped[..] else { panic!("{expected}: {dropped:?}") };
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
    let autosave = save(&storage, &*game(ALL[0].id, 4), 1);
    let path = autosave.path().to_owned();
    drop(autosave);
    for (contents, extension) in [("one", "damaged"), ("two", "damaged-2"), ("three", "damaged-3")] {
        fs::write(&path, contents).unwrap();
        let most_recent = storage.unfinished().unwrap().open_most_recent();
        assert!(matches!(most_recent.passed_over[..], [OpenSaveError::Damaged(_)]));
        assert_eq!(fs::read_to_string(path.with_extension(extension)).unwrap(), contents);
    }
    assert_eq!(fs::read_to_string(path.with_extension("damaged")).unwrap(), "one");
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
        let most_recent = storage.unfinished().unwrap().open_most_recent();
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
    let error: StorageError = Storage::at(&file).autosave().unwrap_err();
    assert!(error.to_string().starts_with(&*file.join("unfinished").display().to_string()), "{error}");
}

#[test]
fn settings_are_saved_and_nothing_in_their_file_is_lost() {
    let (folder, storage) = temporary_storage();
    fs::write(storage.settings_file(), "# mine\nlanguage = klingon\ncolour = red\n").unwrap();
    let (mut settings, problems) = storage.settings();
    let line = |problem: &SettingsProblem| match problem {
        SettingsProblem::Line { line, .. } => *line,
        SettingsProblem::File(problem) => panic!("{problem}"),
    };
    assert_eq!(problems.iter().map(line).collect::<Vec<_>>(), [2, 3]);
    settings.ascii = true;
    storage.save_settings(&settings).unwrap();
    let text = fs::read_to_string(storage.settings_file()).unwrap();
    assert_eq!(text, "# mine\nlanguage = klingon\ncolour = red\nascii = yes\n");
    assert_eq!(storage.settings().0, settings);
    assert!(folder.path().read_dir().unwrap().count() == 1, "no temporary file stays");
}

#[test]
fn settings_that_cannot_be_read_are_the_defaults_and_stay_as_they_are() {
    let (_folder, storage) = temporary_storage();
    let file = storage.settings_file();
    let changed = Settings { ascii: true, ..Settings::default() };
    let assert_unreadable = |expected: &str| {
        let (settings, problems) = storage.settings();
        assert_eq!(settings, Settings::default());
        let [problem @ SettingsProblem::File(_)] = &problems[..] else { panic!("{problems:?}") };
        let message = problem.tell(Texts::default());
        assert!(message.contains(&file.display().to_string()) && message.contains(expected), "{message}");
        assert!(storage.save_settings(&changed).is_err(), "{expected}");
        drop(save(&storage, &*game(ALL[0].id, 2), 1));
        assert_eq!(storage.unfinished().unwrap().games.len(), 1, "games are kept all the same");
        storage.unfinished().unwrap().games[0].forget().unwrap();
    };
    let bytes = b"language = pt\n# ol\xe1\n";
    fs::write(&file, bytes).unwrap();
    assert_unreadable("invalid utf-8");
    assert_eq!(fs::read(&file).unwrap(), bytes);
    fs::write(&file, vec![b'#'; 2 << 20]).unwrap();
    assert_unreadable("too long");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_unreadable("not a file");
    fs::remove_dir(&file).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
        assert_unreadable("not a file");
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink(&file, &file).unwrap();
        assert_unreadable("symbolic links");
    }
}

#[cfg(unix)]
#[test]
fn settings_stay_a_link_and_as_private_as_they_were() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let (folder, storage) = temporary_storage();
    let target = folder.path().join("dotfiles");
    fs::write(&target, "# mine\n").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("dotfiles", storage.settings_file()).unwrap();
    storage.save_settings(&Settings { ascii: true, ..Settings::default() }).unwrap();
    assert!(fs::symlink_metadata(storage.settings_file()).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "# mine\nascii = yes\n");
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);

    let autosave = save(&storage, &*game(ALL[0].id, 2), 1);
    fs::set_permissions(autosave.path(), fs::Permissions::from_mode(0o600)).unwrap();
    let path = autosave.path().to_owned();
    drop(autosave);
    let mut resumed = storage.unfinished().unwrap().games[0].open().unwrap();
    resumed.autosave.keep(&*resumed.session, &resumed.seats, 1).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

/// Plays the first legal move and keeps the game.
fn play_on(keeper: &mut Keeper, storage: &Storage, session: &mut Box<dyn Session>) -> Keeping {
    let mv = session.legal_moves().remove(0);
    session.play(&mv).unwrap();
    keeper.keep(Some(storage), &**session, &seats(&**session), 1)
}

#[test]
fn what_is_not_kept_is_told_once_and_tried_again_at_every_move() {
    let (_folder, storage) = temporary_storage();
    let in_the_way = storage.data().join("unfinished");
    fs::write(&in_the_way, "").unwrap();
    let (mut keeper, mut session) = (Keeper::default(), game(ALL[0].id, 0));
    let texts = Texts::default();
    assert_eq!(keeper.keep(Some(&storage), &*session, &seats(&*session), 1), Keeping::Unchanged);
    assert_eq!(keeper.loss(&*session, texts), None, "there is nothing yet to be lost");
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::NotSaved);
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::Unchanged);
    let loss = keeper.loss(&*session, texts).unwrap();
    let (start, path) = (format!("{} after 2 moves is not saved: ", session.spec()), in_the_way.display());
    assert!(loss.starts_with(&start) && loss.contains(&path.to_string()), "{loss}");
    assert!(!keeper.is_saved(&*session));
    keeper.kept_elsewhere(&*session);
    assert_eq!(keeper.loss(&*session, texts), None, "it is in a file");
    play_on(&mut keeper, &storage, &mut session);
    let loss = keeper.loss(&*session, texts).unwrap();
    assert!(loss.contains(" after 3 moves ") && loss.ends_with("could be written has 2"), "{loss}");

    fs::remove_file(&in_the_way).unwrap();
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::SavedAgain);
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::Unchanged);
    assert!(keeper.is_saved(&*session) && keeper.loss(&*session, texts).is_none());
    drop(keeper);
    let found = storage.unfinished().unwrap();
    assert_eq!(found.games[0].open().unwrap().session.record(), session.record());
}

#[test]
fn without_any_folder_nothing_is_kept() {
    let (mut keeper, session) = (Keeper::default(), game(ALL[0].id, 1));
    assert_eq!(keeper.keep(None, &*session, &seats(&*session), 1), Keeping::NotSaved);
    assert!(keeper.loss(&*session, Texts::default()).unwrap().contains("CAIRN_HOME"));
}

/// A file system of 64 KiB, as long as it lives; `None` where mounting is not allowed.
#[cfg(target_os = "linux")]
struct SmallDisk(TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(folder.path());
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        is_mounted.then(|| Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).output();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_last_version_that_was_kept_stays() {
    let Some(disk) = SmallDisk::mount() else {
        return eprintln!("mounting is not allowed here: a full disk was not tried");
    };
    let storage = Storage::at(disk.0.path());
    let (mut keeper, mut session) = (Keeper::default(), game(ALL[0].id, 1));
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::Unchanged);
    let kept = session.record();
    storage.save_settings(&Settings { ascii: true, ..Settings::default() }).unwrap();

    let filler = disk.0.path().join("filler");
    assert!(fs::write(&filler, vec![0; 1 << 20]).is_err(), "the disk is full");
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::NotSaved);
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::Unchanged);
    let loss = keeper.loss(&*session, Texts::default()).unwrap();
    assert!(loss.contains("No space left") && loss.ends_with("could be written has 2"), "{loss}");
    assert!(storage.save_settings(&Settings::default()).is_err());
    assert!(storage.settings().0.ascii, "the old settings stay");
    let save = fs::read_dir(disk.0.path().join("unfinished")).unwrap().map(|entry| entry.unwrap().path());
    let save = save.filter(|path| path.extension().is_some_and(|it| it == "game")).collect::<Vec<_>>();
    assert!(
        fs::read_to_string(&save[0]).unwrap().ends_with(&cairn_session::record::write([&kept])),
        "the old save stays"
    );
    assert_eq!(extensions(&storage), ["game", "lock"], "nothing half-written stays");

    fs::remove_file(&filler).unwrap();
    assert_eq!(play_on(&mut keeper, &storage, &mut session), Keeping::SavedAgain);
    drop(keeper);
    assert_eq!(storage.unfinished().unwrap().games[0].open().unwrap().session.record(), session.record());
}
