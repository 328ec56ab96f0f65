//! The list of unfinished games, here and on servers. Listing neither reads nor locks a game: it is read when the caller asks for its
//! preview, and locked when the user continues it.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cairn_session::Session;
use cairn_texts::Texts;

use crate::save::{self, Save};
use crate::{Damaged, OnlineSave, SaveSlot, Storage, StorageError, slot};

/// The extension of a save file.
pub(crate) const SAVE_EXTENSION: &str = "game";
/// The extension of a save that cannot be read.
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
    /// The time of the last save.
    pub saved: SystemTime,
    /// Its save slot, to continue saving into.
    pub slot: SaveSlot,
}

/// An unfinished game in the list.
#[derive(Debug)]
pub struct UnfinishedGame {
    path: PathBuf,
    saved: SystemTime,
    preview: OnceCell<Option<Save>>,
}

impl UnfinishedGame {
    /// Returns its save file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns when it was last saved.
    pub const fn saved(&self) -> SystemTime {
        self.saved
    }

    /// Returns the saved game, read on the first call; `None` if it cannot be read.
    pub fn preview(&self) -> Option<&Save> {
        self.preview.get_or_init(|| save::read(&fs::read(&self.path).ok()?).ok()).as_ref()
    }

    /// Locks the game for this process and reads its current state. Renames a save that cannot be read.
    pub fn open(&self) -> Result<SavedGame, StorageError> {
        let path = &self.path;
        let failed = |error| StorageError::file(path, error);
        let mut slot = SaveSlot::acquire(path)?.ok_or(StorageError::InPlay)?;
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(StorageError::Gone),
            read => read.map_err(failed)?,
        };
        match save::read(&bytes) {
            Ok(Save { session, seats, seed, clock }) => {
                slot.clock = clock;
                let saved = fs::metadata(path).and_then(|file| file.modified()).unwrap_or(self.saved);
                Ok(SavedGame { session, seats, seed, saved, slot })
            }
            Err(problem) => {
                let aside = cairn_engine::files::quarantine(path, &path.with_extension(DAMAGED_EXTENSION));
                let aside = aside.and_then(|aside| slot::remove(path).map(|()| aside));
                Err(StorageError::DamagedGame(Damaged { path: aside.map_err(failed)?, problem }))
            }
        }
    }

    /// Deletes the save.
    pub fn delete(&self) -> Result<(), StorageError> {
        let slot = SaveSlot::acquire(&self.path)?.ok_or(StorageError::InPlay)?;
        slot.delete()
    }
}

/// The unfinished games of a user.
#[derive(Debug, Default)]
pub struct UnfinishedGames {
    /// The games that no process is playing, most recent first.
    pub games: Vec<UnfinishedGame>,
    /// The games on servers that were not over when the user last saw them, most recent first.
    pub online: Vec<OnlineSave>,
    /// Why games on servers are missing, if any are.
    pub problem: Option<StorageError>,
    /// The number of games that a process is playing, this one included.
    pub in_play: usize,
}

/// An unfinished game of either kind.
#[derive(Debug)]
pub enum Unfinished {
    /// A game of this program.
    Local(UnfinishedGame),
    /// A game on a server.
    Online(OnlineSave),
}

impl Unfinished {
    /// When it was last saved.
    pub fn saved(&self) -> SystemTime {
        match self {
            Self::Local(game) => game.saved(),
            Self::Online(game) => game.saved(),
        }
    }

    /// The game as it was saved; `None` if it cannot be read.
    pub fn session(&self) -> Option<&dyn Session> {
        match self {
            Self::Local(game) => game.preview().map(|save| &*save.session),
            Self::Online(game) => game.session(),
        }
    }

    /// Whom the user plays against, or all players, in a language.
    pub fn opponent(&self, texts: Texts) -> String {
        match self {
            Self::Local(game) => game.preview().map(|save| save.opponent(texts)).unwrap_or_default(),
            Self::Online(game) => game.opponent(texts),
        }
    }
}

/// What came of opening the most recent game.
#[derive(Debug, Default)]
pub struct MostRecent {
    /// The game.
    pub game: Option<SavedGame>,
    /// The errors of more recent games, which were skipped.
    pub passed_over: Vec<StorageError>,
}

impl UnfinishedGames {
    /// All games, most recent first.
    pub fn merged(self) -> Vec<Unfinished> {
        let local = self.games.into_iter().map(Unfinished::Local);
        let mut games: Vec<_> = local.chain(self.online.into_iter().map(Unfinished::Online)).collect();
        games.sort_by_key(|game| Reverse(game.saved()));
        games
    }

    /// The most recent game on a server; if a game is named, the most recent one of it, with these options if there
    /// are any. `None` if a local game was saved later.
    pub fn most_recent_online(&self, spec: Option<&str>, local: Option<&SavedGame>) -> Option<&OnlineSave> {
        let is_named = |session: &dyn Session| spec.is_none_or(|spec| is_of(session, spec));
        let online = self.online.iter().find(|game| game.session().is_some_and(is_named))?;
        local.is_none_or(|local| local.saved < online.saved()).then_some(online)
    }

    /// Drops the games at the top of the list that cannot be read, which are renamed, until there is one
    /// that can; the list then begins with a game to be shown.
    pub fn drop_damaged(&mut self) -> Vec<StorageError> {
        let mut dropped = Vec::new();
        while self.games.first().is_some_and(|game| game.preview().is_none()) {
            dropped.extend(self.games.remove(0).open().err());
        }
        dropped
    }

    /// Opens the most recent game that can be opened; with a spec, the most recent one of that game, and with these
    /// options if it has any.
    pub fn open_most_recent(&self, spec: Option<&str>) -> MostRecent {
        let mut most_recent = MostRecent::default();
        for game in &self.games {
            match game.open() {
                Ok(game) if spec.is_some_and(|spec| !is_of(&*game.session, spec)) => {}
                Ok(game) => {
                    most_recent.game = Some(game);
                    break;
                }
                Err(error) => most_recent.passed_over.push(error),
            }
        }
        most_recent
    }
}

/// Whether this is a game with this name, or with this name and these options.
fn is_of(session: &dyn Session, spec: &str) -> bool {
    [session.info().id, &session.spec()].contains(&spec)
}

impl Storage {
    /// Lists the unfinished games, most recent first, without opening or locking them. Removes leftovers of killed
    /// processes.
    pub fn unfinished(&self) -> Result<UnfinishedGames, StorageError> {
        let folder = &self.unfinished_folder();
        let mut unfinished = UnfinishedGames::default();
        match self.online_games() {
            Ok((games, damaged)) => {
                (unfinished.online, unfinished.problem) = (games, damaged.map(StorageError::DamagedLines));
            }
            Err(error) => unfinished.problem = Some(error),
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(unfinished),
            Err(error) => return Err(StorageError::file(folder, error)),
        };
        for entry in entries {
            let path = entry.map_err(|error| StorageError::file(folder, error))?.path();
            if path.extension().is_none_or(|extension| extension != SAVE_EXTENSION) {
                slot::remove_stale_lock(&path);
                cairn_engine::files::remove_if_abandoned(&path);
            } else if slot::is_in_play(&path) {
                unfinished.in_play += 1;
            } else if let Ok(saved) = fs::metadata(&path).and_then(|file| file.modified()) {
                unfinished.games.push(UnfinishedGame { path, saved, preview: OnceCell::new() });
            }
        }
        unfinished.games.sort_by(|a, b| (b.saved, &b.path).cmp(&(a.saved, &a.path)));
        Ok(unfinished)
    }
}
