//! Draws by repetition, which depend on the history of a game, not on a position alone.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::{Outcome, Position, Reason};

/// The occurrence of a position that is a draw.
const DRAWN_OCCURRENCE: u32 = 3;

/// Counts how often the positions of a game have occurred: the third time is a draw, in games with that rule
/// ([`Position::repetition_state`]).
///
/// ```
/// use cairn_rules::{Repetitions, games::stac::Stac, prelude::*};
///
/// let mut position = Stac::start(&Default::default());
/// let mut repetitions = Repetitions::new();
/// let mut draw = repetitions.push(&position);
/// for mv in ["a1-a2", "e5-e4", "a2-a1", "e4-e5"].repeat(2) {
///     assert_eq!(draw, None);
///     position.play(position.parse_move(mv)?)?;
///     draw = repetitions.push(&position);
/// }
/// assert_eq!(draw, Some(Outcome::draw(Reason::Repetition)));
/// # Ok::<(), MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Repetitions<P>(HashMap<Keyed<P>, u32, BuildHasherDefault<KeyHasher>>);

/// A state whose hash is its key.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Keyed<P>(P);

impl<P: Position> Hash for Keyed<P> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.key());
    }
}

/// Takes a key as it is.
#[derive(Clone, Default, Debug)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(u8::BITS) ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

impl<P> Default for Repetitions<P> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<P: Position> Repetitions<P> {
    /// Creates an empty history.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts a position that the game has reached, and returns the draw if this is its third occurrence or a later
    /// one.
    pub fn push(&mut self, position: &P) -> Option<Outcome> {
        self.count(position, position.repetition_state()?)
    }

    /// [`push`](Self::push) in a game that never goes back: it forgets the positions before progress, which cannot recur,
    /// and those before the start of another game.
    pub fn push_forward(&mut self, position: &P) -> Option<Outcome> {
        let state = position.repetition_state()?;
        if state == *position {
            self.0.clear();
        }
        self.count(position, state)
    }

    fn count(&mut self, position: &P, state: P) -> Option<Outcome> {
        let times = self.0.entry(Keyed(state)).or_default();
        *times += 1;
        draw(position, *times)
    }

    /// Removes the last count of a position, to undo the move that led to it.
    pub fn pop(&mut self, position: &P) {
        let Some(state) = position.repetition_state().map(Keyed) else { return };
        if let Some(times) = self.0.get_mut(&state) {
            *times -= 1;
            if *times == 0 {
                self.0.remove(&state);
            }
        }
    }

    /// Counts the different positions that have occurred, in games with the rule.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no position has occurred, or the game has no such rule.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the draw if a position has occurred three times.
    pub fn draw(&self, position: &P) -> Option<Outcome> {
        let times = self.0.get(&Keyed(position.repetition_state()?))?;
        draw(position, *times)
    }
}

fn draw(position: &impl Position, times: u32) -> Option<Outcome> {
    (times >= DRAWN_OCCURRENCE).then(|| Outcome::shared(position.seats(), Reason::Repetition))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::stac::{Stac, StacOptions};
    use crate::{Game, SmallRng};

    #[test]
    fn games_that_never_go_back_have_the_same_draws() {
        let (mut rng, mut draws) = (SmallRng::seeded(3), 0);
        let mut forward = Repetitions::new();
        for _ in 0..20 {
            let mut position = Stac::start(&StacOptions::default());
            let mut all = Repetitions::new();
            assert_eq!(all.push(&position), forward.push_forward(&position));
            while let Some(mv) = position.random_move(&mut rng) {
                position.play_unchecked(mv);
                let draw = all.push(&position);
                assert_eq!(draw, forward.push_forward(&position));
                draws += u32::from(draw.is_some());
            }
            assert!(forward.len() <= all.len());
        }
        assert!(draws > 0);
    }
}
