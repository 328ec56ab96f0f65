//! The list of puzzles.

use cairn_rules::{GameInfo, PuzzleInfo, games};
use cairn_session::puzzle;

use super::Screen;
use crate::app::Then;
use crate::keys::Action;
use crate::kit::{Kit, Notice};
use crate::list::List;
use crate::riddle::Riddle;

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

    pub(super) fn act(&mut self, action: Action, kit: &mut Kit) -> Then {
        if self.list.act(action, puzzle::all().len()) {
            return Then::Stay;
        }
        match action {
            Action::Row(row) | Action::Pick(row) if row < puzzle::all().len() => {
                self.list.set(row);
                self.start(kit)
            }
            Action::Choose | Action::Right => self.start(kit),
            Action::Back | Action::Left | Action::Leave => Then::Menu,
            _ => Then::Stay,
        }
    }

    fn start(&self, kit: &mut Kit) -> Then {
        let Some((_, info)) = self.highlighted() else { return Then::Stay };
        match Riddle::new(info) {
            Ok(riddle) => Then::open(Screen::Riddle(Box::new(riddle))),
            Err(problem) => {
                kit.notice = Some(Notice::Bad(problem));
                Then::Stay
            }
        }
    }
}
