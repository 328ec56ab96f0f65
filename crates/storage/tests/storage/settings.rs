//! Changing a setting preserves every other line of the file.

use std::fs;

use cairn_rules::games::ALL;
use cairn_storage::{Settings, SettingsProblem};
use cairn_texts::Texts;

use crate::{game, save, temporary_storage};

#[test]
fn settings_are_saved_and_nothing_in_their_file_is_lost() {
    let (folder, storage) = temporary_storage();
    fs::write(storage.settings_file(), "# mine\nlanguage = \"klingon\"\ncolour = \"red\"\n").unwrap();
    let (mut settings, problems) = storage.settings();
    let line = |problem: &SettingsProblem| match problem {
        SettingsProblem::Line { line, .. } => *line,
        SettingsProblem::File(problem) => panic!("{problem}"),
    };
    assert_eq!(problems.iter().map(line).collect::<Vec<_>>(), [2, 3]);
    settings.ascii = true;
    storage.save_settings(&settings).unwrap();
    let text = fs::read_to_string(storage.settings_file()).unwrap();
    assert_eq!(text, "# mine\nlanguage = \"klingon\"\ncolour = \"red\"\nascii = true\n");
    assert_eq!(storage.settings().0, settings);
    assert!(folder.path().read_dir().unwrap().count() == 1, "no temporary file remains");
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
        assert_eq!(storage.unfinished().unwrap().games.len(), 1, "games are still saved");
        storage.unfinished().unwrap().games[0].delete().unwrap();
    };
    let bytes = b"language = \"pt\"\n# ol\xe1\n";
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
    assert_eq!(fs::read_to_string(&target).unwrap(), "# mine\nascii = true\n");
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);

    let slot = save(&storage, &*game(ALL[0].id, 2), 1);
    fs::set_permissions(slot.path(), fs::Permissions::from_mode(0o600)).unwrap();
    let path = slot.path().to_owned();
    drop(slot);
    let mut resumed = storage.unfinished().unwrap().games[0].open().unwrap();
    resumed.slot.save(&*resumed.session, &resumed.seats, 1).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}
