//! The highlighted entry of a list.

use crate::keys::Action;

/// The number of entries per page.
const PAGE: usize = 8;

/// The highlighted entry of a list.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct ListState {
    at: usize,
}

impl ListState {
    pub(crate) const fn at(at: usize) -> Self {
        Self { at }
    }

    /// Returns the highlighted entry among this many.
    pub(crate) fn get(self, count: usize) -> usize {
        self.at.min(count.saturating_sub(1))
    }

    /// Highlights an entry.
    pub(crate) const fn set(&mut self, at: usize) {
        self.at = at;
    }

    /// Carries out an action that moves through this many entries; returns `false` for any other action.
    pub(crate) fn act(&mut self, action: Action, count: usize) -> bool {
        let at = self.get(count);
        let last = count.saturating_sub(1);
        self.at = match action {
            Action::Up | Action::Previous if at == 0 => last,
            Action::Up | Action::Previous => at - 1,
            Action::Down | Action::Next if at >= last => 0,
            Action::Down | Action::Next => at + 1,
            Action::PageUp => at.saturating_sub(PAGE),
            Action::PageDown => (at + PAGE).min(last),
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_wraps_around() {
        let mut list = ListState::at(99);
        for (action, at) in [
            (Action::Down, 0),
            (Action::Up, 2),
            (Action::Previous, 1),
            (Action::PageDown, 2),
            (Action::First, 0),
            (Action::Last, 2),
            (Action::PageUp, 0),
        ] {
            assert!(list.act(action, 3));
            assert_eq!(list.get(3), at, "{action:?}");
        }
        assert!(!list.act(Action::Choose, 3));
        assert!(list.act(Action::Down, 0));
        assert_eq!(list.get(0), 0);
    }
}
