//! Decides where a user's files live.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::{env, fs};

use cairn_coach::rating::PlayerRating;
use etcetera::BaseStrategy;

use crate::settings::SettingsFile;
use crate::{
    BadLines, CountedGame, Damaged, OnlineSeat, Ratings, SaveSlot, SavedRecord, Settings, SettingsProblem,
    StorageError, UnfinishedGames, online, ratings, saved, unfinished,
};

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

    /// Whether nothing has ever been stored.
    pub fn is_new(&self) -> bool {
        let is_empty = |folder: &Path| match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        is_empty(&self.config) && is_empty(&self.data)
    }

    /// The folder of saved games: records of games that are over, and others that were saved without a path.
    pub fn records(&self) -> PathBuf {
        self.data.join("games")
    }

    /// The settings file.
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.toml")
    }

    /// The settings, and the problems with their file; settings that are missing, invalid or unreadable have
    /// their defaults.
    pub fn settings(&self) -> (Settings, Vec<SettingsProblem>) {
        match SettingsFile::open(&self.settings_file()) {
            Ok(file) => file.read(),
            Err(error) => (Settings::default(), vec![SettingsProblem::File(error.to_string())]),
        }
    }

    /// Writes the settings. Comments and invalid settings stay in the file, and a file that cannot be read stays as it is.
    pub fn save_settings(&self, settings: &Settings) -> Result<(), StorageError> {
        let path = self.settings_file();
        let file = SettingsFile::open(&path)?;
        create_folder(&self.config)?;
        file.save(&path, settings)
    }

    /// A save slot for a new game, locked against other processes.
    pub fn new_slot(&self) -> Result<SaveSlot, StorageError> {
        let folder = self.unfinished_folder();
        create_folder(&folder)?;
        SaveSlot::new(&folder)
    }

    /// The saved games, most recent first. Nothing is opened or locked.
    pub fn unfinished(&self) -> Result<UnfinishedGames, StorageError> {
        unfinished::list(&self.unfinished_folder())
    }

    /// The ratings, and the problems in their file: damaged lines are set aside, the others stay.
    pub fn ratings(&self) -> Result<(Ratings, Option<Damaged<BadLines>>), StorageError> {
        ratings::read(&self.data)
    }

    /// Counts a finished game for the rating in the game of this id, unless it has been counted already, by the
    /// file that it is saved in. `after` says what the result makes of a rating.
    pub fn count_game(
        &self,
        game: &str,
        save: Option<&Path>,
        after: impl FnOnce(PlayerRating) -> PlayerRating,
    ) -> Result<CountedGame, StorageError> {
        ratings::count(&self.data, game, save, after)
    }

    /// The user's seats in a game on a server, by its address, and the problems in their file: damaged lines are set
    /// aside, the others stay.
    pub fn online_seat(
        &self,
        game: &str,
    ) -> Result<(Option<OnlineSeat>, Option<Damaged<BadLines>>), StorageError> {
        online::find(&self.data, game)
    }

    /// Stores the user's seats in a game on a server, in a file that only the user can read.
    pub fn store_online_seat(&self, seat: &OnlineSeat) -> Result<Option<Damaged<BadLines>>, StorageError> {
        online::store(&self.data, seat)
    }

    /// The saved games, most recent first. None of them is replayed.
    pub fn saved(&self) -> Result<Vec<SavedRecord>, StorageError> {
        saved::list(&self.records())
    }

    /// Writes the record of a game that is over, in place of an earlier one of this name; returns its file.
    pub(crate) fn save_record(&self, name: &str, text: &str) -> Result<PathBuf, StorageError> {
        let folder = self.records();
        create_folder(&folder)?;
        let path = folder.join(format!("{name}.txt"));
        match cairn_engine::files::replace(&path, text.as_bytes()) {
            Ok(()) => Ok(path),
            Err(error) => Err(StorageError::file(&path, error)),
        }
    }

    /// Removes what killed processes have left beside the user's files.
    pub fn sweep(&self) {
        for folder in [&self.config, &self.data, &self.unfinished_folder(), &self.records()] {
            cairn_engine::files::sweep(folder);
        }
    }

    fn unfinished_folder(&self) -> PathBuf {
        self.data.join("unfinished")
    }
}

/// Creates a folder and its parents.
pub(crate) fn create_folder(folder: &Path) -> Result<(), StorageError> {
    fs::create_dir_all(folder).map_err(|error| StorageError::file(folder, error))
}
