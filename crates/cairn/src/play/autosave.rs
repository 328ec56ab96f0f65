//! Autosave: the game is stored after every move, so that it survives whatever ends the program.

use cairn_storage::Autosave;
use cairn_table::Table;

use crate::printer::Printer;
use crate::user_data::UserData;

/// Where the game of a table is stored.
pub(super) struct GameSave<'a> {
    user_data: &'a UserData,
    /// None before the first move.
    autosave: Option<Autosave>,
}

impl<'a> GameSave<'a> {
    /// Storage for a game, with its autosave if it has one already.
    pub(super) const fn new(user_data: &'a UserData, autosave: Option<Autosave>) -> Self {
        Self { user_data, autosave }
    }

    /// Storage for another game.
    pub(super) const fn for_new_game(&self) -> Self {
        Self::new(self.user_data, None)
    }

    /// Stores the game as it stands.
    pub(super) fn save(&mut self, printer: Printer, table: &Table) {
        let session = table.session();
        if self.autosave.is_none() && !session.history().is_empty() {
            self.autosave = self.user_data.autosave(printer);
        }
        if let Some(autosave) = &mut self.autosave
            && let Err(error) = autosave.keep(session, &table.player_names(), table.seed())
        {
            self.user_data.warn_not_saved(printer, &error);
        }
    }

    /// Whether the game is stored.
    pub(super) fn is_saved(&self) -> bool {
        self.autosave.as_ref().is_some_and(|autosave| autosave.path().exists())
    }
}
