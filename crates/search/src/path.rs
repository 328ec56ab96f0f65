//! Repetition: whether a position has been on the board before.

use cairn_rules::Position;

use crate::score::MAX_PLY;

/// Where repetition rests on positions before the search began.
pub(crate) const THE_PAST: i32 = -1;

/// The positions of the game before the search that have stood on the board twice: once more is a
/// draw.
pub(crate) struct Past<P> {
    twice: Vec<(u64, P)>,
}

impl<P: Position> Past<P> {
    /// From the positions before the one that is searched.
    pub(crate) fn new(history: &[P]) -> Self {
        let seen: Vec<(u64, P)> = history
            .iter()
            .filter_map(|position| Some((position.key(), position.repetition_state()?)))
            .collect();
        let is_second = |&(index, &(key, position)): &(usize, &(u64, P))| {
            seen[..index].iter().filter(|&&(other, before)| other == key && before == position).count() == 1
        };
        Self { twice: seen.iter().enumerate().filter(is_second).map(|(_, &seen)| seen).collect() }
    }

    fn contains(&self, key: u64, position: &P) -> bool {
        self.twice
            .iter()
            .any(|(other, before)| *other == key && position.repetition_state().as_ref() == Some(before))
    }
}

/// The positions from the root to the one that is searched, in games that know repetition.
pub(crate) struct Path<P> {
    positions: Vec<(u64, P)>,
    counts: bool,
}

impl<P: Position> Path<P> {
    pub(crate) fn new(root: &P) -> Self {
        let counts = root.repetition_state().is_some();
        Self { positions: if counts { vec![(root.key(), *root); MAX_PLY] } else { Vec::new() }, counts }
    }

    /// Puts a position on the path. If it has been there before, it is as good as a draw: who could
    /// return once can return again. Tells what that rests on.
    #[inline]
    pub(crate) fn enter(&mut self, position: &P, ply: usize, past: &Past<P>) -> Option<i32> {
        if !self.counts {
            return None;
        }
        let key = position.key();
        self.positions[ply] = (key, *position);
        if past.contains(key, position) {
            return Some(THE_PAST);
        }
        let before = self.positions[..ply].iter().rposition(|(other, before)| {
            *other == key && before.repetition_state() == position.repetition_state()
        })?;
        Some(before as i32)
    }
}
