//! The best line from every ply of the path on.

use crate::score::MAX_PLY;

/// A line for each ply; the one of ply 0 is the best line of the whole search.
pub(super) struct Variations<M>(Vec<Vec<M>>);

impl<M: Copy> Variations<M> {
    pub(super) fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 1])
    }

    /// There is no line from here yet.
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line from here is this move and the best line after it.
    pub(super) fn set(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let (Some(line), Some(rest)) = (upper.last_mut(), lower.first()) else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    pub(super) fn line(&self, ply: usize) -> &[M] {
        &self.0[ply]
    }
}
