//! What the program tells the app when it opens it.

use cairn_rules::PuzzleInfo;
use cairn_session::Session;
use cairn_storage::{Settings, Storage};
use cairn_texts::Language;

use crate::theme::{Depth, Mode};
use cairn_session::players::PlayerSpec;

/// Where the app begins, and all that it has to know of its surroundings.
#[derive(Debug)]
pub struct Start {
    /// What is on the screen first.
    pub opening: Opening,
    /// Where settings and games are kept; nowhere if there is no such place.
    pub home: Option<Storage>,
    /// The settings.
    pub settings: Settings,
    /// The language until somebody sets another.
    pub language: Language,
    /// Whether only ASCII characters are drawn, whatever the settings say.
    pub ascii: bool,
    /// How many colours the terminal shows.
    pub depth: Depth,
    /// Light or dark if the settings leave it open.
    pub mode: Mode,
    /// Who was named for the seats of the next game.
    pub player_specs: [Option<PlayerSpec>; 4],
    /// Today, as records write it.
    pub today: String,
    /// What the seeds of all games come from.
    pub seed: u64,
    /// What has to be said at once, such as what is wrong in a file.
    pub remarks: Vec<String>,
}

/// What is on the screen first.
#[derive(Debug)]
pub enum Opening {
    /// The menu.
    Menu,
    /// A game: it, who plays, and the seed of its bots.
    Game(Box<dyn Session>, Vec<PlayerSpec>, u64),
    /// The game that was left last, or the menu if there is none.
    SavedGame,
    /// A puzzle.
    Puzzle(&'static PuzzleInfo),
}
