//! What a user keeps between two runs: settings and unfinished games.
//!
//! Everything lies in the platform's usual folders, or in the folder that `CAIRN_HOME` names. Files
//! are replaced whole or not at all, and what cannot be understood is reported and kept.
//!
//! ```
//! use cairn_storage::Storage;
//! use cairn_session::open;
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let home = Storage::at(folder);
//! let (mut settings, problems) = home.settings()?;
//! assert!(problems.is_empty());
//! settings.ascii = true;
//! home.save_settings(&settings)?;
//!
//! // A game is kept after every move, and is there if the program ends early.
//! let mut session = open(cairn_rules::games::ALL[0].id, None)?;
//! let mut autosave = home.autosave()?;
//! session.play(&session.legal_moves()[0])?;
//! autosave.keep(&*session, &["human".to_owned(), "level3".to_owned()], 7)?;
//! drop(autosave);
//! let found = home.unfinished()?;
//! assert_eq!(found.games[0].session.history(), session.history());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod autosave;
mod choice;
mod error;
mod file;
mod folder;
mod settings;
mod unfinished;

pub use autosave::Autosave;
pub use choice::{Cells, Choice, Mode, Speed, Theme};
pub use error::StorageError;
pub use file::replace;
pub use folder::Storage;
pub use settings::{Problem, Settings, Wrong};
pub use unfinished::{Damaged, Found, SavedGame};
