//! Actions, and the keys that are bound to them on each screen.
//!
//! `mod.rs` has the actions and the lookup, `tables.rs` the bindings.

mod tables;

use cairn_rules::Site;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub(crate) use tables::{ASK, GAME, LESSON, LIST, ONLINE, PUZZLE, PUZZLES, READER, SAVED, SETUP};

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

/// The action of a key.
pub(crate) fn find(bindings: &[Binding], key: KeyEvent) -> Option<Action> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    let code = match key.code {
        KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
        code => code,
    };
    bindings.iter().find(|binding| binding.keys.contains(&code)).map(|binding| binding.action)
}

/// The index of the entry that a digit picks.
pub(crate) fn digit(key: KeyEvent) -> Option<usize> {
    let KeyCode::Char(c) = key.code else { return None };
    c.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1))
}
