//! Random numbers for playouts: quick, seeded, the same everywhere.

use cairn_rules::{RandomSource, zobrist};

/// A small generator (a counter behind a good mixer), a hundred times quicker than a random game.
#[derive(Clone, Debug)]
pub struct SearchDice(u64);

impl SearchDice {
    /// The generator of a seed.
    pub const fn seeded(seed: u64) -> Self {
        Self(zobrist::mix(seed))
    }
}

impl RandomSource for SearchDice {
    /// Multiplies 64 bits into the range; the bias is below one in four thousand million.
    #[inline]
    fn below(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(zobrist::mix(self.0)) * u128::from(sides)) >> 64) as u32
    }
}
