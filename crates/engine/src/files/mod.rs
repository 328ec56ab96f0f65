//! Replaces files atomically: a reader, or a restart after a crash, finds the old contents or the new ones, never a
//! mixture.
//!
//! [`replace`] writes a whole file and [`Replacement`] one in pieces; [`check_replaceable`] checks beforehand whether
//! that can succeed. [`create_new`] writes a file that must not exist yet. [`quarantine`] gives a damaged file a second
//! name before a repaired one takes its own. `temporary` manages the temporary files, and [`sweep`] removes those that
//! a killed process left behind.

mod temporary;

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

pub use temporary::{remove_if_abandoned, sweep};

/// The number of symbolic links that Linux follows.
const MAX_LINKS: usize = 40;

/// Replaces the contents of a file: a crash leaves the old file or the new one. Follows symbolic links and replaces
/// their target. An existing file keeps its permissions. Devices and pipes cannot be replaced, so it writes to them.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::start(path)?;
    replacement.write_all(contents)?;
    replacement.finish()
}

/// Replaces a file like [`replace`], so that only its owner can read it.
pub fn replace_private(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::start(path)?;
    #[cfg(unix)]
    if let Kind::Whole { file, .. } = &replacement.0 {
        use std::os::unix::fs::PermissionsExt;
        file.get_ref().as_file().set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    replacement.write_all(contents)?;
    replacement.finish()
}

/// New contents of a file, written in pieces; [`finish`](Self::finish) replaces the file like [`replace`]. Dropping it
/// leaves the file unchanged.
pub struct Replacement(Kind);

enum Kind {
    /// A device or a pipe.
    Direct(File),
    Whole {
        file: BufWriter<NamedTempFile>,
        path: PathBuf,
    },
}

impl Replacement {
    /// Begins to replace a file.
    pub fn start(path: &Path) -> io::Result<Self> {
        let found = fs::metadata(path).ok();
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            return Ok(Self(Kind::Direct(OpenOptions::new().write(true).truncate(true).open(path)?)));
        }
        let path = follow_links(path)?;
        let file = temporary::create(folder_of(&path))?;
        if let Some(found) = &found {
            // Restricts the permissions before the file has contents that others must not read.
            keep_permissions(file.as_file(), found)?;
        }
        Ok(Self(Kind::Whole { file: BufWriter::new(file), path }))
    }

    /// Replaces the file.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Kind::Direct(mut file) => file.flush(),
            Kind::Whole { file, path } => {
                let file = file.into_inner()?;
                file.as_file().sync_all()?;
                file.persist(&path)?;
                sync_folder(folder_of(&path));
                Ok(())
            }
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Direct(file) => file.write(bytes),
            Kind::Whole { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::Direct(file) => file.flush(),
            Kind::Whole { file, .. } => file.flush(),
        }
    }
}

/// Checks that a file can be written or replaced, without touching it.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(()),
        _ => temporary::create(folder_of(&follow_links(path)?)).map(drop),
    }
}

/// Writes a new file completely or not at all; fails if it exists.
pub fn create_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut file = temporary::create(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    sync_folder(folder);
    Ok(())
}

/// Stores a damaged file under a second name: `quarantined`, or `quarantined-2`, `-3` and so on if such files exist.
/// Returns the name.
pub fn quarantine(path: &Path, quarantined: &Path) -> io::Result<PathBuf> {
    let path = follow_links(path)?;
    let mut name = quarantined.to_owned();
    for number in 2_u32.. {
        let named = match fs::hard_link(&path, &name) {
            Err(error) if !matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound) => {
                // Some file systems have no hard links.
                create_new(&name, &fs::read(&path)?)
            }
            named => named,
        };
        match named {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Err(_) => name = with_suffix(quarantined, &format!("-{number}")),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Returns a path with a suffix appended to its file name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

/// Returns the folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the final target of symbolic links, whether or not it exists.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

#[cfg(unix)]
fn keep_permissions(file: &File, found: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    // Only a superuser may change the owner, and only then it is necessary.
    let _ = fchown(file, Some(found.uid()), Some(found.gid()));
    file.set_permissions(found.permissions())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
fn keep_permissions(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Syncs a folder, without which a new name may not survive a power failure. Ignores errors: not every file system can
/// sync folders.
fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}
