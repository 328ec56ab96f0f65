//! Selective search: reverse futility pruning, late move pruning, late move reductions and internal
//! iterative reduction.

use std::sync::LazyLock;

use cairn_rules::Evaluate;

use super::window::Window;
use super::worker::Worker;
use crate::score::{Value, is_decisive};

/// Reverse futility margin for each ply of remaining depth.
const REVERSE_FUTILITY_MARGIN: Value = 110;
/// Reverse futility pruning applies up to this depth.
const REVERSE_FUTILITY_DEPTH: i32 = 3;
/// Nothing is pruned nearer to the root, so that two plies are always searched in full.
const MIN_PRUNING_PLY: usize = 2;
/// Late move pruning applies up to this depth: it skips the many moves that a game does not list first.
const LATE_MOVE_PRUNING_DEPTH: i32 = 2;
/// Internal iterative reduction applies from this depth on.
const INTERNAL_REDUCTION_DEPTH: i32 = 5;

/// Late move reductions apply from this depth on. Two plies are always searched in full, so that the search misses no
/// win in one and allows no loss in one.
const LATE_MOVE_DEPTH: i32 = 3;
/// This many moves are searched at full depth.
const FULL_DEPTH_MOVES: usize = 3;
/// A history score of this size changes the reduction by one ply.
const HISTORY_PER_PLY: i32 = 6_000;

/// Later moves and greater depths share the last row and column.
const SIZE: usize = 64;
/// The reduction is `BASE + ln(depth) * ln(move number) / DIVISOR`.
const BASE: f64 = 0.4;
const DIVISOR: f64 = 2.1;

/// Logarithms are slow: they are computed once for all searches.
pub(super) static LATE_MOVE_REDUCTIONS: LazyLock<LateMoveReductions> = LazyLock::new(LateMoveReductions::new);

/// Late move reductions by depth and move number.
pub(super) struct LateMoveReductions([[u8; SIZE]; SIZE]);

impl LateMoveReductions {
    fn new() -> Self {
        let mut table = [[0; SIZE]; SIZE];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (BASE + (depth as f64).ln() * (number as f64).ln() / DIVISOR) as u8;
            }
        }
        Self(table)
    }

    #[inline]
    fn get(&self, depth: i32, move_number: usize, pv_node: bool, history_score: i32) -> i32 {
        let row = &self.0[(depth as usize).min(SIZE - 1)];
        let plies = i32::from(row[move_number.min(SIZE - 1)]);
        (plies - i32::from(pv_node) - (history_score / HISTORY_PER_PLY).clamp(-1, 1)).max(0)
    }
}

impl<P: Evaluate> Worker<'_, P> {
    /// Reverse futility pruning: near the horizon, trusts a static score far above beta.
    pub(super) fn reverse_futility(&self, position: &P, window: Window) -> Option<Value> {
        let Window { depth, ply, beta, .. } = window;
        if !self.enhancements.pruning
            || depth > REVERSE_FUTILITY_DEPTH
            || ply < MIN_PRUNING_PLY
            || is_decisive(beta)
        {
            return None;
        }
        let value = self.shared.sides.evaluate(position) - REVERSE_FUTILITY_MARGIN * depth;
        (value >= beta && position.outcome().is_none()).then_some(value)
    }

    /// Late move pruning: near the horizon, skips the moves that are not listed first. Never prunes while all moves so
    /// far lose: the search reports a loss only after trying every move.
    pub(super) fn late_move_pruning(&self, window: Window, pv_node: bool, best: Value) -> bool {
        self.enhancements.pruning
            && window.depth <= LATE_MOVE_PRUNING_DEPTH
            && window.ply >= MIN_PRUNING_PLY
            && !pv_node
            && !is_decisive(best)
    }

    /// Internal iterative reduction: without a table move, a full-depth search is not worth its cost.
    pub(super) const fn internal_iterative_reduction(&self, depth: i32, table_move: Option<u16>) -> i32 {
        let reduce =
            self.enhancements.reductions && depth >= INTERNAL_REDUCTION_DEPTH && table_move.is_none();
        reduce as i32
    }

    /// Late move reductions: returns by how many plies to reduce a late quiet move.
    pub(super) fn late_move_reduction(
        &self,
        position: &P,
        mv: P::Move,
        move_number: usize,
        window: Window,
        pv_node: bool,
    ) -> i32 {
        let Window { depth, ply, .. } = window;
        if !self.enhancements.reductions
            || depth < LATE_MOVE_DEPTH
            || move_number <= FULL_DEPTH_MOVES
            || position.is_noisy(mv)
            || self.history.is_killer(ply, mv)
        {
            return 0;
        }
        let history_score = self.history.score(position.to_move().index(), mv);
        self.late_move_reductions.get(depth, move_number, pv_node, history_score).min(depth - 2)
    }
}
