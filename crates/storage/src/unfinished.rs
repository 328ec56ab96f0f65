//! Games that were left: how one is written, and how they are found again.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cairn_session::{Session, record};
use cairn_texts::Texts;

use crate::{Autosave, StorageError};

/// How the file of a game ends.
pub(crate) const SAVE: &str = "game";
/// How one that makes no sense ends once it is put aside.
const ASIDE: &str = "damaged";

/// A game that was left, taken over by this program.
#[derive(Debug)]
pub struct SavedGame {
    /// The game.
    pub session: Box<dyn Session>,
    /// Who plays which seat, by the words that are typed.
    pub seats: Vec<String>,
    /// The seed of the bots.
    pub seed: u64,
    /// When it was last kept.
    pub saved: SystemTime,
    /// Its place, in which it is kept on.
    pub autosave: Autosave,
}

/// A save that could not be read.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Damaged {
    /// Where it is now.
    pub path: PathBuf,
    /// What is wrong in it.
    pub problem: String,
}

impl Damaged {
    /// What is wrong, and where the file is.
    pub fn tell(&self, texts: Texts) -> String {
        texts.tell("home.damaged", &[("path", &self.path.display()), ("problem", &self.problem)])
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The games, the last one first.
    pub games: Vec<SavedGame>,
    /// What could not be read.
    pub damaged: Vec<Damaged>,
}

/// The file of a game: who plays, the seed, how many plies there must be, and the record.
pub(crate) fn write(session: &dyn Session, seats: &[String], seed: u64) -> String {
    let mut text = "# An unfinished game, kept after every move.\n".to_owned();
    for seat in seats {
        // Writing to a string does not fail.
        let _ = writeln!(text, "seat = {seat}");
    }
    let _ = writeln!(text, "seed = {seed}\nplies = {}\n", session.history().len());
    text + &record::write([&session.record()])
}

/// What a file says.
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
            Some(("seat", who)) => seats.push(who.to_owned()),
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

/// Finds the games in a folder that nobody plays.
pub(crate) fn find(folder: &Path) -> Result<Found, StorageError> {
    let mut found = Found::default();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(StorageError::file(folder, error)),
    };
    for entry in entries {
        let path = entry.map_err(|error| StorageError::file(folder, error))?.path();
        if path.extension().is_none_or(|ending| ending != SAVE) {
            Autosave::tidy(&path);
            continue;
        }
        let Some(autosave) = Autosave::take_over(&path)? else { continue };
        // Whoever played it may have finished it meanwhile.
        let Ok(bytes) = fs::read(&path) else { continue };
        match read(&bytes) {
            Ok(Save { session, seats, seed }) => {
                let saved = fs::metadata(&path).and_then(|file| file.modified());
                let saved = saved.unwrap_or(SystemTime::UNIX_EPOCH);
                found.games.push(SavedGame { session, seats, seed, saved, autosave });
            }
            Err(problem) => {
                let aside = path.with_extension(ASIDE);
                fs::rename(&path, &aside).map_err(|error| StorageError::file(&path, error))?;
                found.damaged.push(Damaged { path: aside, problem });
            }
        }
    }
    found.games.sort_by(|a, b| (b.saved, b.autosave.path()).cmp(&(a.saved, a.autosave.path())));
    Ok(found)
}
