//! A seeded random number generator: the same seed gives the same numbers on every machine.

use cairn_rules::RandomSource;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A seeded random number generator.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// Creates a generator from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Creates the generator of one ply of a game with this seed, independent of the numbers drawn at earlier plies.
    pub fn for_ply(seed: u64, ply: usize) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(ply as u64);
        Self(rng)
    }

    /// Draws the next 64 bits, for instance to seed another generator.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl RandomSource for Rng {
    /// Uses Lemire's method: multiplies 32 random bits into the range, and rejects those that would bias it.
    fn below(&mut self, sides: u32) -> u32 {
        let mut product = u64::from(self.0.next_u32()) * u64::from(sides);
        if (product as u32) < sides {
            let unfair = sides.wrapping_neg() % sides;
            while (product as u32) < unfair {
                product = u64::from(self.0.next_u32()) * u64::from(sides);
            }
        }
        (product >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_throws_the_same_numbers() {
        let throw = |seed| {
            let mut rng = Rng::seeded(seed);
            (0..6).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(throw(7), throw(7));
        assert_ne!(throw(7), throw(8));
        // The numbers must not change between versions: scripts rely on a seed to reproduce a game.
        assert_eq!(throw(7), PROMISED);
    }

    const PROMISED: [u32; 6] = [140, 157, 182, 167, 270, 704];

    #[test]
    fn every_ply_throws_its_own_numbers() {
        let throw = |ply| {
            let mut rng = Rng::for_ply(7, ply);
            (0..6).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(throw(0), PROMISED, "the first ply has the numbers of the seed");
        let all: std::collections::BTreeSet<_> = (0..100).map(throw).collect();
        assert_eq!(all.len(), 100);
    }

    #[test]
    fn every_side_comes_up_equally_often() {
        for sides in [1, 2, 3, 6, 7, 25] {
            let mut rng = Rng::seeded(sides.into());
            let mut counts = vec![0u32; sides as usize];
            for _ in 0..1000 * sides {
                counts[rng.below(sides) as usize] += 1;
            }
            assert!(counts.iter().all(|count| (800..=1200).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn large_ranges_are_not_biased() {
        // Without rejection, numbers in the lower half would be twice as frequent as the rest.
        let sides = 3 << 30;
        let mut rng = Rng::seeded(3);
        let low = (0..30_000).filter(|_| rng.below(sides) < sides / 3).count();
        assert!((9_500..=10_500).contains(&low), "{low}");
    }

    #[test]
    fn zero_sides_do_not_panic() {
        assert_eq!(Rng::seeded(1).below(0), 0);
    }
}
