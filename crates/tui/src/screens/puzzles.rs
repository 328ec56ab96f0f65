//! The list of puzzles.

use cairn_rules::{GameInfo, PuzzleInfo, games};
use cairn_session::puzzle;

use super::Screen;
use crate::app::Transition;
use crate::context::{Context, Notice};
use crate::keys::Action;
use crate::list::List;
use crate::puzzle::PuzzleScreen;

/// Which puzzle is highlighted.
#[derive(Default)]
pub(crate) struct Puzzles {
    list: List,
}

impl Puzzles {
    /// The list with a puzzle highlighted.
    pub(crate) fn at(info: &PuzzleInfo) -> Self {
        let at = puzzle::all().iter().position(|puzzle| puzzle.id == info.id);
        Self { list: List::at(at.unwrap_or_default()) }
    }

    /// The highlighted puzzle and its number.
    pub(crate) fn highlighted(&self) -> Option<(usize, &'static PuzzleInfo)> {
        let all = puzzle::all();
        let at = self.list.get(all.len());
        all.get(at).map(|info| (at, *info))
    }

    /// The game of the highlighted puzzle.
    pub(crate) fn game(&self) -> Option<&'static GameInfo> {
        let (_, puzzle) = self.highlighted()?;
        let is_its = |info: &&&GameInfo| info.puzzles.iter().any(|other| other.id == puzzle.id);
        games::ALL.iter().find(is_its).copied()
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
        match PuzzleScreen::new(info) {
            Ok(screen) => Transition::open(Screen::PuzzleScreen(Box::new(screen))),
            Err(problem) => {
                ctx.notice = Some(Notice::Bad(problem));
                Transition::Stay
            }
        }
    }
}
