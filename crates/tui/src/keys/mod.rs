//! Which keys there are on each screen, what they ask for, and how the help lists them.

mod tables;

use cairn_rules::Site;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub(crate) use tables::{ASK, GAME, LIST, PUZZLE, READER, SETUP};

/// What a key or a click asks for.
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
    Settings,
    Type,
    Undo,
    Redo,
    Hint,
    Evaluate,
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
    Forget,
    Yes,
    No,
    /// What a digit stands for, from 0.
    Pick(usize),
    /// A row of a list that was clicked, from 0.
    Row(usize),
    /// A site of the board.
    Site(Site),
    /// The position after so many plies.
    Ply(usize),
}

/// Keys that ask for the same.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) keys: &'static [KeyCode],
    pub(crate) action: Action,
    /// The keys as they are shown.
    pub(crate) shown: &'static str,
    /// The key of the text that says what they do.
    pub(crate) about: &'static str,
}

/// What a key asks for by a table.
pub(crate) fn find(table: &[Binding], key: KeyEvent) -> Option<Action> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    let code = match key.code {
        KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
        code => code,
    };
    table.iter().find(|binding| binding.keys.contains(&code)).map(|binding| binding.action)
}

/// The entry of a list that a digit stands for.
pub(crate) fn digit(key: KeyEvent) -> Option<usize> {
    let KeyCode::Char(c) = key.code else { return None };
    c.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1))
}
