//! The parameters with which the program opens the app.

use std::sync::Arc;

use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, PuzzleInfo};
use cairn_session::Session;
use cairn_storage::{Settings, Storage};
use cairn_texts::Language;

use crate::remote::{RemoteGame, RemoteGames};
use crate::theme::{Depth, Mode};

/// The start of the app, and its environment.
#[derive(Debug)]
pub struct Start {
    /// The first screen.
    pub opening: Opening,
    /// The user's files; `None` if there is no folder for them.
    pub storage: Option<Storage>,
    /// Reaches games on servers; `None` if the program cannot.
    pub remote: Option<Arc<dyn RemoteGames>>,
    /// The settings.
    pub settings: Settings,
    /// The language until the user changes the settings.
    pub language: Language,
    /// Whether to draw only ASCII characters, regardless of the settings.
    pub ascii: bool,
    /// The number of colours of the terminal.
    pub depth: Depth,
    /// The mode if the settings do not set one.
    pub mode: Mode,
    /// The players that the user has named for the next game.
    pub player_specs: [Option<PlayerSpec>; 4],
    /// Today's date in the format of records.
    pub today: String,
    /// The seed from which the seeds of all games are drawn.
    pub seed: u64,
    /// Messages to show at once, such as problems in a file.
    pub remarks: Vec<String>,
}

/// The first screen.
#[derive(Debug)]
pub enum Opening {
    /// The menu.
    Menu,
    /// A game with its players and the seed of its bots.
    Game(Box<dyn Session>, Vec<PlayerSpec>, u64),
    /// A game with its players and the seed of its bots, for the user's rating.
    RatedGame(Box<dyn Session>, Vec<PlayerSpec>, u64),
    /// A remote game.
    RemoteGame(Box<RemoteGame>),
    /// The most recent unfinished game, of this game with its options if one is named; the menu if there is none.
    SavedGame(Option<String>),
    /// A puzzle.
    Puzzle(&'static PuzzleInfo),
    /// The lesson of a game.
    Lesson(&'static GameInfo),
}
