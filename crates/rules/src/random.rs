//! Random choices, drawn from the caller's generator.

use crate::{Position, zobrist};

/// A source of random numbers: the caller's seeded generator.
pub trait RandomSource {
    /// Draws a number below `sides` uniformly. `sides` is at least 1.
    fn below(&mut self, sides: u32) -> u32;
}

impl<F: FnMut(u32) -> u32> RandomSource for F {
    fn below(&mut self, sides: u32) -> u32 {
        self(sides)
    }
}

/// A small, fast generator in the manner of `SplitMix64`: a counter and a mixing function. The same seed gives the same
/// numbers on every machine.
///
/// ```
/// use cairn_rules::{Game, Position, SmallRng, games::sight::Sight};
///
/// let mut rng = SmallRng::seeded(1);
/// let mut position = Sight::start(&Default::default());
/// while let Some(mv) = position.random_move(&mut rng) {
///     position.play_unchecked(mv);
/// }
/// assert!(position.outcome().is_some());
/// ```
#[derive(Clone, Debug)]
pub struct SmallRng(u64);

impl SmallRng {
    /// Creates a generator from a seed.
    pub const fn seeded(seed: u64) -> Self {
        Self(zobrist::mix(seed))
    }
}

impl RandomSource for SmallRng {
    /// Multiplies 64 bits into the range; the bias is below one in four billion.
    #[inline]
    fn below(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(zobrist::mix(self.0)) * u128::from(sides)) >> 64) as u32
    }
}

/// The number of misses after which rejection sampling lists the moves instead: more than a random source ever needs,
/// and a limit for sources that are not random.
pub(crate) const MAX_MISSES: u32 = 4_096;

/// Draws a legal move from the list of all; `None` when the game is over.
pub(crate) fn listed_move<P: Position>(
    position: &P,
    rng: &mut impl RandomSource,
    scratch: &mut Vec<P::Move>,
) -> Option<P::Move> {
    scratch.clear();
    position.legal_moves(scratch);
    if scratch.is_empty() { None } else { Some(scratch[rng.below(scratch.len() as u32) as usize]) }
}
