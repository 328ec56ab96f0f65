//! The input of a node, a [`Window`], and its output, a [`SearchResult`].

use crate::score::Value;

/// The alpha-beta window of a node, with its depth and ply.
#[derive(Copy, Clone)]
pub(super) struct Window {
    /// Remaining depth in plies.
    pub(super) depth: i32,
    /// Distance from the root.
    pub(super) ply: usize,
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    /// Returns whether this is wider than a null window, so that the caller needs the exact value.
    pub(super) const fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Returns the null window above alpha, which tests whether a move is better than the best so far.
    pub(super) const fn null(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }

    /// Returns the window of a child, from the same side's point of view.
    pub(super) const fn child(self, depth: i32) -> Self {
        Self { depth, ply: self.ply + 1, ..self }
    }

    /// Returns the same window from the other side's point of view.
    pub(super) const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

/// The value of a node, and whether it depends on the path.
///
/// This is the graph history interaction problem: a draw by repetition holds on one path only, so a
/// value that relies on returning to an earlier position of the path must not be stored for other
/// paths that lead here.
#[derive(Copy, Clone, Debug)]
pub(super) struct SearchResult {
    pub(super) value: Value,
    /// The earliest ply of the path that the value relies on returning to.
    pub(super) repetition_ply: i32,
}

/// The value relies on no repetition.
pub(super) const PATH_INDEPENDENT: i32 = i32::MAX;

impl SearchResult {
    pub(super) const fn new(value: Value) -> Self {
        Self { value, repetition_ply: PATH_INDEPENDENT }
    }

    /// Returns the result for the other side.
    pub(super) const fn negated(self) -> Self {
        Self { value: -self.value, ..self }
    }
}
