//! Unfinished games: the format of a save file, and finding saves that no process is playing.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cairn_session::{Session, record};
use cairn_texts::Texts;

use crate::{Autosave, StorageError};

/// The extension of a save file.
pub(crate) const SAVE_EXTENSION: &str = "game";
/// The extension that a save gets if it cannot be read.
const DAMAGED_EXTENSION: &str = "damaged";

/// An unfinished game, locked for this process.
#[derive(Debug)]
pub struct SavedGame {
    /// The game.
    pub session: Box<dyn Session>,
    /// The player spec of each seat.
    pub seats: Vec<String>,
    /// The seed of the bots.
    pub seed: u64,
    /// When it was last saved.
    pub saved: SystemTime,
    /// Its save slot, to continue saving into.
    pub autosave: Autosave,
}

/// A save that could not be read.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct DamagedSave {
    /// The file, after it was renamed.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: String,
}

impl DamagedSave {
    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        texts.tell("home.damaged", &[("path", &self.path.display()), ("problem", &self.problem)])
    }
}

/// Every unfinished game of a user.
#[derive(Debug, Default)]
pub struct UnfinishedGames {
    /// The games, most recent first.
    pub games: Vec<SavedGame>,
    /// The saves that could not be read.
    pub damaged: Vec<DamagedSave>,
}

/// The text of a save file: the players, the seed, the number of plies as a check, and the record.
pub(crate) fn write(session: &dyn Session, seats: &[String], seed: u64) -> String {
    let mut text = "# An unfinished game, kept after every move.\n".to_owned();
    for seat in seats {
        // Writing to a string does not fail.
        let _ = writeln!(text, "seat = {seat}");
    }
    let _ = writeln!(text, "seed = {seed}\nplies = {}\n", session.history().len());
    text + &record::write([&session.record()])
}

/// The contents of a save file.
struct Save {
    session: Box<dyn Session>,
    seats: Vec<String>,
    seed: u64,
}

fn read(bytes: &[u8]) -> Result<Save, String> {
    let text = str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let (head, body) = text.split_once("\n\n").ok_or("there is no record in it")?;
    let (mut seats, mut seed, mut plies) = (Vec::new(), None, None);
    for line in head.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" = ") {
            Some(("seat", player)) => seats.push(player.to_owned()),
            Some(("seed", number)) => seed = number.parse().ok(),
            Some(("plies", number)) => plies = number.parse().ok(),
            _ => return Err(format!("`{}` is not `name = value`", line.escape_debug())),
        }
    }
    let records = record::read(body).map_err(|error| error.to_string())?;
    let [record] = &records[..] else { return Err(format!("{} games instead of one", records.len())) };
    let session = record.session().map_err(|error| error.to_string())?;
    if plies != Some(record.moves().len()) {
        return Err("moves are missing".to_owned());
    }
    if seats.len() != session.seats() {
        return Err(format!("{} seats instead of {}", seats.len(), session.seats()));
    }
    Ok(Save { session, seats, seed: seed.ok_or("the seed is missing")? })
}

/// Finds the saves in a folder that no process is playing.
pub(crate) fn find(folder: &Path) -> Result<UnfinishedGames, StorageError> {
    let mut unfinished = UnfinishedGames::default();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(unfinished),
        Err(error) => return Err(StorageError::file(folder, error)),
    };
    for entry in entries {
        let path = entry.map_err(|error| StorageError::file(folder, error))?.path();
        if path.extension().is_none_or(|extension| extension != SAVE_EXTENSION) {
            Autosave::remove_stale_lock(&path);
            continue;
        }
        let Some(autosave) = Autosave::acquire(&path)? else { continue };
        // The process that played it may have finished it in the meantime.
        let Ok(bytes) = fs::read(&path) else { continue };
        match read(&bytes) {
            Ok(Save { session, seats, seed }) => {
                let saved = fs::metadata(&path).and_then(|file| file.modified());
                let saved = saved.unwrap_or(SystemTime::UNIX_EPOCH);
                unfinished.games.push(SavedGame { session, seats, seed, saved, autosave });
            }
            Err(problem) => {
                let renamed = path.with_extension(DAMAGED_EXTENSION);
                fs::rename(&path, &renamed).map_err(|error| StorageError::file(&path, error))?;
                unfinished.damaged.push(DamagedSave { path: renamed, problem });
            }
        }
    }
    unfinished.games.sort_by(|a, b| (b.saved, b.autosave.path()).cmp(&(a.saved, a.autosave.path())));
    Ok(unfinished)
}
