//! The proof table: proven bounds of positions, in fixed memory shared by all threads without locks.
//!
//! A slot is one word, so it is never torn: the lower bits of the key, and the entry. Replacement evicts the entry that
//! cost the least effort.

use std::sync::atomic::{AtomicU64, Ordering};

use cairn_rules::{Wdl, WdlBounds};

use crate::buckets::Buckets;
use crate::memory::{self, OutOfMemory};

/// The number of buckets that `hashfull` samples.
const SAMPLE: usize = 1_000;

/// An entry of the table: the proof state of one position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct ProofEntry {
    pub(super) bounds: WdlBounds,
    /// The logarithm of the nodes searched; for an unproven entry, the searched depth.
    pub(super) effort: u8,
    /// The best move, as an index into the legal moves.
    pub(super) index: Option<u8>,
}

/// The maximum stored effort.
pub(super) const MAX_EFFORT: u8 = 63;

/// The bits of an entry: three for the bounds, six for the effort, eight for the move plus one.
const DATA_BITS: u32 = 17;
const DATA: u64 = (1 << DATA_BITS) - 1;
/// All bounds, by their three bits; the first represents an empty slot.
const BOUNDS: [WdlBounds; 8] = [
    WdlBounds::OPEN,
    WdlBounds::OPEN,
    WdlBounds::exactly(Wdl::Loss),
    WdlBounds::exactly(Wdl::Draw),
    WdlBounds::exactly(Wdl::Win),
    WdlBounds { low: Wdl::Loss, high: Wdl::Draw },
    WdlBounds { low: Wdl::Draw, high: Wdl::Win },
    WdlBounds::OPEN,
];

impl ProofEntry {
    fn pack(self) -> u64 {
        let bounds = match (self.bounds.low, self.bounds.high) {
            (Wdl::Loss, Wdl::Loss) => 2,
            (Wdl::Draw, Wdl::Draw) => 3,
            (Wdl::Win, Wdl::Win) => 4,
            (Wdl::Loss, Wdl::Draw) => 5,
            (Wdl::Draw, Wdl::Win) => 6,
            _ => 1,
        };
        let index = self.index.map_or(0, |index| index.wrapping_add(1));
        bounds | u64::from(self.effort.min(MAX_EFFORT)) << 3 | u64::from(index) << 9
    }

    fn unpack(data: u64) -> Self {
        Self {
            bounds: BOUNDS[data as usize & 7],
            effort: effort(data),
            index: ((data >> 9) as u8).checked_sub(1),
        }
    }
}

const fn effort(data: u64) -> u8 {
    (data >> 3) as u8 & MAX_EFFORT
}

/// The proof table.
pub(super) struct ProofTable {
    buckets: Buckets,
    contradictions: AtomicU64,
}

impl ProofTable {
    /// Creates a table of about this size, with at least one bucket.
    pub(super) fn new(mib: usize) -> Result<Self, OutOfMemory> {
        let buckets = memory::allocate(mib, Buckets::new)?;
        Ok(Self { buckets, contradictions: AtomicU64::new(0) })
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
        *self.contradictions.get_mut() = 0;
    }

    /// Returns the entry of a position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<ProofEntry> {
        let check = key << DATA_BITS;
        self.buckets.of(key).iter().find_map(|slot| {
            let data = slot.load(Ordering::Relaxed);
            (data & !DATA == check && data & DATA != 0).then(|| ProofEntry::unpack(data))
        })
    }

    /// Stores an entry, combined with the bounds already known. If they contradict each other, which only a key
    /// collision or an unsound bound can cause, the new ones replace the old ones and the contradiction is counted.
    pub(super) fn tighten(&self, key: u64, entry: ProofEntry) {
        let known = self.probe(key).map_or(WdlBounds::OPEN, |known| known.bounds);
        let bounds = known.intersect(entry.bounds).unwrap_or_else(|| {
            self.contradictions.fetch_add(1, Ordering::Relaxed);
            entry.bounds
        });
        self.store(key, ProofEntry { bounds, ..entry });
    }

    /// Counts the contradictions since the table was cleared.
    pub(super) fn contradictions(&self) -> u64 {
        self.contradictions.load(Ordering::Relaxed)
    }

    /// Stores an entry in place of one for the same position, or of the entry that cost the least effort.
    pub(super) fn store(&self, key: u64, entry: ProofEntry) {
        let check = key << DATA_BITS;
        let mut victim = (u8::MAX, 0);
        let bucket = self.buckets.of(key);
        for (index, slot) in bucket.iter().enumerate() {
            let data = slot.load(Ordering::Relaxed);
            if data == 0 || data & !DATA == check {
                victim.1 = index;
                break;
            }
            victim = victim.min((effort(data), index));
        }
        bucket[victim.1].store(check | entry.pack(), Ordering::Relaxed);
    }

    /// Returns how full the table is, in permille.
    pub(super) fn hashfull(&self) -> u32 {
        let buckets = self.buckets.as_slice();
        let sample = buckets[..SAMPLE.min(buckets.len())].as_flattened();
        let used = sample.iter().filter(|slot| slot.load(Ordering::Relaxed) != 0).count();
        (used * 1_000 / sample.len()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found() {
        let table = ProofTable::new(1).unwrap();
        let spread = |key: u64| key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let entry = |key: u64| ProofEntry {
            bounds: BOUNDS[1 + key as usize % 6],
            effort: (key % 64) as u8,
            index: (key as u8).checked_sub(9),
        };
        assert_eq!(table.probe(spread(5)), None);
        for key in 1..1_000 {
            table.store(spread(key), entry(key));
        }
        for key in 1..1_000 {
            assert_eq!(table.probe(spread(key)), Some(entry(key)));
        }
    }

    #[test]
    fn contradictions_are_counted() {
        let mut table = ProofTable::new(0).unwrap();
        let entry = |bounds| ProofEntry { bounds, effort: 1, index: None };
        let at_least_a_draw = WdlBounds { low: Wdl::Draw, high: Wdl::Win };
        let bounds = |table: &ProofTable| table.probe(1).map(|entry| entry.bounds);
        table.tighten(1, entry(at_least_a_draw));
        table.tighten(1, entry(at_least_a_draw.for_opponent()));
        assert_eq!((bounds(&table), table.contradictions()), (Some(WdlBounds::exactly(Wdl::Draw)), 0));
        table.tighten(1, entry(WdlBounds::exactly(Wdl::Win)));
        assert_eq!((bounds(&table), table.contradictions()), (Some(WdlBounds::exactly(Wdl::Win)), 1));
        table.clear();
        assert_eq!((bounds(&table), table.contradictions()), (None, 0));
    }

    #[test]
    fn entries_of_great_effort_stay() {
        let table = ProofTable::new(0).unwrap();
        let entry = |effort| ProofEntry { bounds: WdlBounds::exactly(Wdl::Win), effort, index: None };
        for key in 1..=8 {
            table.store(key, entry(10 + key as u8));
        }
        table.store(9, entry(1));
        table.store(10, entry(2));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(9), None);
        assert_eq!(table.probe(10), Some(entry(2)));
        assert!((2..=8).all(|key| table.probe(key).is_some()));
        assert_eq!(table.hashfull(), 1_000);
    }
}
