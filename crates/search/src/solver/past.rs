//! What the history of a game makes of positions: the third time is a draw.

use cairn_rules::{Position, zobrist};

/// Keys of the positions that have stood on the board twice before.
pub(super) struct Past {
    twice: Vec<u64>,
}

impl Past {
    /// From the positions before the one that is solved.
    pub(super) fn new<P: Position>(history: &[P]) -> Self {
        let mut keys: Vec<u64> =
            history.iter().filter_map(Position::repetition_state).map(|position| position.key()).collect();
        keys.sort_unstable();
        let mut twice: Vec<u64> =
            keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        twice.dedup();
        Self { twice }
    }

    /// Whether this position is a draw because it has been there twice.
    #[inline]
    pub(super) fn draws(&self, key: u64) -> bool {
        !self.twice.is_empty() && self.twice.contains(&key)
    }

    /// What sets apart the keys of values that hold after this history only.
    pub(super) fn salt(&self) -> u64 {
        self.twice.iter().fold(0, |salt, &key| zobrist::mix(salt ^ key))
    }
}
