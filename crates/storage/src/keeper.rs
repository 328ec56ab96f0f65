//! Keeps the game being played, and knows whether it is kept: what cannot be written is tried again at every
//! change, and somebody has to be told.

use cairn_session::Session;
use cairn_table::Table;
use cairn_table::rating::level_elo;
use cairn_texts::Texts;

use crate::{Autosave, CountedGame, Storage, StorageError};

/// The place of the game being played.
#[derive(Debug, Default)]
pub struct Keeper {
    /// None before the first move.
    autosave: Option<Autosave>,
    /// The moves of the last version that was written, in the save or elsewhere; empty if there is none.
    kept: Vec<String>,
    /// Why the last version could not be written.
    error: Option<StorageError>,
}

/// What came of an attempt to save the game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Keeping {
    /// As before: it is saved, or somebody has been told that it is not.
    Unchanged,
    /// It is saved again after it could not be.
    SavedAgain,
    /// It could not be saved, and nobody knows yet.
    NotSaved,
}

impl Keeper {
    /// Goes on with a game that was saved.
    pub fn resumed(autosave: Autosave, session: &dyn Session) -> Self {
        Self { autosave: Some(autosave), kept: session.history(), error: None }
    }

    /// Saves the game as it stands, with its players and the seed of the bots.
    pub fn keep(
        &mut self,
        storage: Option<&Storage>,
        session: &dyn Session,
        seats: &[String],
        seed: u64,
    ) -> Keeping {
        match self.write(storage, session, seats, seed) {
            Ok(()) => {
                self.kept = session.history();
                if self.error.take().is_some() { Keeping::SavedAgain } else { Keeping::Unchanged }
            }
            Err(error) => {
                if self.error.replace(error).is_none() {
                    Keeping::NotSaved
                } else {
                    Keeping::Unchanged
                }
            }
        }
    }

    fn write(
        &mut self,
        storage: Option<&Storage>,
        session: &dyn Session,
        seats: &[String],
        seed: u64,
    ) -> Result<(), StorageError> {
        if self.autosave.is_none() && (session.history().is_empty() || session.outcome().is_some()) {
            return Ok(());
        }
        let autosave = match &mut self.autosave {
            Some(autosave) => autosave,
            none => none.insert(storage.ok_or(StorageError::NoFolder)?.autosave()?),
        };
        autosave.keep(session, seats, seed)
    }

    /// Counts the game of the table, which is kept here, for the rating of the person who played it. It counts
    /// once, however often it is asked for; `None` if it does not count, or is not over.
    ///
    /// To be called before the end is shown, and again as long as it fails: the save is what it is counted from.
    pub fn count(
        &self,
        storage: Option<&Storage>,
        table: &Table,
    ) -> Option<Result<CountedGame, StorageError>> {
        let (level, score) = table.rated_result()?;
        let game = table.session().info();
        let opponent = level_elo(game, level.into())?;
        let save = self.autosave.as_ref().map(Autosave::path);
        let counted = storage
            .ok_or(StorageError::NoFolder)
            .and_then(|storage| storage.count_game(game.id, save, |rating| rating.after(opponent, score)));
        Some(counted)
    }

    /// Whether there is a save of the game, as it stands or as it was before.
    pub const fn has_slot(&self) -> bool {
        self.autosave.is_some()
    }

    /// Notes that people have seen the game as it stands: one that is over need not be kept any longer.
    pub fn was_shown(&mut self, session: &dyn Session) {
        if let Some(autosave) = self.autosave.as_mut().filter(|_| session.outcome().is_some()) {
            // A save that cannot be removed shows the end once more.
            let _ = autosave.clear();
        }
    }

    /// Notes that the game as it stands was written to another place.
    pub fn kept_elsewhere(&mut self, session: &dyn Session) {
        self.kept = session.history();
    }

    /// Whether the game is in its save, as it stands, to be continued later.
    pub fn is_saved(&self, session: &dyn Session) -> bool {
        self.autosave.is_some() && self.error.is_none() && !is_nothing_to_keep(session)
    }

    /// What is wrong, in a language; `None` if nothing is.
    pub fn problem(&self, session: &dyn Session, texts: Texts) -> Option<String> {
        let error = self.error.as_ref()?;
        Some(self.loss(session, texts).unwrap_or_else(|| error.tell(texts)))
    }

    /// What would be lost if the game were left now, in a language; `None` if nothing.
    pub fn loss(&self, session: &dyn Session, texts: Texts) -> Option<String> {
        let error = self.error.as_ref().filter(|_| !is_nothing_to_keep(session))?.tell(texts);
        let (history, game) = (session.history(), session.spec());
        let plies = history.len();
        if self.kept == history {
            return None;
        }
        Some(if self.kept.is_empty() {
            texts.plural("storage.not_saved", plies as u64, &[("game", &game), ("error", &error)])
        } else {
            let kept = self.kept.len();
            texts.tell(
                "storage.saved_as_before",
                &[("game", &game), ("plies", &plies), ("kept", &kept), ("error", &error)],
            )
        })
    }
}

/// A game that is over is not continued, and one without moves need not be.
fn is_nothing_to_keep(session: &dyn Session) -> bool {
    session.outcome().is_some() || session.history().is_empty()
}
