//! The user's settings and saved games. Where they are unavailable the program runs without them, and
//! reports that once.

use std::cell::Cell;

use cairn_storage::{Autosave, Settings, SettingsProblem, Storage, StorageError, UnfinishedGames};
use cairn_texts::Texts;

use crate::printer::Printer;
use crate::stderr::errln;

/// The user's storage, or why there is none.
pub(crate) struct UserData {
    storage: Result<Storage, StorageError>,
    settings: Settings,
    problems: Vec<SettingsProblem>,
    has_warned: Cell<bool>,
}

impl UserData {
    /// Opens the storage and applies the user's settings to the printer.
    pub(crate) fn open(printer: Printer) -> (Printer, Self) {
        let opened = Storage::open().and_then(|storage| Ok((storage.settings()?, storage)));
        let ((settings, problems), storage) = match opened {
            Ok((read, storage)) => (read, Ok(storage)),
            Err(error) => ((Settings::default(), Vec::new()), Err(error)),
        };
        (printer.with_defaults(&settings), Self { storage, settings, problems, has_warned: Cell::new(false) })
    }

    /// The storage, if it is available.
    pub(crate) fn storage(&self) -> Option<&Storage> {
        self.storage.as_ref().ok()
    }

    /// The user's settings.
    pub(crate) fn settings(&self) -> Settings {
        self.settings.clone()
    }

    /// Warnings about the settings file.
    pub(crate) fn warnings(&self, texts: Texts) -> Vec<String> {
        self.problems.iter().map(|problem| problem.tell(texts) + ".").collect()
    }

    /// Prints the warnings about the settings file.
    pub(crate) fn print_warnings(&self, printer: Printer) {
        self.warnings(printer.texts()).iter().for_each(|warning| errln!("{warning}"));
    }

    /// The unfinished games; damaged ones are reported.
    pub(crate) fn unfinished(&self, printer: Printer) -> UnfinishedGames {
        let found = self.with_storage(printer, Storage::unfinished).unwrap_or_default();
        for damaged in &found.damaged {
            errln!("{}.", damaged.tell(printer.texts()));
        }
        found
    }

    /// A new autosave.
    pub(crate) fn autosave(&self, printer: Printer) -> Option<Autosave> {
        self.with_storage(printer, Storage::autosave)
    }

    /// Warns that games are not saved, the first time only.
    pub(crate) fn warn_not_saved(&self, printer: Printer, error: &StorageError) {
        if !self.has_warned.replace(true) {
            let error = error.tell(printer.texts());
            errln!("{}", printer.texts().tell("line.not_kept", &[("error", &error)]));
        }
    }

    fn with_storage<T>(
        &self,
        printer: Printer,
        access: impl FnOnce(&Storage) -> Result<T, StorageError>,
    ) -> Option<T> {
        match &self.storage {
            Ok(storage) => access(storage).inspect_err(|error| self.warn_not_saved(printer, error)).ok(),
            Err(error) => {
                self.warn_not_saved(printer, error);
                None
            }
        }
    }
}
