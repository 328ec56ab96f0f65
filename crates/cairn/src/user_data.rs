//! The user's settings and saved games. If they are unavailable, the program reports that and runs without them.

use cairn_storage::{
    PuzzleStore, Ratings, Settings, SettingsProblem, Storage, StorageError, UnfinishedGames,
};
use cairn_texts::Texts;

use crate::failure::Failure;
use crate::output::errln;
use crate::printer::Printer;

/// The user's storage, if it was found, and the settings.
pub(crate) struct UserData {
    storage: Option<Storage>,
    pub(crate) settings: Settings,
    problems: Vec<SettingsProblem>,
}

impl UserData {
    /// Opens the storage and applies the user's settings to the printer.
    pub(crate) fn open(printer: Printer) -> (Printer, Self) {
        let storage = Storage::open().ok();
        let (settings, problems) = storage.as_ref().map(Storage::settings).unwrap_or_default();
        (printer.with_defaults(&settings), Self { storage, settings, problems })
    }

    /// Returns the storage, if it is available.
    pub(crate) const fn storage(&self) -> Option<&Storage> {
        self.storage.as_ref()
    }

    /// Warnings about the settings file.
    pub(crate) fn warnings(&self, texts: Texts) -> Vec<String> {
        self.problems.iter().map(|problem| problem.tell(texts) + ".").collect()
    }

    /// Prints the warnings about the settings file, and removes leftovers of killed processes.
    pub(crate) fn begin(&self, printer: Printer) {
        self.warnings(printer.texts()).iter().for_each(|warning| errln!("{warning}"));
        self.sweep();
    }

    /// Removes leftovers of killed processes.
    pub(crate) fn sweep(&self) {
        if let Some(storage) = &self.storage {
            storage.sweep();
        }
    }

    /// Reads the ratings, and prints problems with their file.
    pub(crate) fn ratings(&self, printer: Printer) -> Result<Ratings, Failure> {
        let Some(storage) = &self.storage else { return Ok(Ratings::default()) };
        let texts = printer.texts();
        let (ratings, damaged) = storage.ratings().map_err(|error| Failure::failed(error.tell(texts)))?;
        if let Some(damaged) = damaged {
            errln!("{}.", damaged.tell(texts));
        }
        Ok(ratings)
    }

    /// Returns the user's progress with puzzles; reports a problem with the file.
    pub(crate) fn puzzle_store(&self, texts: Texts) -> PuzzleStore {
        let (store, problem) = PuzzleStore::open(self.storage.as_ref());
        if let Some(problem) = problem {
            errln!("{}.", problem.tell(texts));
        }
        store
    }

    /// Returns whether nothing has ever been stored.
    pub(crate) fn is_first_start(&self) -> bool {
        self.storage.as_ref().is_some_and(Storage::is_new)
    }

    /// The unfinished games; a problem with the file of those on servers is reported.
    pub(crate) fn unfinished(&self, printer: Printer) -> Result<UnfinishedGames, StorageError> {
        let Some(storage) = &self.storage else { return Ok(UnfinishedGames::default()) };
        let mut unfinished = storage.unfinished()?;
        if let Some(problem) = &unfinished.problem {
            errln!("{}.", problem.tell(printer.texts()));
        }
        if cfg!(not(feature = "online")) {
            unfinished.online.clear();
        }
        Ok(unfinished)
    }
}

/// Reports a game that cannot be continued, unless another process is playing it or has removed it.
pub(crate) fn report_passed_over(printer: Printer, error: &StorageError) {
    if !matches!(error, StorageError::InPlay | StorageError::Gone) {
        errln!("{}.", error.tell(printer.texts()));
    }
}
