//! Keeps the game being played, and knows whether it is kept: what cannot be written is tried again at every
//! change, and somebody has to be told. A game that is over gets a file of its own among the saved games.

use std::path::{Path, PathBuf};

use cairn_session::{Session, record};
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
    /// The file of the game among the saved games, if it is over and was written as it stands.
    record: Option<PathBuf>,
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
        Self { autosave: Some(autosave), kept: session.history(), record: None, error: None }
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
                if self.error.take().is_some() {
                    Keeping::SavedAgain
                } else {
                    Keeping::Unchanged
                }
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
        self.record = None;
        if self.autosave.is_none() && session.ply() == 0 {
            return Ok(());
        }
        if self.autosave.is_none() {
            self.autosave = Some(storage.ok_or(StorageError::NoFolder)?.autosave()?);
        }
        // Killed in between, the program leaves a record, and a save that ends in the same one.
        let recorded = self.write_record(storage, session);
        let saved = self.autosave.as_mut().map_or(Ok(()), |autosave| autosave.keep(session, seats, seed));
        if self.record.is_some() || saved.is_ok() {
            self.kept = session.history();
        }
        recorded.and(if self.record.is_some() { Ok(()) } else { saved })
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

    /// Writes the record of a game that is over. The name of its slot makes sure that it replaces what was
    /// written of the same game, and nothing else.
    fn write_record(&mut self, storage: Option<&Storage>, session: &dyn Session) -> Result<(), StorageError> {
        let Some(autosave) = self.autosave.as_ref().filter(|_| session.outcome().is_some()) else {
            return Ok(());
        };
        if session.ply() == 0 {
            return Ok(());
        }
        let name = format!("{}-{}", session.info().id, autosave.name());
        let text = record::write([&session.record()]);
        self.record = Some(storage.ok_or(StorageError::NoFolder)?.save_record(&name, &text)?);
        Ok(())
    }

    /// Notes that people have seen the game as it stands: the save of one that is over goes once its record is
    /// among the saved games.
    pub fn was_shown(&mut self, storage: Option<&Storage>, session: &dyn Session) {
        if self.autosave.is_none() || session.outcome().is_none() {
            return;
        }
        let is_recorded = self.record.is_some() || self.write_record(storage, session).is_ok();
        if let Some(autosave) = self.autosave.as_mut().filter(|_| is_recorded) {
            // A save that cannot be removed shows the end once more.
            let _ = autosave.clear();
        }
    }

    /// The file of the game among the saved games, if it is over.
    pub fn record(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// Notes that the game as it stands was written to another place.
    pub fn kept_elsewhere(&mut self, session: &dyn Session) {
        self.kept = session.history();
    }

    /// Whether the game is in its save, as it stands, to be continued later.
    pub fn is_saved(&self, session: &dyn Session) -> bool {
        let is_continued = session.outcome().is_none() && session.ply() > 0;
        self.autosave.is_some() && self.error.is_none() && is_continued
    }

    /// What is wrong, in a language; `None` if nothing is.
    pub fn problem(&self, session: &dyn Session, texts: Texts) -> Option<String> {
        let error = self.error.as_ref()?;
        Some(self.loss(session, texts).unwrap_or_else(|| error.tell(texts)))
    }

    /// What would be lost if the game were left now, in a language; `None` if nothing.
    pub fn loss(&self, session: &dyn Session, texts: Texts) -> Option<String> {
        let error = self.error.as_ref()?.tell(texts);
        let (history, game) = (session.history(), session.spec());
        let plies = history.len();
        if plies == 0 || self.kept == history {
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
