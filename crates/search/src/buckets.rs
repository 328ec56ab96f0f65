//! The memory of hash tables: buckets of eight words, each on a separate cache line.
//!
//! The system allocates zeroed pages when the program first touches them, so even a huge table is free until it is
//! used.

use std::sync::atomic::AtomicU64;

use bytemuck::allocation::try_zeroed_slice_box;

/// Words of a bucket: together one cache line.
pub(crate) const WORDS: usize = 8;
const BUCKET_BYTES: usize = WORDS * size_of::<AtomicU64>();
/// Tables up to this size come from recycled pages and are faster to zero in place.
const SMALL_BYTES: usize = 32 << 20;

/// One cache line.
pub(crate) type Bucket = [AtomicU64; WORDS];

/// Zeroed buckets.
pub(crate) struct Buckets {
    words: Box<[AtomicU64]>,
    /// Words before the first bucket, which begins at a cache line.
    offset: usize,
    count: usize,
}

impl Buckets {
    /// Allocates as many buckets as fit into `mib` MiB, at least one; `None` if the system refuses that much memory.
    pub(crate) fn new(mib: usize) -> Option<Self> {
        Self::zeroed((mib.checked_mul(1 << 20)? / BUCKET_BYTES).max(1))
    }

    fn zeroed(count: usize) -> Option<Self> {
        // Allocates a few more words, so that a cache line begins among the first.
        let words: Box<[AtomicU64]> = try_zeroed_slice_box(count * WORDS + WORDS - 1).ok()?;
        let offset = words.as_ptr().align_offset(BUCKET_BYTES).min(WORDS - 1);
        Some(Self { words, offset, count })
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Bucket] {
        let (buckets, _) = self.words[self.offset..].as_chunks();
        &buckets[..self.count]
    }

    /// Returns the bucket of a key, chosen by its upper bits.
    #[inline]
    pub(crate) fn of(&self, key: u64) -> &Bucket {
        // The product's upper half is below the number of buckets.
        let index = (u128::from(key) * self.count as u128) >> 64;
        &self.as_slice()[index as usize]
    }

    /// Zeroes all buckets. Prefers fresh pages for a large table if there are any, because they are free until they are
    /// used.
    pub(crate) fn clear(&mut self) {
        let fresh = if self.count * BUCKET_BYTES > SMALL_BYTES { Self::zeroed(self.count) } else { None };
        match fresh {
            Some(fresh) => *self = fresh,
            None => self.words.iter_mut().for_each(|word| *word.get_mut() = 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn buckets_are_zeroed_cache_lines() {
        for mib in [0, 1, 3, 33] {
            let mut buckets = Buckets::new(mib).unwrap();
            let slice = buckets.as_slice();
            assert_eq!(slice.len(), (mib << 14).max(1));
            assert!(slice.as_ptr().cast::<u8>().align_offset(64) == 0, "{mib}");
            let words = |buckets: &Buckets| {
                buckets.as_slice().iter().flatten().map(|word| word.load(Ordering::Relaxed)).sum::<u64>()
            };
            assert_eq!(words(&buckets), 0);
            slice[slice.len() - 1][7].store(5, Ordering::Relaxed);
            assert_eq!(words(&buckets), 5);
            buckets.clear();
            assert_eq!(words(&buckets), 0);
        }
    }

    #[test]
    fn keys_are_spread_over_all_buckets() {
        let buckets = Buckets::new(1).unwrap();
        let index = |key| {
            let first = buckets.as_slice().as_ptr();
            (0..buckets.as_slice().len())
                .find(|&index| std::ptr::eq(buckets.of(key), first.wrapping_add(index)))
        };
        assert_eq!((index(0), index(u64::MAX)), (Some(0), Some((1 << 14) - 1)));
        assert_eq!(index(1 << 63), Some(1 << 13));
    }
}
