//! Decides where a user's files live.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::{Autosave, Settings, SettingsProblem, StorageError, UnfinishedGames, file, settings, unfinished};

/// The environment variable that puts everything into one folder.
const HOME_VARIABLE: &str = "CAIRN_HOME";
/// The program's folder inside the platform's folders.
const FOLDER: &str = "cairn";

/// The folders of a user, created when something is written.
#[derive(Clone, Debug)]
pub struct Storage {
    config: PathBuf,
    data: PathBuf,
}

impl Storage {
    /// The folders of the current user.
    pub fn open() -> Result<Self, StorageError> {
        if let Some(folder) = env::var_os(HOME_VARIABLE).filter(|folder| !folder.is_empty()) {
            return Ok(Self::at(folder));
        }
        let platform = etcetera::choose_base_strategy().map_err(|_| StorageError::NoFolder)?;
        Ok(Self { config: platform.config_dir().join(FOLDER), data: platform.data_dir().join(FOLDER) })
    }

    /// Everything in one folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self { config: folder.clone(), data: folder }
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The default folder for saved records.
    pub fn records(&self) -> PathBuf {
        self.data.join("games")
    }

    /// The settings file.
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.txt")
    }

    /// The settings, and the problems in their file; invalid and missing ones have their defaults.
    pub fn settings(&self) -> Result<(Settings, Vec<SettingsProblem>), StorageError> {
        let path = self.settings_file();
        Ok(settings::read(&path, &file::read_or_empty(&path)?))
    }

    /// Writes the settings. Comments and invalid lines stay in the file.
    pub fn save_settings(&self, settings: &Settings) -> Result<(), StorageError> {
        let path = self.settings_file();
        let text = settings.merged_into(&file::read_or_empty(&path)?);
        file::create_folder(&self.config)?;
        file::replace(&path, text.as_bytes()).map_err(|error| StorageError::file(&path, error))
    }

    /// A save slot for a new game, locked against other processes.
    pub fn autosave(&self) -> Result<Autosave, StorageError> {
        let folder = self.unfinished_folder();
        file::create_folder(&folder)?;
        Autosave::new(&folder)
    }

    /// The saved games that no process is playing, most recent first. A save that cannot be read is
    /// renamed and reported.
    pub fn unfinished(&self) -> Result<UnfinishedGames, StorageError> {
        unfinished::find(&self.unfinished_folder())
    }

    fn unfinished_folder(&self) -> PathBuf {
        self.data.join("unfinished")
    }
}
