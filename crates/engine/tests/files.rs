//! Replaced files keep their links and permissions, and no old content is lost.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::io::Write;
use std::path::Path;

use cairn_engine::files::{Replacement, create_new, quarantine, replace};

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn failed_writes_leave_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    replace(&file, b"old").unwrap();
    assert!(create_new(&file, b"new").is_err());
    assert!(replace(&file.join("below"), b"new").is_err());
    assert!(replace(folder.path(), b"new").is_err(), "a folder is not replaced");
    assert_eq!((fs::read(&file).unwrap().as_slice(), count(folder.path())), (&b"old"[..], 1));
}

#[test]
fn pieces_take_the_name_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    replace(&file, b"old").unwrap();
    let mut dropped = Replacement::start(&file).unwrap();
    dropped.write_all(b"half").unwrap();
    drop(dropped);
    assert_eq!((fs::read(&file).unwrap().as_slice(), count(folder.path())), (&b"old"[..], 1));
    let mut whole = Replacement::start(&file).unwrap();
    for piece in ["one ", "two"] {
        whole.write_all(piece.as_bytes()).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }
    whole.finish().unwrap();
    assert_eq!((fs::read(&file).unwrap().as_slice(), count(folder.path())), (&b"one two"[..], 1));
}

#[test]
fn every_name_aside_is_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (file, aside) = (folder.path().join("file"), folder.path().join("file.damaged"));
    for (contents, expected) in [("1", "file.damaged"), ("2", "file.damaged-2"), ("3", "file.damaged-3")] {
        fs::write(&file, contents).unwrap();
        assert_eq!(quarantine(&file, &aside).unwrap(), folder.path().join(expected));
        replace(&file, b"repaired").unwrap();
        assert_eq!(fs::read_to_string(folder.path().join(expected)).unwrap(), contents);
    }
    assert_eq!(fs::read_to_string(&aside).unwrap(), "1");
    assert!(quarantine(&folder.path().join("none"), &aside).is_err());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_symbolic_link_stays_one_and_its_target_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [elsewhere, here] = ["elsewhere", "here"].map(|name| folder.path().join(name));
        fs::create_dir(&elsewhere).unwrap();
        fs::create_dir(&here).unwrap();
        let (target, link, chain) = (elsewhere.join("target"), here.join("link"), here.join("chain"));
        fs::write(&target, "old").unwrap();
        symlink("../elsewhere/target", &link).unwrap();
        symlink(&link, &chain).unwrap();
        for (path, contents) in [(&link, "once"), (&chain, "twice")] {
            replace(path, contents.as_bytes()).unwrap();
            assert!(fs::symlink_metadata(path).unwrap().is_symlink());
            assert!(fs::symlink_metadata(&target).unwrap().is_file());
            assert_eq!(fs::read_to_string(&target).unwrap(), contents);
        }
        assert_eq!((count(&here), count(&elsewhere)), (2, 1));

        let (dangling, new) = (here.join("dangling"), elsewhere.join("new"));
        symlink(&new, &dangling).unwrap();
        replace(&dangling, b"new").unwrap();
        assert_eq!(fs::read(&new).unwrap(), b"new");
        let circle = here.join("circle");
        symlink(&circle, &circle).unwrap();
        assert!(replace(&circle, b"").is_err());
    }

    #[test]
    fn existing_files_keep_their_rights_and_new_ones_follow_the_umask() {
        let folder = tempfile::tempdir().unwrap();
        let [usual, new, another] = ["usual", "new", "another"].map(|name| folder.path().join(name));
        fs::write(&usual, "").unwrap();
        replace(&new, b"").unwrap();
        create_new(&another, b"").unwrap();
        assert_eq!((mode(&new), mode(&another)), (mode(&usual), mode(&usual)));
        for rights in [0o600, 0o640, 0o666, 0o400] {
            fs::set_permissions(&new, fs::Permissions::from_mode(rights)).unwrap();
            replace(&new, b"more").unwrap();
            assert_eq!(mode(&new), rights);
        }
    }

    #[test]
    fn new_files_follow_a_stricter_umask() {
        // The umask belongs to a process, so another process sets it and runs this test.
        const FOLDER: &str = "CAIRN_FILES_TEST";
        if let Some(folder) = std::env::var_os(FOLDER) {
            return replace(&Path::new(&folder).join("file"), b"").unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        for (umask, expected) in [("077", 0o600), ("027", 0o640), ("002", 0o664)] {
            let _ = fs::remove_file(folder.path().join("file"));
            let status = std::process::Command::new("sh")
                .args(["-c", &format!("umask {umask}; exec \"$0\" \"$@\"")])
                .arg(std::env::current_exe().unwrap())
                .args(["--exact", "unix::new_files_follow_a_stricter_umask"])
                .env(FOLDER, folder.path())
                .status()
                .unwrap();
            assert!(status.success());
            assert_eq!(mode(&folder.path().join("file")), expected, "{umask}");
        }
    }
}

#[test]
fn unwritable_files_are_detected_beforehand() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    cairn_engine::files::check_replaceable(&file).unwrap();
    assert!(!file.exists(), "nothing is left behind");
    std::fs::write(&file, "old").unwrap();
    cairn_engine::files::check_replaceable(&file).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(cairn_engine::files::check_replaceable(folder.path()).is_err());
    assert!(cairn_engine::files::check_replaceable(&folder.path().join("no/such/a.txt")).is_err());
}
