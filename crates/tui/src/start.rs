//! What the program hands to the app when it opens it.

use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, PuzzleInfo};
use cairn_session::Session;
use cairn_storage::{Settings, Storage};
use cairn_texts::Language;

use crate::remote::RemoteGame;
use crate::theme::{Depth, Mode};

/// How the app starts, and what it has to know about its environment.
#[derive(Debug)]
pub struct Start {
    /// The first screen.
    pub opening: Opening,
    /// The user's files; `None` if there is no place for them.
    pub storage: Option<Storage>,
    /// The settings.
    pub settings: Settings,
    /// The language until the settings are changed.
    pub language: Language,
    /// Whether only ASCII characters are drawn, whatever the settings say.
    pub ascii: bool,
    /// How many colours the terminal shows.
    pub depth: Depth,
    /// Light or dark if the settings leave it open.
    pub mode: Mode,
    /// The players whom the user has named for the next game.
    pub player_specs: [Option<PlayerSpec>; 4],
    /// Today's date as records write it.
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
    /// The same, for the user's rating.
    RatedGame(Box<dyn Session>, Vec<PlayerSpec>, u64),
    /// A remote game.
    RemoteGame(Box<RemoteGame>),
    /// The unfinished game that was played last, of this game with its options if one is named; the menu if there is
    /// none.
    SavedGame(Option<String>),
    /// A puzzle.
    Puzzle(&'static PuzzleInfo),
    /// The lesson of a game.
    Lesson(&'static GameInfo),
}
