//! Temporary files: created next to the file that they will replace, locked while a process writes them, and removed
//! later if that process was killed.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".cairn-";
const SUFFIX: &str = ".tmp";
/// Random characters between the prefix and the suffix.
const RANDOM_LEN: usize = 12;
/// The age at which a temporary file counts as abandoned, where files cannot be locked.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// Creates a temporary file with default permissions, locked while it is open.
pub(crate) fn create(folder: &Path) -> io::Result<NamedTempFile> {
    sweep_once(folder);
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM_LEN);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask still applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        let file = builder.tempfile_in(folder)?;
        // Another process may have removed it before it was locked.
        if !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock)) && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes the temporary files in a folder that no process is writing.
pub fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        remove_if_abandoned(&entry.path());
    }
}

/// Sweeps a folder before the first file is written to it.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        sweep(folder);
    }
}

/// Removes one of our temporary files if no process is writing it.
pub fn remove_if_abandoned(path: &Path) {
    let is_file = || fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    if !is_temporary(path) || !is_file() {
        return;
    }
    let Ok(file) = File::open(path) else { return };
    let is_abandoned = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => is_old(&file),
    };
    if is_abandoned {
        // A process that has just created it notices, and creates another.
        let _ = fs::remove_file(path);
    }
    let _ = file.unlock();
}

fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let random = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
    random
        .is_some_and(|random| random.len() == RANDOM_LEN && random.chars().all(|c| c.is_ascii_alphanumeric()))
}

fn is_old(file: &File) -> bool {
    let age = file.metadata().and_then(|found| found.modified()).map(|modified| modified.elapsed());
    matches!(age, Ok(Ok(age)) if age > ABANDONED_AFTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn temporary_files_of_the_dead_are_removed_and_those_of_the_living_stay() {
        let folder = tempfile::tempdir().unwrap();
        let living = create(folder.path()).unwrap();
        let (_, dead) = create(folder.path()).unwrap().keep().unwrap();
        let others = [".cairn-mine.tmp", ".cairn-012345678901.txt", "cairn-012345678901.tmp"];
        for name in others {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join(".cairn-abcdefghijkl.tmp")).unwrap();
        sweep(folder.path());
        assert!(!dead.exists() && living.path().exists());
        drop(living);
        assert_eq!(
            names(folder.path()),
            [
                ".cairn-012345678901.txt",
                ".cairn-abcdefghijkl.tmp",
                ".cairn-mine.tmp",
                "cairn-012345678901.tmp"
            ]
        );
    }

    #[test]
    fn the_first_file_that_is_written_to_a_folder_sweeps_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".cairn-012345678901.tmp"), "half a ga").unwrap();
        crate::files::replace(&folder.path().join("file"), b"whole").unwrap();
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn writers_and_sweepers_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let writers: Vec<_> = (0..3)
                .map(|writer: u8| {
                    let path = folder.path().join(writer.to_string());
                    scope.spawn(move || {
                        (0..200).for_each(|_| crate::files::replace(&path, &[writer; 99]).unwrap());
                    })
                })
                .collect();
            while writers.iter().any(|writer| !writer.is_finished()) {
                sweep(folder.path());
            }
        });
        assert_eq!(names(folder.path()), ["0", "1", "2"]);
    }
}
