//! Draws by repetition: whether a position has occurred before, in the game or on the search path.

use std::collections::HashMap;

use cairn_rules::Position;

use crate::score::MAX_PLY;

/// The repetition ply of a position that repeats the game before the search.
pub(crate) const BEFORE_ROOT: i32 = -1;

/// The positions that have occurred twice in the game: a third occurrence is a draw.
pub(crate) struct GameHistory<P> {
    /// Sorted by their keys.
    twice: Vec<(u64, P)>,
}

impl<P: Position> GameHistory<P> {
    /// Collects the positions before the root.
    pub(crate) fn new(history: &[P]) -> Self {
        let mut twice = Vec::new();
        let mut seen: HashMap<P, u32> = HashMap::new();
        for position in history {
            let Some(state) = position.repetition_state() else { continue };
            let times = seen.entry(state).or_default();
            *times += 1;
            if *times == 2 {
                twice.push((position.key(), state));
            }
        }
        twice.sort_unstable_by_key(|(key, _)| *key);
        Self { twice }
    }

    fn contains(&self, key: u64, position: &P) -> bool {
        let first = self.twice.partition_point(|(other, _)| *other < key);
        let same_key = self.twice[first..].iter().take_while(|(other, _)| *other == key);
        let mut states = same_key.map(|(_, state)| state);
        states.any(|state| position.repetition_state().as_ref() == Some(state))
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

    /// Pushes a position onto the path. If it repeats an earlier one, returns the ply of that one: the position then
    /// counts as a draw, since a player who could return once can return again.
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
