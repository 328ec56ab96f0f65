//! What the user keeps, as far as it can be had: the program does without, and says so once.

use std::cell::Cell;

use cairn_storage::{Autosave, Settings, SettingsProblem, Storage, StorageError, UnfinishedGames};

use cairn_texts::Texts;

use crate::printer::Printer;

/// The user's folders, or why there are none.
pub(crate) struct UserData {
    home: Result<Storage, StorageError>,
    settings: Settings,
    problems: Vec<SettingsProblem>,
    has_complained: Cell<bool>,
}

impl UserData {
    /// Opens the folders and lets the settings decide how output looks.
    pub(crate) fn open(printer: Printer) -> (Printer, Self) {
        let opened = Storage::open().and_then(|home| Ok((home.settings()?, home)));
        let ((settings, problems), home) = match opened {
            Ok((read, home)) => (read, Ok(home)),
            Err(error) => ((Settings::default(), Vec::new()), Err(error)),
        };
        (printer.settled(&settings), Self { home, settings, problems, has_complained: Cell::new(false) })
    }

    /// The folders, if there are any.
    pub(crate) fn home(&self) -> Option<&Storage> {
        self.home.as_ref().ok()
    }

    /// The settings as the user has them.
    pub(crate) fn settings(&self) -> Settings {
        self.settings.clone()
    }

    /// What is wrong with the settings, in sentences.
    pub(crate) fn remarks(&self, texts: Texts) -> Vec<String> {
        self.problems.iter().map(|problem| problem.tell(texts) + ".").collect()
    }

    /// Says what is wrong with the settings.
    pub(crate) fn report(&self, printer: Printer) {
        self.remarks(printer.texts()).iter().for_each(|remark| eprintln!("{remark}"));
    }

    /// The games that were left; those that cannot be read are reported.
    pub(crate) fn unfinished(&self, printer: Printer) -> UnfinishedGames {
        let found = self.with(printer, Storage::unfinished).unwrap_or_default();
        for damaged in &found.damaged {
            eprintln!("{}.", damaged.tell(printer.texts()));
        }
        found
    }

    /// A place for a game.
    pub(crate) fn autosave(&self, printer: Printer) -> Option<Autosave> {
        self.with(printer, Storage::autosave)
    }

    /// Complains that games are not kept, the first time.
    pub(crate) fn complain(&self, printer: Printer, error: &StorageError) {
        if !self.has_complained.replace(true) {
            let error = error.tell(printer.texts());
            eprintln!("{}", printer.texts().tell("line.not_kept", &[("error", &error)]));
        }
    }

    fn with<T>(&self, printer: Printer, ask: impl FnOnce(&Storage) -> Result<T, StorageError>) -> Option<T> {
        let asked = match &self.home {
            Ok(home) => ask(home),
            Err(error) => {
                self.complain(printer, error);
                return None;
            }
        };
        asked.inspect_err(|error| self.complain(printer, error)).ok()
    }
}
