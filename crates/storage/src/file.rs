//! File operations that survive crashes and missing files.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::StorageError;

/// Replaces the contents of a file atomically: a crash leaves the old file or the new one. A device or
/// a pipe cannot be replaced, so it is written to.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, contents);
    }
    let folder = folder_of(path);
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path)?;
    // The rename survives a loss of power only once the folder is synced too.
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// Checks that a file can be written or replaced, without touching it.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(()),
        _ => NamedTempFile::new_in(folder_of(path)).map(drop),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The text of a file, or an empty one if there is no file; invalid UTF-8 is replaced.
pub(crate) fn read_or_empty(path: &Path) -> Result<String, StorageError> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(StorageError::file(path, error)),
    }
}

/// Removes a file if it exists.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Creates a folder and its parents.
pub(crate) fn create_folder(folder: &Path) -> Result<(), StorageError> {
    fs::create_dir_all(folder).map_err(|error| StorageError::file(folder, error))
}
