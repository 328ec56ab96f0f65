//! The list of puzzles.

use cairn_engine::puzzle;
use cairn_rules::{GameInfo, PuzzleInfo, games};

use super::Screen;
use crate::context::Context;
use crate::event::Transition;
use crate::keys::Action;
use crate::list::ListState;
use crate::puzzle::PuzzleScreen;

/// The list, with a puzzle highlighted.
#[derive(Default)]
pub(crate) struct PuzzleList {
    list: ListState,
}

impl PuzzleList {
    /// The list with this puzzle highlighted.
    pub(crate) fn at(info: &PuzzleInfo) -> Self {
        let at = puzzle::all().iter().position(|puzzle| puzzle.id == info.id);
        Self { list: ListState::at(at.unwrap_or_default()) }
    }

    /// The highlighted puzzle and its index.
    pub(crate) fn highlighted(&self) -> Option<(usize, &'static PuzzleInfo)> {
        let all = puzzle::all();
        let at = self.list.get(all.len());
        all.get(at).map(|info| (at, *info))
    }

    /// The game of the highlighted puzzle.
    pub(crate) fn game(&self) -> Option<&'static GameInfo> {
        let (_, puzzle) = self.highlighted()?;
        let id = puzzle.spec.split(':').next();
        games::ALL.iter().find(|info| Some(info.id) == id).copied()
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        if self.list.act(action, puzzle::all().len()) {
            return Transition::Stay;
        }
        match action {
            Action::Row(row) | Action::Pick(row) if row < puzzle::all().len() => {
                self.list.set(row);
                self.start(ctx)
            }
            Action::Choose | Action::Right => self.start(ctx),
            Action::Back | Action::Left | Action::Leave => Transition::Menu,
            _ => Transition::Stay,
        }
    }

    fn start(&self, ctx: &mut Context) -> Transition {
        let Some((_, info)) = self.highlighted() else { return Transition::Stay };
        let screen = PuzzleScreen::new(info).map(|puzzle| Screen::Puzzle(Box::new(puzzle)));
        Transition::try_open(screen, ctx)
    }
}
