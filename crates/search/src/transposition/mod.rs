//! The transposition table: fixed memory, shared by all threads without locks.
//!
//! A slot is two words that are read and written separately. The first is the exclusive or of the key and the second
//! (Hyatt's lockless hashing), so a torn write never passes for an entry.
//!
//! Wins and losses are stored as distances from the position, not from the root.

mod entry;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::buckets::{Bucket, Buckets};
use crate::memory::{self, OutOfMemory};
pub(crate) use entry::{Bound, TtEntry};

/// The number of buckets that `hashfull` samples.
const SAMPLE: usize = 1_000;
/// Replacement: an entry loses this many plies of depth per search since it was stored.
const AGE_PENALTY: i32 = 4;

/// The check word and the data word.
type Slot = [AtomicU64; 2];

/// Returns the key and the data of a slot.
fn load([check, data]: &Slot) -> (u64, u64) {
    let data = data.load(Ordering::Relaxed);
    (check.load(Ordering::Relaxed) ^ data, data)
}

/// Returns the slots of a bucket.
fn slots(bucket: &Bucket) -> &[Slot] {
    bucket.as_chunks().0
}

/// The transposition table.
pub(crate) struct TranspositionTable {
    buckets: Buckets,
    generation: u8,
}

impl TranspositionTable {
    /// Creates a table of about this size, with at least one bucket.
    pub(crate) fn new(mib: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { buckets: memory::allocate(mib, Buckets::new)?, generation: 0 })
    }

    /// Empties the table.
    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        self.generation = 0;
    }

    /// Begins a new generation: replacement evicts entries of older searches first.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % entry::GENERATIONS;
    }

    /// Returns the entry of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        slots(self.buckets.of(key)).iter().find_map(|slot| {
            let (found, data) = load(slot);
            (found == key && data != 0).then(|| TtEntry::unpack(data))
        })
    }

    /// Stores an entry in place of one for the same position, or of the shallowest and oldest entry.
    pub(crate) fn store(&self, key: u64, entry: TtEntry) {
        let mut entry = entry;
        let mut victim = (i32::MAX, 0);
        let bucket = slots(self.buckets.of(key));
        for (index, slot) in bucket.iter().enumerate() {
            let (found, data) = load(slot);
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
        let [check, data] = &bucket[victim.1];
        let packed = entry.pack(self.generation);
        check.store(key ^ packed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
    }

    /// Returns how much of the table this search has filled, in permille.
    pub(crate) fn hashfull(&self) -> u32 {
        let buckets = self.buckets.as_slice();
        let (sample, _) = buckets[..SAMPLE.min(buckets.len())].as_flattened().as_chunks();
        let used = sample.iter().filter(|slot| {
            let (_, data) = load(slot);
            data != 0 && entry::generation(data) == self.generation
        });
        (used.count() * 1_000 / sample.len()) as u32
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
        let table = TranspositionTable::new(1).unwrap();
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
        let table = TranspositionTable::new(0).unwrap();
        table.store(1, entry(3, 10));
        let other = entry(9, 99).pack(0);
        table.buckets.of(1)[1].store(other, Ordering::Relaxed);
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn deep_entries_stay_and_old_entries_go() {
        let mut table = TranspositionTable::new(0).unwrap();
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
        let table = TranspositionTable::new(0).unwrap();
        table.store(1, entry(3, 10));
        table.store(1, TtEntry { index: None, ..entry(4, 11) });
        assert_eq!(table.probe(1), Some(entry(4, 11)));
    }
}
