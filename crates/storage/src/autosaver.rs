//! Saves the game in progress and tracks whether it is saved: retries a failed save at every change, so that callers
//! can report the failure. Also writes a finished game to the folder of saved games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cairn_coach::rating::level_elo;
use cairn_rules::Player;
use cairn_session::{Session, record};
use cairn_table::{Clock, Table, Time};
use cairn_texts::Texts;

use crate::{CountedGame, SaveSlot, SavedClock, Storage, StorageError};

/// Saves one game in progress.
#[derive(Debug, Default)]
pub struct Autosaver {
    /// The slot; `None` before the first move.
    slot: Option<SaveSlot>,
    /// The clocks to save with the game.
    clock: Option<SavedClock>,
    /// The moves of the last version written, to the save slot or to another file.
    saved_moves: Vec<String>,
    /// The file of the finished game in the folder of saved games, if it is up to date.
    record: Option<PathBuf>,
    /// The error of the last save, if it failed.
    error: Option<StorageError>,
}

/// The result of a save, compared with the previous one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SaveStatus {
    /// Unchanged: saved, or not saved and already reported.
    Unchanged,
    /// Saved after a failure.
    Recovered,
    /// Not saved after a success.
    Failed,
}

impl Autosaver {
    /// Continues a saved game.
    pub fn resumed(slot: SaveSlot, session: &dyn Session) -> Self {
        let clock = slot.clock().cloned();
        Self { slot: Some(slot), clock, saved_moves: session.history(), record: None, error: None }
    }

    /// Saves the current state of the game, with its players and the seed of the bots.
    pub fn save(
        &mut self,
        storage: Option<&Storage>,
        session: &dyn Session,
        seats: &[String],
        seed: u64,
    ) -> SaveStatus {
        let had_failed = self.error.is_some();
        self.error = self.write(storage, session, seats, seed).err();
        match (had_failed, self.error.is_some()) {
            (true, false) => SaveStatus::Recovered,
            (false, true) => SaveStatus::Failed,
            (true, true) | (false, false) => SaveStatus::Unchanged,
        }
    }

    /// Sets the clocks to save with the game.
    pub fn set_clock(&mut self, clock: &Clock, now: Time) {
        let players = Player::ALL.into_iter();
        let left: Vec<Duration> = players.map_while(|player| clock.left(player, now)).collect();
        self.clock = (!left.is_empty()).then(|| SavedClock { control: clock.control(), left });
    }

    fn write(
        &mut self,
        storage: Option<&Storage>,
        session: &dyn Session,
        seats: &[String],
        seed: u64,
    ) -> Result<(), StorageError> {
        self.record = None;
        if self.slot.is_none() && session.ply() == 0 {
            return Ok(());
        }
        if self.slot.is_none() {
            self.slot = Some(storage.ok_or(StorageError::NoFolder)?.new_slot()?);
        }
        if let Some(slot) = self.slot.as_mut().filter(|_| self.clock.is_some()) {
            slot.clock.clone_from(&self.clock);
        }
        // If the program is killed between the two writes, the save remains and will produce the same record again.
        let recorded = self.write_record(storage, session);
        let saved = self.slot.as_mut().map_or(Ok(()), |slot| slot.save(session, seats, seed));
        if self.record.is_some() || saved.is_ok() {
            self.saved_moves = session.history();
        }
        recorded.and(if self.record.is_some() { Ok(()) } else { saved })
    }

    /// Counts the finished game for the rating of the person who played it. Repeated calls count it once. `None` if the
    /// game is unrated or not over.
    ///
    /// Call this before showing the end, and repeat it while it fails: the save identifies the game.
    pub fn count(
        &self,
        storage: Option<&Storage>,
        table: &Table,
    ) -> Option<Result<CountedGame, StorageError>> {
        let (level, score) = table.rated_result()?;
        let game = table.session().info();
        let opponent = level_elo(game, level.into())?;
        let save = self.slot.as_ref().map(SaveSlot::path);
        let counted = storage
            .ok_or(StorageError::NoFolder)
            .and_then(|storage| storage.count_game(game.id, save, |rating| rating.after(opponent, score)));
        Some(counted)
    }

    /// Returns whether the game has a save, possibly an outdated one.
    pub const fn has_slot(&self) -> bool {
        self.slot.is_some()
    }

    /// Writes the record of a finished game under the name of the slot, so that it replaces only earlier records of the
    /// same game.
    fn write_record(&mut self, storage: Option<&Storage>, session: &dyn Session) -> Result<(), StorageError> {
        let Some(slot) = self.slot.as_ref().filter(|_| session.outcome().is_some()) else {
            return Ok(());
        };
        if session.ply() == 0 {
            return Ok(());
        }
        let name = format!("{}-{}", session.info().id, slot.name());
        let text = record::write([&session.record()]);
        self.record = Some(storage.ok_or(StorageError::NoFolder)?.save_record(&name, &text)?);
        Ok(())
    }

    /// Call this when the user has seen the current position. Deletes the save of a finished game once its record is
    /// among the saved games.
    pub fn was_shown(&mut self, storage: Option<&Storage>, session: &dyn Session) {
        if self.slot.is_none() || session.outcome().is_none() {
            return;
        }
        let is_recorded = self.record.is_some() || self.write_record(storage, session).is_ok();
        if let Some(slot) = self.slot.as_mut().filter(|_| is_recorded) {
            // If the save cannot be removed, the next start shows the end once more.
            let _ = slot.clear();
        }
    }

    /// Returns the file of the finished game in the folder of saved games.
    pub fn record(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// Records that the current position was written to another file.
    pub fn saved_elsewhere(&mut self, session: &dyn Session) {
        self.saved_moves = session.history();
    }

    /// Returns whether the current position is saved and can be continued later.
    pub fn is_saved(&self, session: &dyn Session) -> bool {
        let is_continued = session.outcome().is_none() && session.ply() > 0;
        self.slot.is_some() && self.error.is_none() && is_continued
    }

    /// Returns the error of the last save in a language; `None` if it succeeded.
    pub fn problem(&self, session: &dyn Session, texts: Texts) -> Option<String> {
        let error = self.error.as_ref()?;
        Some(self.loss(session, texts).unwrap_or_else(|| error.tell(texts)))
    }

    /// Describes in a language what the user would lose by leaving the game now; `None` if nothing.
    pub fn loss(&self, session: &dyn Session, texts: Texts) -> Option<String> {
        let error = self.error.as_ref()?.tell(texts);
        let (history, game) = (session.history(), session.spec());
        let plies = history.len();
        if plies == 0 || self.saved_moves == history {
            return None;
        }
        Some(if self.saved_moves.is_empty() {
            texts.plural("storage.not_saved", plies as u64, &[("game", &game), ("error", &error)])
        } else {
            let kept = self.saved_moves.len();
            texts.format(
                "storage.saved_as_before",
                &[("game", &game), ("plies", &plies), ("kept", &kept), ("error", &error)],
            )
        })
    }
}
