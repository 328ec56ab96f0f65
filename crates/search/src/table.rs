//! What is known of positions: fixed memory, shared by all threads without locks.
//!
//! A slot is two words that are read and written one by one. The first is the key mixed with the
//! second, so that halves of two different writes never pass for an entry.
//!
//! Values of decided games are kept as distances from the position itself, not from the root.

mod entry;

use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) use entry::{Bound, Entry};

/// Slots that a position may be kept in: together one line of a processor's cache.
const WAYS: usize = 4;
const BUCKET_BYTES: usize = size_of::<Bucket>();
/// How many buckets are looked at to tell how full the table is.
const SAMPLE: usize = 1_000;
/// An entry of an earlier search is worth so many plies less when room is made.
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

/// The table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl Table {
    /// A table of about so much memory, at least one bucket.
    pub(crate) fn new(megabytes: usize) -> Self {
        let count = (megabytes << 20) / BUCKET_BYTES;
        Self { buckets: (0..count.max(1)).map(|_| Bucket::default()).collect(), generation: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.generation = 0;
    }

    /// Says that a new search begins: what older ones have left gives way first.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % entry::GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        // The product's upper half is below the number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (found, data) = slot.load();
            (found == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Keeps what was found, in the place of the same position or of what is worth least.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let mut entry = entry;
        let mut place = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.iter().enumerate() {
            let (found, data) = slot.load();
            if data == 0 {
                place = (i32::MIN, index);
                break;
            }
            let old = Entry::unpack(data);
            if found == key {
                if entry.index.is_none() {
                    entry.index = old.index;
                }
                place = (i32::MIN, index);
                break;
            }
            let age = (entry::GENERATIONS + self.generation - entry::generation(data)) % entry::GENERATIONS;
            place = place.min((i32::from(old.depth) - AGE_PENALTY * i32::from(age), index));
        }
        bucket[place.1].store(key, entry.pack(self.generation));
    }

    /// Thousandths of the table that this search has filled.
    pub(crate) fn permille(&self) -> u32 {
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

    fn entry(depth: u8, value: i16) -> Entry {
        Entry { value, depth, bound: Bound::Exact, index: Some(7) }
    }

    #[test]
    fn what_was_put_is_found() {
        let table = Table::new(1);
        assert_eq!(table.get(5), None);
        for key in 1..1000_u64 {
            table.put(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), entry(key as u8, -(key as i16)));
        }
        for key in 1..1000_u64 {
            let found = table.get(key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            assert_eq!(found, Some(entry(key as u8, -(key as i16))));
        }
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = Table::new(0);
        table.put(1, entry(3, 10));
        let other = entry(9, 99).pack(0);
        table.buckets[0].0[0].data.store(other, Ordering::Relaxed);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go() {
        let mut table = Table::new(0);
        for key in 1..=4 {
            table.put(key, entry(10 + key as u8, 0));
        }
        table.put(5, entry(1, 0));
        assert!(table.get(1).is_none() && table.get(5).is_some() && table.get(4).is_some());
        assert_eq!(table.permille(), 1_000);
        for _ in 0..10 {
            table.age();
        }
        table.put(6, entry(1, 0));
        table.put(7, entry(1, 0));
        assert!(table.get(5).is_none() && table.get(2).is_none());
        assert!(table.get(4).is_some() && table.get(6).is_some() && table.get(7).is_some());
        table.clear();
        assert!(table.get(4).is_none());
    }

    #[test]
    fn the_best_move_outlives_a_visit_that_found_none() {
        let table = Table::new(0);
        table.put(1, entry(3, 10));
        table.put(1, Entry { index: None, ..entry(4, 11) });
        assert_eq!(table.get(1), Some(entry(4, 11)));
    }
}
