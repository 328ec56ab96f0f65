//! Draws by repetition: whether a position has occurred before, in the game or on the search path.

use cairn_rules::Position;

use crate::score::MAX_PLY;

/// The repetition ply of a position that repeats the game before the search.
pub(crate) const BEFORE_ROOT: i32 = -1;

/// The positions that have occurred twice in the game: a third time is a draw.
pub(crate) struct GameHistory<P> {
    twice: Vec<(u64, P)>,
}

impl<P: Position> GameHistory<P> {
    /// From the positions before the root.
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

/// The positions from the root to the current node, in games with a repetition rule.
pub(crate) struct SearchPath<P> {
    positions: Vec<(u64, P)>,
    enabled: bool,
}

impl<P: Position> SearchPath<P> {
    pub(crate) fn new(root: &P) -> Self {
        let enabled = root.repetition_state().is_some();
        Self { positions: if enabled { vec![(root.key(), *root); MAX_PLY] } else { Vec::new() }, enabled }
    }

    /// Puts a position on the path. If it repeats an earlier one, returns the ply of that one: the
    /// position then counts as a draw, since a player who could return once can return again.
    #[inline]
    pub(crate) fn push(&mut self, position: &P, ply: usize, history: &GameHistory<P>) -> Option<i32> {
        if !self.enabled {
            return None;
        }
        let key = position.key();
        self.positions[ply] = (key, *position);
        if history.contains(key, position) {
            return Some(BEFORE_ROOT);
        }
        let before = self.positions[..ply].iter().rposition(|(other, before)| {
            *other == key && before.repetition_state() == position.repetition_state()
        })?;
        Some(before as i32)
    }
}
