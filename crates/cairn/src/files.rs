//! Files that people name: read whole, written so that a crash leaves the old or the new one.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use cairn_session::Record;
use cairn_session::record;
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Writes a file in one go; `-` is standard output.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(io::stdout().lock().write_all(contents)?);
    }
    write_new(path, contents).map_err(|error| Failure::file(path, &error))
}

fn write_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A device or a pipe cannot be replaced by a file.
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
    Ok(())
}

/// Reads all games of a record file.
pub(crate) fn read_records(path: &Path) -> Result<Vec<Record>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    record::read_bytes(&bytes).map_err(|error| Failure::Request(format!("{}: {error}", path.display())))
}
