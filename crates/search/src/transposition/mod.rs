//! The transposition table: fixed memory, shared by all threads without locks.
//!
//! A slot is two words that are read and written one by one. The first is the exclusive or of the
//! key and the second (Hyatt's lockless hashing), so that a torn write is never taken for an entry.
//!
//! Wins and losses are stored as distances from the position itself, not from the root.

mod entry;

use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) use entry::{Bound, TtEntry};

/// Slots of a bucket: together one cache line.
const WAYS: usize = 4;
const BUCKET_BYTES: usize = size_of::<Bucket>();
/// How many buckets `hashfull` samples.
const SAMPLE: usize = 1_000;
/// Replacement: an entry loses this many plies of depth for every search since it was stored.
const AGE_PENALTY: i32 = 4;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// The transposition table.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl TranspositionTable {
    /// A table of about this size, with at least one bucket.
    pub(crate) fn new(mib: usize) -> Self {
        let count = (mib << 20) / BUCKET_BYTES;
        Self { buckets: (0..count.max(1)).map(|_| Bucket::default()).collect(), generation: 0 }
    }

    /// Empties the table.
    pub(crate) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.generation = 0;
    }

    /// Begins a new generation: entries of older searches are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % entry::GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        // The product's upper half is below the number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// The entry of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let (found, data) = slot.load();
            (found == key && data != 0).then(|| TtEntry::unpack(data))
        })
    }

    /// Stores an entry in place of the same position, or of the shallowest and oldest entry.
    pub(crate) fn store(&self, key: u64, entry: TtEntry) {
        let mut entry = entry;
        let mut victim = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.iter().enumerate() {
            let (found, data) = slot.load();
            if data == 0 {
                victim = (i32::MIN, index);
                break;
            }
            let old = TtEntry::unpack(data);
            if found == key {
                if entry.index.is_none() {
                    entry.index = old.index;
                }
                victim = (i32::MIN, index);
                break;
            }
            let age = (entry::GENERATIONS + self.generation - entry::generation(data)) % entry::GENERATIONS;
            victim = victim.min((i32::from(old.depth) - AGE_PENALTY * i32::from(age), index));
        }
        bucket[victim.1].store(key, entry.pack(self.generation));
    }

    /// How much of the table this search has filled, in permille.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..SAMPLE.min(self.buckets.len())];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let (_, data) = slot.load();
            data != 0 && entry::generation(data) == self.generation
        });
        (used.count() * 1_000 / (sample.len() * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, value: i16) -> TtEntry {
        TtEntry { value, depth, bound: Bound::Exact, index: Some(7) }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(5), None);
        for key in 1..1000_u64 {
            table.store(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), entry(key as u8, -(key as i16)));
        }
        for key in 1..1000_u64 {
            let found = table.probe(key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            assert_eq!(found, Some(entry(key as u8, -(key as i16))));
        }
    }

    #[test]
    fn torn_writes_are_rejected() {
        let table = TranspositionTable::new(0);
        table.store(1, entry(3, 10));
        let other = entry(9, 99).pack(0);
        table.buckets[0].0[0].data.store(other, Ordering::Relaxed);
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn deep_entries_stay_and_old_entries_go() {
        let mut table = TranspositionTable::new(0);
        for key in 1..=4 {
            table.store(key, entry(10 + key as u8, 0));
        }
        table.store(5, entry(1, 0));
        assert!(table.probe(1).is_none() && table.probe(5).is_some() && table.probe(4).is_some());
        assert_eq!(table.hashfull(), 1_000);
        for _ in 0..10 {
            table.new_search();
        }
        table.store(6, entry(1, 0));
        table.store(7, entry(1, 0));
        assert!(table.probe(5).is_none() && table.probe(2).is_none());
        assert!(table.probe(4).is_some() && table.probe(6).is_some() && table.probe(7).is_some());
        table.clear();
        assert!(table.probe(4).is_none());
    }

    #[test]
    fn a_best_move_survives_an_entry_without_one() {
        let table = TranspositionTable::new(0);
        table.store(1, entry(3, 10));
        table.store(1, TtEntry { index: None, ..entry(4, 11) });
        assert_eq!(table.probe(1), Some(entry(4, 11)));
    }
}
