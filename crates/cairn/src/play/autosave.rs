//! Autosave: stores the game after every move, so that it survives even a crash. If saving fails, warns the
//! user at once, and again when the user leaves the game.

use cairn_session::Session;
use cairn_storage::{Autosaver, CountedGame, SaveSlot, SaveStatus, StorageError};
use cairn_table::Table;

use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::UserData;

/// Where the game of a table is stored.
pub(crate) struct GameSave<'a> {
    user_data: &'a UserData,
    autosaver: Autosaver,
}

impl<'a> GameSave<'a> {
    /// Storage for a new game.
    pub(crate) fn new(user_data: &'a UserData) -> Self {
        Self { user_data, autosaver: Autosaver::default() }
    }

    /// Storage for a game that was saved.
    pub(super) fn resumed(user_data: &'a UserData, slot: SaveSlot, session: &dyn Session) -> Self {
        Self { user_data, autosaver: Autosaver::resumed(slot, session) }
    }

    /// The user's files.
    pub(super) const fn user_data(&self) -> &'a UserData {
        self.user_data
    }

    /// Storage for another game.
    pub(super) fn for_new_game(&self) -> Self {
        Self::new(self.user_data)
    }

    /// Stores the game in its current state. Warns the user if saving starts to fail, and reports when it works again.
    pub(super) fn save(&mut self, printer: Printer, table: &Table) {
        let (session, texts) = (table.session(), printer.texts());
        let storage = self.user_data.storage();
        match self.autosaver.save(storage, session, &table.player_names(), table.seed()) {
            SaveStatus::Unchanged => {}
            SaveStatus::Recovered => errln!("{}", texts.text("line.saved_again")),
            SaveStatus::Failed => {
                let problem = self.autosaver.problem(session, texts).unwrap_or_default();
                let save = texts.command("save");
                errln!("{}", texts.format("line.not_kept", &[("problem", &problem), ("save", &save)]));
            }
        }
    }

    /// Counts the game of the table for the user's rating, once; `None` if it does not count.
    pub(super) fn count(&self, table: &Table) -> Option<Result<CountedGame, StorageError>> {
        self.autosaver.count(self.user_data.storage(), table)
    }

    /// Whether there is a save of the game.
    pub(super) const fn has_slot(&self) -> bool {
        self.autosaver.has_slot()
    }

    /// Notes that the game as it stands was shown.
    pub(super) fn was_shown(&mut self, table: &Table) {
        self.autosaver.was_shown(self.user_data.storage(), table.session());
    }

    /// Whether the game is over and among the saved games.
    pub(super) fn is_recorded(&self) -> bool {
        self.autosaver.record().is_some()
    }

    /// Notes that the game as it stands was written to a file.
    pub(super) fn saved_elsewhere(&mut self, table: &Table) {
        self.autosaver.saved_elsewhere(table.session());
    }

    /// Whether the game is stored as it stands.
    pub(super) fn is_saved(&self, table: &Table) -> bool {
        self.autosaver.is_saved(table.session())
    }

    /// A warning about the moves that would be lost if the user left the game now.
    pub(super) fn loss(&self, printer: Printer, table: &Table) -> Option<String> {
        self.autosaver.loss(table.session(), printer.texts())
    }
}
