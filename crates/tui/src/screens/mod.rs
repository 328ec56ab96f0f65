//! The screens: one of them fills the window.
//!
//! `mod.rs` passes keys and actions on to the current screen. The menu (`menu.rs`), the form of a new game
//! (`setup.rs`) and the lists (`saved.rs`, `puzzles.rs`) live here; the screens with a board have folders of
//! their own (`game`, `puzzle`, `lesson`).

mod menu;
mod puzzles;
mod saved;
mod setup;

use cairn_rules::GameInfo;
use cairn_session::Session;
use ratatui::crossterm::event::KeyEvent;

pub(crate) use menu::{Entry, Menu};
pub(crate) use puzzles::{PuzzleList, open as open_puzzle};
pub(crate) use saved::{SavedList, Section, Typing};
pub(crate) use setup::{Row, Setup};

use crate::context::Context;
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::{self, Action, Binding};
use crate::lesson::LessonScreen;
use crate::puzzle::PuzzleScreen;

/// What fills the window.
pub(crate) enum Screen {
    /// The menu.
    Menu(Menu),
    /// The form of a new game.
    Setup(Box<Setup>),
    /// A game that is played or replayed.
    Game(Box<GameScreen>),
    /// The list of puzzles.
    Puzzles(PuzzleList),
    /// A puzzle.
    Puzzle(Box<PuzzleScreen>),
    /// A lesson.
    Lesson(Box<LessonScreen>),
    /// The lists of saved and unfinished games.
    Saved(Box<SavedList>),
}

impl Screen {
    /// Its key bindings.
    pub(crate) fn bindings(&self) -> &'static [Binding] {
        match self {
            Self::Menu(_) => keys::LIST,
            Self::Puzzles(_) => keys::PUZZLES,
            Self::Setup(_) => keys::SETUP,
            Self::Saved(_) => keys::SAVED,
            Self::Game(game) => game.bindings(),
            Self::Puzzle(_) => keys::PUZZLE,
            Self::Lesson(_) => keys::LESSON,
        }
    }

    /// Keys of a local game without use in a remote one; pressing them shows a warning.
    pub(crate) const fn idle_bindings(&self) -> &'static [Binding] {
        match self {
            Self::Game(game) => game.idle_bindings(),
            _ => &[],
        }
    }

    /// The game in play on it.
    pub(crate) fn session(&self) -> Option<&dyn Session> {
        match self {
            Self::Game(game) => Some(game.session()),
            Self::Puzzle(puzzle) => Some(puzzle.session()),
            _ => None,
        }
    }

    /// How many plies lead to the position on it.
    pub(crate) fn shown_ply(&self) -> usize {
        match self {
            Self::Game(game) => game.shown_ply(),
            Self::Puzzle(puzzle) => puzzle.session().ply(),
            Self::Lesson(lesson) => lesson.shown_ply(),
            _ => 0,
        }
    }

    /// The game that the screen is about.
    pub(crate) fn game(&self) -> Option<&'static GameInfo> {
        match self {
            Self::Menu(menu) => Some(menu.game()),
            Self::Setup(setup) => Some(setup.info()),
            Self::Game(game) => Some(game.session().info()),
            Self::Puzzles(puzzles) => puzzles.game(),
            Self::Puzzle(puzzle) => Some(puzzle.session().info()),
            Self::Lesson(lesson) => Some(lesson.game()),
            Self::Saved(_) => None,
        }
    }

    /// Whether a key goes to a line of text and not to the key bindings.
    pub(crate) fn wants_key(&self, key: KeyEvent) -> bool {
        match self {
            Self::Setup(setup) => setup.wants_key(key),
            Self::Game(game) => game.is_typing(),
            Self::Puzzle(puzzle) => puzzle.is_typing(),
            Self::Lesson(lesson) => lesson.is_typing(),
            Self::Saved(list) => list.is_typing(),
            Self::Menu(_) | Self::Puzzles(_) => false,
        }
    }

    /// Passes a key to a line of text.
    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) -> Transition {
        match self {
            Self::Setup(setup) => setup.type_key(key, ctx),
            Self::Game(game) => return game.type_key(key, ctx),
            Self::Puzzle(puzzle) => puzzle.type_key(key, ctx),
            Self::Lesson(lesson) => lesson.type_key(key, ctx),
            Self::Saved(list) => return list.type_key(key, ctx),
            Self::Menu(_) | Self::Puzzles(_) => {}
        }
        Transition::Stay
    }

    /// Inserts pasted text.
    pub(crate) fn paste(&mut self, text: &str, ctx: &Context) {
        match self {
            Self::Setup(setup) => setup.paste(text),
            Self::Game(game) => game.paste(text),
            Self::Puzzle(puzzle) => puzzle.paste(text),
            Self::Lesson(lesson) => lesson.paste(text),
            Self::Saved(list) => list.paste(text, ctx),
            Self::Menu(_) | Self::Puzzles(_) => {}
        }
    }

    /// Carries out an action.
    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        match self {
            Self::Menu(menu) => menu.act(action, ctx),
            Self::Setup(setup) => setup.act(action, ctx),
            Self::Game(game) => game.act(action, ctx),
            Self::Puzzles(puzzles) => puzzles.act(action, ctx),
            Self::Puzzle(puzzle) => puzzle.act(action, ctx),
            Self::Lesson(lesson) => lesson.act(action, ctx),
            Self::Saved(list) => list.act(action, ctx),
        }
    }
}
