//! Actions, and the keys that are bound to them on each screen.
//!
//! `mod.rs` has the actions, `tables.rs` the usual bindings, and `custom.rs` those of the user.

mod custom;
mod tables;

use cairn_rules::Site;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

pub(crate) use custom::KeyMap;

pub(crate) use tables::{
    ANALYSIS, ASK, GAME, LESSON, LIST, ONLINE, POSITION, PUZZLE, PUZZLES, READER, SAVED, SETUP,
};

/// What a key or a click does.
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
    /// The next puzzle that is not solved.
    NextPuzzle,
    /// On with the game from the end of a puzzle.
    PlayOn,
    /// The puzzle of the day.
    Today,
    /// Filters of the list of puzzles.
    ByGame,
    ByDifficulty,
    BySolved,
    Find,
    /// In a lesson: the next step, and the previous one.
    Skip,
    StepBack,
    /// The analysis board.
    Analyze,
    /// On the analysis board: the next or previous variation, and a variation as the main line.
    NextVariation,
    PreviousVariation,
    Promote,
    /// Sets up a position, and while that is done: the next player's turn, an empty board.
    SetUp,
    Turn,
    Clear,
    CopyPosition,
    /// A line of the engine, from 0.
    Line(usize),
    /// A node of the tree of variations.
    Node(usize),
    Yes,
    No,
    /// An entry that is picked by its digit, from 0.
    Pick(usize),
    /// A row of a list that is clicked, from 0.
    Row(usize),
    /// A site of the board.
    Site(Site),
    /// The user picks up pieces at the first site and drops them on the second.
    Drop(Site, Site),
    /// The position after so many plies.
    Ply(usize),
}

/// Keys that are bound to an action.
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

/// All bindings of a screen.
pub(crate) fn all(bindings: Bindings) -> impl Iterator<Item = &'static Binding> {
    bindings.iter().copied().flatten()
}

impl Binding {
    /// The name by which the settings rebind it: the last part of its text key, without the kind of screen. Bindings
    /// with the same name have one purpose on several screens.
    pub(crate) fn name(&self) -> &'static str {
        let name = self.about.rsplit('.').next().unwrap_or(self.about);
        ["_online", "_puzzle"].iter().find_map(|screen| name.strip_suffix(screen)).unwrap_or(name)
    }
}

/// The index of the entry that a digit picks.
pub(crate) fn digit(key: KeyEvent) -> Option<usize> {
    let KeyCode::Char(c) = key.code else { return None };
    c.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1))
}
