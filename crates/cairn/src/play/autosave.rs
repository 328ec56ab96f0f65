//! Keeps the game that is played here, so that nothing that ends the program loses it.

use cairn_storage::Autosave;
use cairn_table::Table;

use crate::printer::Printer;
use crate::user_data::UserData;

/// Where the game of a table is kept.
pub(super) struct GameSave<'a> {
    user_data: &'a UserData,
    /// Its place; there is none before the first move.
    autosave: Option<Autosave>,
}

impl<'a> GameSave<'a> {
    /// A place for a game; `autosave` if it has one already.
    pub(super) const fn new(user_data: &'a UserData, autosave: Option<Autosave>) -> Self {
        Self { user_data, autosave }
    }

    /// A place for another game.
    pub(super) const fn another(&self) -> Self {
        Self::new(self.user_data, None)
    }

    /// Keeps the game as it stands.
    pub(super) fn keep(&mut self, printer: Printer, table: &Table) {
        let session = table.session();
        if self.autosave.is_none() && !session.history().is_empty() {
            self.autosave = self.user_data.autosave(printer);
        }
        if let Some(autosave) = &mut self.autosave
            && let Err(error) = autosave.keep(session, &table.player_names(), table.seed())
        {
            self.user_data.complain(printer, &error);
        }
    }

    /// Whether a game lies there.
    pub(super) fn is_kept(&self) -> bool {
        self.autosave.as_ref().is_some_and(|autosave| autosave.path().exists())
    }
}
