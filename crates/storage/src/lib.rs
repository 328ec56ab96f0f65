//! The user's files: settings, unfinished and saved games, solved puzzles, ratings, and seats in games on servers.
//!
//! Files live in the platform's standard folders, or in the folder named by `CAIRN_HOME`. They are replaced atomically,
//! and files that cannot be read are reported and stored under another name.
//!
//! [`Storage`] has the folders and leads to everything else. `settings` reads and writes the settings, with the values in
//! `settings/choice`. [`Autosaver`] saves the game being played to a [`SaveSlot`], in the format of `save`; `unfinished` lists those
//! games and those on servers, and `saved` the finished ones. `json_lines` reads and writes data files: [`PuzzleStore`] has the solved puzzles,
//! `ratings` the ratings, and `online` the seats in games on servers.
//!
//! ```
//! use cairn_storage::Storage;
//! use cairn_session::open;
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let storage = Storage::at(folder);
//! let (mut settings, problems) = storage.settings();
//! assert!(problems.is_empty());
//! settings.ascii = true;
//! storage.save_settings(&settings)?;
//!
//! // A game is saved after every move, and can be resumed if the program ends early.
//! let mut session = open(cairn_rules::games::ALL[0].id, None)?;
//! let mut slot = storage.new_slot()?;
//! session.play(&session.legal_moves()[0])?;
//! slot.save(&*session, &["human".to_owned(), "level3".to_owned()], 7)?;
//! drop(slot);
//! let unfinished = storage.unfinished()?;
//! let resumed = unfinished.games[0].open()?;
//! assert_eq!(resumed.session.history(), session.history());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod autosaver;
mod error;
mod json_lines;
mod online;
mod puzzles;
mod ratings;
mod save;
mod saved;
mod settings;
mod slot;
mod storage;
mod unfinished;

pub use autosaver::{Autosaver, SaveStatus};
pub use error::{BadLines, Damage, Damaged, StorageError};
pub use json_lines::DataKind;
pub use online::{LastSeen, OnlineSave, OnlineSeat};
pub use puzzles::PuzzleStore;
pub use ratings::{CountedGame, Ratings};
pub use save::{Save, SavedClock};
pub use saved::{SavedFilter, SavedRecord, SavedRow};
pub use settings::{
    Cells, Choice, KeySetting, Mode, SettingError, Settings, SettingsProblem, Speed, Theme, ValueProblem,
};
pub use slot::SaveSlot;
pub use storage::Storage;
pub use unfinished::{MostRecent, SavedGame, Unfinished, UnfinishedGame, UnfinishedGames};

/// Compiles the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
