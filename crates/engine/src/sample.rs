//! Random samples, evenly distributed over a list.

use cairn_rules::RandomSource;

use crate::rng::Rng;

/// A random sample of the items to check.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Sample {
    /// The number of items.
    pub count: usize,
    /// The random seed.
    pub seed: u64,
}

impl Sample {
    /// Returns the sampled indices below `length`, ascending: a random one from each of `count` equal parts.
    pub(crate) fn indices(self, length: usize) -> impl Iterator<Item = usize> {
        let count = self.count.min(length);
        let mut rng = Rng::seeded(self.seed);
        (0..count).map(move |part| {
            let (first, end) = (part * length / count, (part + 1) * length / count);
            first + rng.below((end - first) as u32) as usize
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(count: usize, seed: u64, length: usize) -> Vec<usize> {
        Sample { count, seed }.indices(length).collect()
    }

    #[test]
    fn samples_are_spread_and_follow_from_the_seed() {
        assert_eq!(indices(9, 1, 5), [0, 1, 2, 3, 4]);
        assert_eq!(indices(9, 1, 0), []);
        assert_eq!(indices(0, 1, 5), []);
        let sample = indices(7, 1, 100);
        assert!(sample.len() == 7 && sample.is_sorted_by(|a, b| a < b) && sample[6] < 100);
        assert_eq!(indices(7, 1, 100), sample);
        assert_ne!(indices(7, 2, 100), sample);
    }
}
