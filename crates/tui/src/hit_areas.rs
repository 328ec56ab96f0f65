//! The information about the last frame that the next event needs: hit areas of clicks, and the extent of scrolled
//! text.

use ratatui::layout::{Position, Rect};

use crate::keys::Action;

/// The areas of the last frame that can be clicked.
#[derive(Default, Debug)]
pub(crate) struct HitAreas {
    areas: Vec<(Rect, Action)>,
    /// The area of the text that can be scrolled.
    pub(crate) text: Rect,
    /// The number of its lines.
    pub(crate) lines: usize,
}

impl HitAreas {
    /// Makes clicks in an area trigger an action.
    pub(crate) fn add(&mut self, area: Rect, action: Action) {
        self.areas.push((area, action));
    }

    /// Returns the action of a click there; areas drawn later lie on top.
    pub(crate) fn action_at(&self, position: Position) -> Option<Action> {
        self.areas.iter().rev().find(|(area, _)| area.contains(position)).map(|&(_, action)| action)
    }

    /// Removes all areas, because something is drawn over them.
    pub(crate) fn clear(&mut self) {
        self.areas.clear();
    }

    /// Returns the maximum scroll position of the text.
    pub(crate) fn max_scroll(&self) -> usize {
        self.lines.saturating_sub(self.text.height.into())
    }

    /// Scrolls the text by moving its first visible line; returns `false` for an action that does not scroll.
    pub(crate) fn scroll(&self, top: &mut usize, action: Action) -> bool {
        let page = usize::from(self.text.height.saturating_sub(1)).max(1);
        let from = (*top).min(self.max_scroll());
        let to = match action {
            Action::Up => from.saturating_sub(1),
            Action::Down => from + 1,
            Action::PageUp => from.saturating_sub(page),
            Action::PageDown | Action::Choose => from + page,
            Action::First => 0,
            Action::Last => usize::MAX,
            _ => return false,
        };
        *top = to.min(self.max_scroll());
        true
    }
}
