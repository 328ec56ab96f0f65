//! The screens, one of which fills the window.
//!
//! `mod.rs` passes keys and actions to the current screen. The menu (`menu.rs`), the form of a new game (`setup.rs`)
//! and the lists (`games.rs`, `saved.rs`, `puzzles.rs`) are here; the screens with a board have their own folders
//! (`game`, `puzzle`, `lesson`, `analysis`).

mod games;
mod menu;
mod puzzles;
mod saved;
mod setup;

use cairn_rules::GameInfo;
use cairn_session::Session;
use ratatui::crossterm::event::KeyEvent;

pub(crate) use games::{GameList, Purpose};
pub(crate) use menu::{Entry, Menu};
pub(crate) use puzzles::{PuzzleList, open as open_puzzle};
pub(crate) use saved::{SavedList, Section, Typing};
pub(crate) use setup::{Row, Setup, bots};

use crate::analysis::AnalysisScreen;
use crate::context::Context;
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::{self, Action, Bindings};
use crate::lesson::LessonScreen;
use crate::puzzle::PuzzleScreen;

/// The current screen.
pub(crate) enum Screen {
    /// The menu.
    Menu(Menu),
    /// The list of games to choose from, for a lesson or an analysis.
    Games(GameList),
    /// The form of a new game.
    Setup(Box<Setup>),
    /// A game in play or a replay.
    Game(Box<GameScreen>),
    /// The list of puzzles.
    Puzzles(PuzzleList),
    /// A puzzle.
    Puzzle(Box<PuzzleScreen>),
    /// A lesson.
    Lesson(Box<LessonScreen>),
    /// The analysis board.
    Analysis(Box<AnalysisScreen>),
    /// The lists of saved and unfinished games.
    Saved(Box<SavedList>),
}

impl Screen {
    /// Returns its key bindings.
    pub(crate) fn bindings(&self) -> Bindings {
        match self {
            Self::Menu(_) | Self::Games(_) => keys::LIST,
            Self::Puzzles(_) => keys::PUZZLES,
            Self::Setup(_) => keys::SETUP,
            Self::Saved(_) => keys::SAVED,
            Self::Game(game) => game.bindings(),
            Self::Puzzle(_) => keys::PUZZLE,
            Self::Lesson(_) => keys::LESSON,
            Self::Analysis(analysis) => analysis.bindings(),
        }
    }

    /// Returns the keys of a local game that have no use in a remote one; pressing them shows a warning.
    pub(crate) const fn idle_bindings(&self) -> Bindings {
        match self {
            Self::Game(game) => game.idle_bindings(),
            _ => &[],
        }
    }

    /// Returns the game in play on the screen.
    pub(crate) fn session(&self) -> Option<&dyn Session> {
        match self {
            Self::Game(game) => Some(game.session()),
            Self::Puzzle(puzzle) => Some(puzzle.session()),
            Self::Analysis(analysis) => Some(analysis.session()),
            _ => None,
        }
    }

    /// Returns the ply of the displayed position.
    pub(crate) fn shown_ply(&self) -> usize {
        match self {
            Self::Game(game) => game.shown_ply(),
            Self::Puzzle(puzzle) => puzzle.session().ply(),
            Self::Lesson(lesson) => lesson.shown_ply(),
            Self::Analysis(analysis) => analysis.session().ply(),
            _ => 0,
        }
    }

    /// Returns the game of the screen.
    pub(crate) fn game(&self) -> Option<&'static GameInfo> {
        match self {
            Self::Menu(menu) => Some(menu.game()),
            Self::Games(games) => Some(games.game()),
            Self::Setup(setup) => Some(setup.info()),
            Self::Game(game) => Some(game.session().info()),
            Self::Puzzles(puzzles) => puzzles.game(),
            Self::Puzzle(puzzle) => Some(puzzle.session().info()),
            Self::Lesson(lesson) => Some(lesson.game()),
            Self::Analysis(analysis) => Some(analysis.game()),
            Self::Saved(_) => None,
        }
    }

    /// Returns whether a key goes to a text input instead of the key bindings.
    pub(crate) fn wants_key(&self, key: KeyEvent) -> bool {
        match self {
            Self::Setup(setup) => setup.wants_key(key),
            Self::Game(game) => game.is_typing(),
            Self::Puzzle(puzzle) => puzzle.is_typing(),
            Self::Lesson(lesson) => lesson.is_typing(),
            Self::Analysis(analysis) => analysis.is_typing(),
            Self::Saved(list) => list.is_typing(),
            Self::Puzzles(list) => list.is_typing(),
            Self::Menu(_) | Self::Games(_) => false,
        }
    }

    /// Passes a key to a text input.
    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) -> Transition {
        match self {
            Self::Setup(setup) => setup.type_key(key, ctx),
            Self::Game(game) => return game.type_key(key, ctx),
            Self::Puzzle(puzzle) => puzzle.type_key(key, ctx),
            Self::Lesson(lesson) => lesson.type_key(key, ctx),
            Self::Analysis(analysis) => analysis.type_key(key, ctx),
            Self::Saved(list) => return list.type_key(key, ctx),
            Self::Puzzles(list) => list.type_key(key, ctx),
            Self::Menu(_) | Self::Games(_) => {}
        }
        Transition::Stay
    }

    /// Inserts pasted text.
    pub(crate) fn paste(&mut self, text: &str, ctx: &mut Context) {
        match self {
            Self::Setup(setup) => setup.paste(text),
            Self::Game(game) => game.paste(text),
            Self::Puzzle(puzzle) => puzzle.paste(text),
            Self::Lesson(lesson) => lesson.paste(text),
            Self::Analysis(analysis) => analysis.paste(text, ctx),
            Self::Saved(list) => list.paste(text, ctx),
            Self::Puzzles(list) => list.paste(text, ctx),
            Self::Menu(_) | Self::Games(_) => {}
        }
    }

    /// Carries out an action.
    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        match self {
            Self::Menu(menu) => menu.act(action, ctx),
            Self::Games(games) => games.act(action, ctx),
            Self::Setup(setup) => setup.act(action, ctx),
            Self::Game(game) => game.act(action, ctx),
            Self::Puzzles(puzzles) => puzzles.act(action, ctx),
            Self::Puzzle(puzzle) => puzzle.act(action, ctx),
            Self::Lesson(lesson) => lesson.act(action, ctx),
            Self::Analysis(analysis) => analysis.act(action, ctx),
            Self::Saved(list) => list.act(action, ctx),
        }
    }
}
