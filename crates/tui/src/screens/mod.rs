//! The screens, and what they have in common.

mod load;
mod menu;
mod puzzles;
mod setup;

use cairn_rules::GameInfo;
use ratatui::crossterm::event::KeyEvent;

pub(crate) use load::Load;
pub(crate) use menu::{Entry, Menu};
pub(crate) use puzzles::Puzzles;
pub(crate) use setup::{Row, Setup};

use crate::app::Transition;
use crate::context::Context;
use crate::game::Table;
use crate::keys::{self, Action, Binding};
use crate::puzzle::PuzzleScreen;

/// What fills the window.
pub(crate) enum Screen {
    /// What there is.
    Menu(Menu),
    /// A game is being prepared.
    Setup(Box<Setup>),
    /// A game is played or looked through.
    Game(Box<Table>),
    /// Which puzzles there are.
    Puzzles(Puzzles),
    /// A puzzle is being solved.
    PuzzleScreen(Box<PuzzleScreen>),
    /// Which records there are.
    Load(Load),
}

impl Screen {
    /// The table of its keys.
    pub(crate) fn keys(&self) -> &'static [Binding] {
        match self {
            Self::Menu(_) | Self::Puzzles(_) => keys::LIST,
            Self::Setup(_) | Self::Load(_) => keys::SETUP,
            Self::Game(_) => keys::GAME,
            Self::PuzzleScreen(_) => keys::PUZZLE,
        }
    }

    /// The game that it is about.
    pub(crate) fn game(&self) -> Option<&'static GameInfo> {
        match self {
            Self::Menu(menu) => Some(menu.game()),
            Self::Setup(setup) => Some(setup.info()),
            Self::Game(table) => Some(table.session().info()),
            Self::Puzzles(puzzles) => puzzles.game(),
            Self::PuzzleScreen(screen) => Some(screen.session().info()),
            Self::Load(_) => None,
        }
    }

    /// Whether a key goes to a line of text and not to the table of keys.
    pub(crate) fn wants(&self, key: KeyEvent) -> bool {
        match self {
            Self::Setup(setup) => setup.wants(key),
            Self::Game(table) => table.is_typing(),
            Self::PuzzleScreen(screen) => screen.is_typing(),
            Self::Load(load) => load.is_typing(),
            Self::Menu(_) | Self::Puzzles(_) => false,
        }
    }

    /// A key for a line of text.
    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) -> Transition {
        match self {
            Self::Setup(setup) => setup.type_key(key, ctx),
            Self::Game(table) => table.type_key(key, ctx),
            Self::PuzzleScreen(screen) => screen.type_key(key, ctx),
            Self::Load(load) => return load.type_key(key, ctx),
            Self::Menu(_) | Self::Puzzles(_) => {}
        }
        Transition::Stay
    }

    /// Text that was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        match self {
            Self::Setup(setup) => setup.paste(text),
            Self::Game(table) => table.paste(text),
            Self::PuzzleScreen(screen) => screen.paste(text),
            Self::Load(load) => load.paste(text),
            Self::Menu(_) | Self::Puzzles(_) => {}
        }
    }

    /// Does what was asked.
    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        match self {
            Self::Menu(menu) => menu.act(action, ctx),
            Self::Setup(setup) => setup.act(action, ctx),
            Self::Game(table) => table.act(action, ctx),
            Self::Puzzles(puzzles) => puzzles.act(action, ctx),
            Self::PuzzleScreen(screen) => screen.act(action, ctx),
            Self::Load(load) => load.act(action, ctx),
        }
    }
}
