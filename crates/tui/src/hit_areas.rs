//! What was drawn, as far as the next event has to know it: where clicks count, how far text goes.

use ratatui::layout::{Position, Rect};

use crate::keys::Action;

/// What was drawn last.
#[derive(Default, Debug)]
pub(crate) struct HitAreas {
    spots: Vec<(Rect, Action)>,
    /// The lines of a text that can be scrolled, and how many of them can be seen.
    pub(crate) lines: usize,
    pub(crate) page: usize,
}

impl HitAreas {
    /// Makes a part of the screen do something when it is clicked.
    pub(crate) fn add(&mut self, area: Rect, action: Action) {
        self.spots.push((area, action));
    }

    /// What a click does there; what was drawn last lies on top.
    pub(crate) fn spot(&self, at: Position) -> Option<Action> {
        self.spots.iter().rev().find(|(area, _)| area.contains(at)).map(|&(_, action)| action)
    }

    /// Forgets what lies under something that overlays it.
    pub(crate) fn clear(&mut self) {
        self.spots.clear();
    }

    /// The last line that a text can be scrolled to.
    pub(crate) fn last_top(&self) -> usize {
        self.lines.saturating_sub(self.page)
    }
}
