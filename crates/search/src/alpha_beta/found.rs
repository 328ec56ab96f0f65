//! What the search of a position has found.

use crate::score::Value;

/// A value and what it rests on.
///
/// A draw by repetition holds on one path only. A value that came about by returning to an earlier
/// position of the path must not be kept for other paths that lead here.
#[derive(Copy, Clone, Debug)]
pub(super) struct Found {
    pub(super) value: Value,
    /// The earliest ply of the path that the value rests on.
    pub(super) rests_on: i32,
}

/// The value holds on every path.
pub(super) const NOTHING: i32 = i32::MAX;

impl Found {
    pub(super) const fn new(value: Value) -> Self {
        Self { value, rests_on: NOTHING }
    }

    /// The same for the other camp.
    pub(super) const fn negated(self) -> Self {
        Self { value: -self.value, ..self }
    }
}
