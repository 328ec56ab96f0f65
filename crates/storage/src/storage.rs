//! Locates a user's files.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{env, fs};

use etcetera::BaseStrategy;

use crate::{SaveSlot, StorageError};

/// The environment variable for a single folder for everything.
const HOME_VARIABLE: &str = "CAIRN_HOME";
/// The program's folder inside the platform's folders.
const FOLDER: &str = "cairn";
/// The maximum size of our files; longer ones count as damaged.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The folders of a user, created when something is written.
#[derive(Clone, Debug)]
pub struct Storage {
    pub(crate) config: PathBuf,
    data: PathBuf,
}

impl Storage {
    /// Creates the folders of the current user.
    pub fn open() -> Result<Self, StorageError> {
        if let Some(folder) = env::var_os(HOME_VARIABLE).filter(|folder| !folder.is_empty()) {
            return Ok(Self::at(folder));
        }
        let platform = etcetera::choose_base_strategy().map_err(|_| StorageError::NoFolder)?;
        Ok(Self { config: platform.config_dir().join(FOLDER), data: platform.data_dir().join(FOLDER) })
    }

    /// Creates a storage with everything in one folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self { config: folder.clone(), data: folder }
    }

    /// Returns the data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Returns whether nothing has ever been stored.
    pub fn is_new(&self) -> bool {
        let is_empty = |folder: &Path| match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        is_empty(&self.config) && is_empty(&self.data)
    }

    /// Returns the folder of saved games: records of finished games, and others that were saved without a path.
    pub fn records(&self) -> PathBuf {
        self.data.join("games")
    }

    /// Returns the settings file.
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.toml")
    }

    /// Creates a save slot for a new game, locked against other processes.
    pub fn new_slot(&self) -> Result<SaveSlot, StorageError> {
        let folder = self.unfinished_folder();
        create_folder(&folder)?;
        SaveSlot::new(&folder)
    }

    /// Writes the record of a finished game, replacing an earlier one of this name; returns its file.
    pub(crate) fn save_record(&self, name: &str, text: &str) -> Result<PathBuf, StorageError> {
        let folder = self.records();
        create_folder(&folder)?;
        let path = folder.join(format!("{name}.txt"));
        match cairn_engine::files::replace(&path, text.as_bytes()) {
            Ok(()) => Ok(path),
            Err(error) => Err(StorageError::file(&path, error)),
        }
    }

    /// Removes the leftovers of killed processes in the user's folders.
    pub fn sweep(&self) {
        for folder in [&self.config, &self.data, &self.unfinished_folder(), &self.records()] {
            cairn_engine::files::sweep(folder);
        }
    }

    pub(crate) fn unfinished_folder(&self) -> PathBuf {
        self.data.join("unfinished")
    }
}

/// Creates a folder and its parents.
pub(crate) fn create_folder(folder: &Path) -> Result<(), StorageError> {
    fs::create_dir_all(folder).map_err(|error| StorageError::file(folder, error))
}

/// Reads one of our files; `None` if it does not exist.
pub(crate) fn read_file(path: &Path) -> Result<Option<Vec<u8>>, StorageError> {
    let read = || {
        let found = fs::metadata(path)?;
        if !found.is_file() {
            // A pipe or a device might never end.
            return Err(io::Error::other("not a file"));
        }
        if found.len() > MAX_FILE_BYTES {
            return Err(io::Error::new(ErrorKind::FileTooLarge, "too long"));
        }
        fs::read(path)
    };
    match read() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StorageError::file(path, error)),
    }
}
