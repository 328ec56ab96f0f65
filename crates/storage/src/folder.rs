//! Where a user's files are.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::{Autosave, Found, Problem, Settings, StorageError, file, settings, unfinished};

/// Moves all folders to one place.
const VARIABLE: &str = "CAIRN_HOME";
/// Our folder inside the platform's.
const FOLDER: &str = "cairn";

/// The folders of a user. They are made when something is written.
#[derive(Clone, Debug)]
pub struct Storage {
    config: PathBuf,
    data: PathBuf,
}

impl Storage {
    /// The folders of whoever runs the program.
    pub fn open() -> Result<Self, StorageError> {
        if let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
            return Ok(Self::at(folder));
        }
        let usual = etcetera::choose_base_strategy().map_err(|_| StorageError::NoFolder)?;
        Ok(Self { config: usual.config_dir().join(FOLDER), data: usual.data_dir().join(FOLDER) })
    }

    /// Everything in one folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self { config: folder.clone(), data: folder }
    }

    /// The folder for what the program collects.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The folder for records that are saved without another place being named.
    pub fn records(&self) -> PathBuf {
        self.data.join("games")
    }

    /// The file of settings.
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.txt")
    }

    /// The settings, and what is wrong in their file; what is wrong or missing is as usual.
    pub fn settings(&self) -> Result<(Settings, Vec<Problem>), StorageError> {
        let path = self.settings_file();
        Ok(settings::read(&path, &read_if_there(&path)?))
    }

    /// Writes the settings. Comments, and lines that make no sense, stay in the file.
    pub fn save_settings(&self, settings: &Settings) -> Result<(), StorageError> {
        let path = self.settings_file();
        let text = settings.written_into(&read_if_there(&path)?);
        make(&self.config)?;
        file::replace(&path, text.as_bytes()).map_err(|error| StorageError::file(&path, error))
    }

    /// A place for a new game, which no other program touches.
    pub fn autosave(&self) -> Result<Autosave, StorageError> {
        let folder = self.unfinished_folder();
        make(&folder)?;
        Autosave::new(&folder)
    }

    /// The games that no program plays now, the last one first. A save that cannot be read is put
    /// aside.
    pub fn unfinished(&self) -> Result<Found, StorageError> {
        unfinished::find(&self.unfinished_folder())
    }

    fn unfinished_folder(&self) -> PathBuf {
        self.data.join("unfinished")
    }
}

fn make(folder: &Path) -> Result<(), StorageError> {
    fs::create_dir_all(folder).map_err(|error| StorageError::file(folder, error))
}

/// The text of a file; nothing if there is none. What is not UTF-8 is made readable.
fn read_if_there(path: &Path) -> Result<String, StorageError> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(StorageError::file(path, error)),
    }
}
