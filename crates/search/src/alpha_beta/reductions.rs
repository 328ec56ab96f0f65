//! By how much moves that come late are looked at less deeply.

use std::sync::LazyLock;

/// Nothing is reduced below this depth: two plies are always looked at in full, so that no win in
/// one is missed and no loss in one is walked into.
pub(super) const MIN_DEPTH: i32 = 3;
/// So many moves are looked at in full.
pub(super) const FULL_MOVES: usize = 3;
/// Moves that have achieved this much elsewhere are reduced by one ply less, and the other way.
const GREAT_MERIT: i32 = 6_000;

const SIZE: usize = 64;
/// How fast reductions grow: the product of the logarithms of depth and place is divided by this.
const DIVISOR: f64 = 2.1;
const BASE: f64 = 0.4;

/// Logarithms are slow: they are worked out once for all searches.
pub(super) static REDUCTIONS: LazyLock<Reductions> = LazyLock::new(Reductions::new);

/// Reductions by depth and place.
pub(super) struct Reductions([[u8; SIZE]; SIZE]);

impl Reductions {
    fn new() -> Self {
        let mut table = [[0; SIZE]; SIZE];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (place, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (BASE + (depth as f64).ln() * (place as f64).ln() / DIVISOR) as u8;
            }
        }
        Self(table)
    }

    /// How many plies to leave out for the move at this place.
    #[inline]
    pub(super) fn get(&self, depth: i32, place: usize, in_best_line: bool, merit: i32) -> i32 {
        let row = &self.0[(depth as usize).min(SIZE - 1)];
        let plies = i32::from(row[place.min(SIZE - 1)]);
        (plies - i32::from(in_best_line) - (merit / GREAT_MERIT).clamp(-1, 1)).max(0)
    }
}
