//! Writes files so that a crash leaves the old one or the new one.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Replaces a file by one with these contents. A device or a pipe, which no file can take the place
/// of, is written to.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, contents);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path)?;
    // The new name outlives a loss of power only once the folder is written too.
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}
