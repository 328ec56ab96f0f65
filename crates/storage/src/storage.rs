//! Decides where a user's files live.

use std::path::{Path, PathBuf};
use std::{env, fs};

use cairn_table::rating::PlayerRating;
use etcetera::BaseStrategy;

use crate::{
    Autosave, CountedGame, DamagedRatings, Ratings, Settings, SettingsProblem, StorageError, UnfinishedGames,
    ratings, settings, unfinished,
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

    /// The default folder for saved records.
    pub fn records(&self) -> PathBuf {
        self.data.join("games")
    }

    /// The settings file.
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.txt")
    }

    /// The file of solved puzzles.
    pub fn puzzles_file(&self) -> PathBuf {
        self.data.join("puzzles.txt")
    }

    /// The settings, and the problems with their file; what is invalid, missing or cannot be read has its
    /// default.
    pub fn settings(&self) -> (Settings, Vec<SettingsProblem>) {
        let path = self.settings_file();
        match settings::text_of(&path) {
            Ok(text) => settings::read(&path, &text),
            Err(error) => (Settings::default(), vec![SettingsProblem::File(error.to_string())]),
        }
    }

    /// Writes the settings. Comments and invalid lines stay in the file, and one that cannot be read stays
    /// as it is.
    pub fn save_settings(&self, settings: &Settings) -> Result<(), StorageError> {
        let path = self.settings_file();
        let text = settings.merged_into(&settings::text_of(&path)?);
        create_folder(&self.config)?;
        cairn_files::replace(&path, text.as_bytes()).map_err(|error| StorageError::file(&path, error))
    }

    /// A save slot for a new game, locked against other processes.
    pub fn autosave(&self) -> Result<Autosave, StorageError> {
        let folder = self.unfinished_folder();
        create_folder(&folder)?;
        Autosave::new(&folder)
    }

    /// The saved games, most recent first. Nothing is opened or locked.
    pub fn unfinished(&self) -> Result<UnfinishedGames, StorageError> {
        unfinished::list(&self.unfinished_folder())
    }

    /// The ratings, and what was wrong in their file: damaged lines are set aside, the others stay.
    pub fn ratings(&self) -> Result<(Ratings, Option<DamagedRatings>), StorageError> {
        ratings::open(&self.ratings_file())
    }

    /// Counts a finished game for the rating in the game of this id, unless it has been counted already, by the
    /// file that it is saved in. `after` says what the result makes of a rating.
    pub fn count_game(
        &self,
        game: &str,
        save: Option<&Path>,
        after: impl FnOnce(PlayerRating) -> PlayerRating,
    ) -> Result<CountedGame, StorageError> {
        create_folder(&self.data)?;
        ratings::count(&self.ratings_file(), game, save, after)
    }

    fn ratings_file(&self) -> PathBuf {
        self.data.join("ratings.txt")
    }

    /// Removes what killed processes have left beside the user's files.
    pub fn sweep(&self) {
        for folder in [&self.config, &self.data, &self.unfinished_folder(), &self.records()] {
            cairn_files::sweep(folder);
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
