//! Random numbers for playouts: fast, seeded, the same on every platform.

use cairn_rules::{RandomSource, zobrist};

/// A small generator in the manner of `SplitMix64`: a counter behind a mixing function. It is a
/// hundred times faster than a random game.
#[derive(Clone, Debug)]
pub struct SearchRng(u64);

impl SearchRng {
    /// The generator of a seed.
    pub const fn seeded(seed: u64) -> Self {
        Self(zobrist::mix(seed))
    }
}

impl RandomSource for SearchRng {
    /// Multiplies 64 bits into the range; the bias is below one in four thousand million.
    #[inline]
    fn below(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(zobrist::mix(self.0)) * u128::from(sides)) >> 64) as u32
    }
}
