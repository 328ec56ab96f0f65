//! Actions, and the keys bound to them on each screen.
//!
//! `mod.rs` defines the actions, `tables.rs` the default bindings, and `custom.rs` those of the user.

mod custom;
mod tables;

use cairn_rules::Site;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

pub(crate) use custom::KeyMap;

pub(crate) use tables::{
    ANALYSIS, ASK, GAME, LESSON, LIST, ONLINE, POSITION, PUZZLE, PUZZLES, READER, SAVED, SETUP,
};

/// The action of a key or a click.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Action {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    First,
    Last,
    Next,
    Previous,
    Choose,
    Back,
    Leave,
    Help,
    Rules,
    Legend,
    Settings,
    Type,
    Undo,
    Redo,
    Hint,
    Evaluate,
    Review,
    Flip,
    Size,
    Resign,
    OfferDraw,
    Save,
    Copy,
    Pause,
    Step,
    Faster,
    Slower,
    Reset,
    Delete,
    /// Opens the next unsolved puzzle.
    NextPuzzle,
    /// Continues the game after a puzzle.
    PlayOn,
    /// Opens the puzzle of the day.
    Today,
    /// Filters the list of puzzles.
    ByGame,
    ByDifficulty,
    BySolved,
    Find,
    /// Goes to the next or the previous step of a lesson.
    Skip,
    StepBack,
    /// Opens the analysis board.
    Analyze,
    /// Goes to the next or the previous variation on the analysis board, or makes one the main line.
    NextVariation,
    PreviousVariation,
    Promote,
    /// Sets up a position; while doing so, gives the turn to the next player, or empties the board.
    SetUp,
    Turn,
    Clear,
    CopyPosition,
    /// Plays the first move of a line of the engine, from 0.
    Line(usize),
    /// Goes to a node of the tree of variations.
    Node(usize),
    Yes,
    No,
    /// Picks an entry by its digit, from 0.
    Pick(usize),
    /// Clicks a row of a list, from 0.
    Row(usize),
    /// Points at a site of the board.
    Site(Site),
    /// Picks up pieces at the first site and drops them on the second.
    Drop(Site, Site),
    /// Shows the position after this many plies.
    Ply(usize),
}

/// Keys bound to an action.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) keys: &'static [KeyCode],
    pub(crate) action: Action,
    /// The keys as the help shows them.
    pub(crate) shown: &'static str,
    /// The text key of the description.
    pub(crate) about: &'static str,
}

/// The bindings of a screen, in groups.
pub(crate) type Bindings = &'static [&'static [Binding]];

/// Returns all bindings of a screen.
pub(crate) fn all(bindings: Bindings) -> impl Iterator<Item = &'static Binding> {
    bindings.iter().copied().flatten()
}

impl Binding {
    /// Returns the name by which the settings rebind it: the last part of its text key, without the kind of screen.
    /// Bindings with the same name have the same purpose on several screens.
    pub(crate) fn name(&self) -> &'static str {
        let name = self.about.rsplit('.').next().unwrap_or(self.about);
        ["_online", "_puzzle"].iter().find_map(|screen| name.strip_suffix(screen)).unwrap_or(name)
    }
}

/// Returns the index of the entry that a digit picks.
pub(crate) fn digit(key: KeyEvent) -> Option<usize> {
    let KeyCode::Char(c) = key.code else { return None };
    c.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1))
}
