//! Draws by repetition, which depend on the history of a game, not on a position alone.

use std::collections::HashMap;

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
pub struct Repetitions<P>(HashMap<P, u32>);

impl<P> Default for Repetitions<P> {
    fn default() -> Self {
        Self(HashMap::new())
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
        *self.0.entry(position.repetition_state()?).or_default() += 1;
        self.draw(position)
    }

    /// Removes the last count of a position, to undo the move that led to it.
    pub fn pop(&mut self, position: &P) {
        let Some(state) = position.repetition_state() else { return };
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
        let times = self.0.get(&position.repetition_state()?)?;
        (*times >= DRAWN_OCCURRENCE).then(|| Outcome::shared(position.seats(), Reason::Repetition))
    }
}
