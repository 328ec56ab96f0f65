//! What the next event has to know about the last frame: where clicks count, and how far text scrolls.

use ratatui::layout::{Position, Rect};

use crate::keys::Action;

/// The areas of the last frame that can be clicked.
#[derive(Default, Debug)]
pub(crate) struct HitAreas {
    areas: Vec<(Rect, Action)>,
    /// The lines of the text that can be scrolled.
    pub(crate) lines: usize,
    /// How many of them are visible.
    pub(crate) visible_lines: usize,
}

impl HitAreas {
    /// Makes an area carry out an action when it is clicked.
    pub(crate) fn add(&mut self, area: Rect, action: Action) {
        self.areas.push((area, action));
    }

    /// What a click there does; areas that were drawn later lie on top.
    pub(crate) fn action_at(&self, position: Position) -> Option<Action> {
        self.areas.iter().rev().find(|(area, _)| area.contains(position)).map(|&(_, action)| action)
    }

    /// Forgets all areas, because something is drawn over them.
    pub(crate) fn clear(&mut self) {
        self.areas.clear();
    }

    /// The furthest that the text can be scrolled.
    pub(crate) fn max_scroll(&self) -> usize {
        self.lines.saturating_sub(self.visible_lines)
    }
}
