//! What is asked of the search of a position: how deep, and compared with what.

use crate::score::Value;

/// What a search of a position is asked.
#[derive(Copy, Clone)]
pub(super) struct Question {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Question {
    /// Whether it asks for the value and not just for a comparison.
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same for the position after a move.
    pub(super) const fn after(self, alpha: Value, depth: i32) -> Self {
        Self { depth, ply: self.ply + 1, alpha, beta: self.beta }
    }
}
