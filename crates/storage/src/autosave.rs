//! Keeps a game that is being played: a file that is replaced after every move, and a lock that says
//! that somebody plays it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use cairn_session::Session;

use crate::unfinished::{SAVE, write};
use crate::{StorageError, file};

const LOCK: &str = "lock";

/// A place for one game. No other program can have it until this one ends or lets go, however it ends.
#[derive(Debug)]
pub struct Autosave {
    /// The file of the game.
    save: PathBuf,
    /// Locked as long as it is open; the system unlocks it when the program dies.
    _lock: File,
}

impl Autosave {
    /// A place that nobody had before: names are never used again, so that whoever waits for an old
    /// lock never gets a new game.
    pub(crate) fn new(folder: &Path) -> Result<Self, StorageError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_millis());
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let save = folder.join(format!("{now}-{}-{count}.{SAVE}", std::process::id()));
            let path = save.with_extension(LOCK);
            let lock = File::create_new(&path).map_err(|error| StorageError::file(&path, error))?;
            // Somebody who tidies up may have taken the file for an old one before it was locked.
            if lock_or_go_on(&lock) && path.exists() {
                return Ok(Self { save, _lock: lock });
            }
        }
    }

    /// Removes a lock that was left behind by a program that was killed without a game.
    pub(crate) fn tidy(lock: &Path) {
        let save = lock.with_extension(SAVE);
        if lock.extension().is_some_and(|ending| ending == LOCK) && !save.exists() {
            // Letting go of an empty place removes its lock, if nobody has it.
            drop(Self::take_over(&save));
        }
    }

    /// The place of a game that was left; `None` if another program plays it.
    pub(crate) fn take_over(save: &Path) -> Result<Option<Self>, StorageError> {
        let path = save.with_extension(LOCK);
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| StorageError::file(&path, error))?;
        Ok(lock_or_go_on(&lock).then(|| Self { save: save.to_owned(), _lock: lock }))
    }

    /// The file of the game.
    pub fn path(&self) -> &Path {
        &self.save
    }

    /// Keeps the game as it stands, with who plays and the seed of the bots. A game that is over or has
    /// not begun is not worth keeping: what was kept of it goes.
    pub fn keep(&mut self, session: &dyn Session, seats: &[String], seed: u64) -> Result<(), StorageError> {
        let done = if session.outcome().is_some() || session.history().is_empty() {
            remove(&self.save)
        } else {
            file::replace(&self.save, write(session, seats, seed).as_bytes())
        };
        done.map_err(|error| StorageError::file(&self.save, error))
    }

    /// Forgets the game.
    pub fn forget(self) -> Result<(), StorageError> {
        remove(&self.save).map_err(|error| StorageError::file(&self.save, error))
    }
}

impl Drop for Autosave {
    /// An empty place needs no lock. While a game is kept its lock file stays, so that nobody locks
    /// another file of the same name.
    fn drop(&mut self) {
        if !self.save.exists() {
            let _ = remove(&self.save.with_extension(LOCK));
        }
    }
}

/// Whether nobody else holds the lock. Where a system cannot lock files nobody can.
fn lock_or_go_on(lock: &File) -> bool {
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
