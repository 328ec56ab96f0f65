//! A save slot: a save file that is replaced after every move, and a lock file that excludes other processes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cairn_session::Session;

use crate::unfinished::SAVE_EXTENSION;
use crate::{SavedClock, StorageError, save};

const LOCK_EXTENSION: &str = "lock";
/// The number of attempts to lock a slot. A process that lists games holds a lock only for a moment; one that plays
/// holds it for longer than these attempts.
const LOCK_ATTEMPTS: u32 = 10;
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// The save slot of one game, locked until it is dropped or the process ends in any way.
#[derive(Debug)]
pub struct SaveSlot {
    /// The save file.
    save: PathBuf,
    /// Locked while it is open; the system releases the lock when the process dies.
    lock: File,
    /// The clocks of the game.
    pub(crate) clock: Option<SavedClock>,
}

impl SaveSlot {
    /// Creates a slot. Names are never reused, so a process that waits for an old lock never gets a new game.
    pub(crate) fn new(folder: &Path) -> Result<Self, StorageError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_millis());
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let save = folder.join(format!("{now}-{}-{count}.{SAVE_EXTENSION}", std::process::id()));
            let path = save.with_extension(LOCK_EXTENSION);
            let lock = File::create_new(&path).map_err(|error| StorageError::file(&path, error))?;
            // Another process may have removed the file as stale before it was locked.
            if try_lock(&lock) && path.exists() {
                return Ok(Self { save, lock, clock: None });
            }
        }
    }

    /// Returns the slot of a saved game; `None` if another process is playing it.
    pub(crate) fn acquire(save: &Path) -> Result<Option<Self>, StorageError> {
        let lock = lock(&save.with_extension(LOCK_EXTENSION), LOCK_ATTEMPTS)?;
        Ok(lock.map(|lock| Self { save: save.to_owned(), lock, clock: None }))
    }

    /// Returns the save file.
    pub fn path(&self) -> &Path {
        &self.save
    }

    /// Returns the name of the slot, which is unique among all games.
    pub(crate) fn name(&self) -> String {
        self.save.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the clocks of the game, if it has any.
    pub const fn clock(&self) -> Option<&SavedClock> {
        self.clock.as_ref()
    }

    /// Saves the game with its players and the seed of the bots. Removes the save of a game without moves; keeps that
    /// of a finished game until the user has seen the end.
    pub fn save(&mut self, session: &dyn Session, seats: &[String], seed: u64) -> Result<(), StorageError> {
        if session.ply() == 0 {
            return self.clear();
        }
        let saved = cairn_engine::files::replace(
            &self.save,
            save::write(session, seats, seed, self.clock()).as_bytes(),
        );
        saved.map_err(|error| StorageError::file(&self.save, error))
    }

    /// Removes the save file.
    pub fn clear(&mut self) -> Result<(), StorageError> {
        remove(&self.save).map_err(|error| StorageError::file(&self.save, error))
    }

    /// Removes the save file and releases the slot.
    pub fn delete(mut self) -> Result<(), StorageError> {
        self.clear()
    }
}

impl Drop for SaveSlot {
    /// Removes the lock file of an empty slot. That of a save remains, so that two processes can never lock different
    /// files of the same name.
    fn drop(&mut self) {
        if !self.save.exists() {
            let _ = remove(&self.save.with_extension(LOCK_EXTENSION));
        }
        // Otherwise a child process that is just starting would hold the lock for a moment.
        let _ = self.lock.unlock();
    }
}

/// Removes a stale lock file: one without a save that no process has locked.
pub(crate) fn remove_stale_lock(path: &Path) {
    let save = path.with_extension(SAVE_EXTENSION);
    if path.extension().is_some_and(|extension| extension == LOCK_EXTENSION) && !save.exists() {
        let Ok(lock) = File::open(path) else { return };
        if try_lock(&lock) {
            // Dropping an empty slot removes its lock file.
            drop(SaveSlot { save, lock, clock: None });
        }
    }
}

/// Returns whether a process is playing the game of a save. Releases the lock again.
pub(crate) fn is_in_play(save: &Path) -> bool {
    let Ok(lock) = File::open(save.with_extension(LOCK_EXTENSION)) else { return false };
    // A shared lock, so that two processes that check at the same time do not detect each other.
    let is_in_play = matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock));
    let _ = lock.unlock();
    is_in_play
}

/// Removes a file if it exists.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Opens and locks a file, creating it if necessary; the system releases the lock however the process ends. `None` if
/// another process holds it during all attempts.
pub(crate) fn lock(path: &Path, attempts: u32) -> Result<Option<File>, StorageError> {
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let file = opened.map_err(|error| StorageError::file(path, error))?;
    for _ in 0..attempts {
        if try_lock(&file) {
            return Ok(Some(file));
        }
        thread::sleep(LOCK_RETRY_INTERVAL);
    }
    Ok(None)
}

/// Locks a file; returns `false` if another process has the lock. Always succeeds on systems without file locks.
fn try_lock(lock: &File) -> bool {
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
}
