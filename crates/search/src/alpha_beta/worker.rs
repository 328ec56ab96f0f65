//! The state of one search thread: move lists, history tables, principal variations, node count.

use cairn_rules::{Evaluate, zobrist};

use super::SearchContext;
use super::pruning::{LATE_MOVE_REDUCTIONS, LateMoveReductions};
use crate::limits::CHECK_INTERVAL;
use crate::ordering::{History, MoveStack};
use crate::repetition::SearchPath;
use crate::score::MAX_PLY;
use crate::settings::Enhancements;

/// Within this many plies of a draw by the quiet-move limit, the number of plies since the last progress affects the
/// value of a position and becomes part of its key. Further away it does not: no stored win takes longer.
pub(super) const QUIET_HORIZON: u16 = 64;

/// One search thread.
pub(super) struct Worker<'a, P: Evaluate> {
    pub(super) shared: &'a SearchContext<'a, P>,
    pub(super) enhancements: Enhancements,
    pub(super) moves: MoveStack<P::Move>,
    pub(super) history: History,
    pub(super) path: SearchPath<P>,
    pub(super) pv_table: PvTable<P::Move>,
    pub(super) late_move_reductions: &'static LateMoveReductions,
    /// The longest line of this iteration.
    pub(super) seldepth: usize,
    /// Whether a limit is reached; values returned from now on are meaningless.
    pub(super) stopped: bool,
    /// Whether the root moves are still being evaluated, when only the node limit applies.
    pub(super) starting: bool,
    nodes: u64,
    node_limit: u64,
    key_salt: u64,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    /// Creates a thread; a `single` one respects the node limit exactly.
    pub(super) fn new(shared: &'a SearchContext<'a, P>, single: bool) -> Self {
        Self {
            shared,
            enhancements: shared.settings.enhancements,
            moves: MoveStack::new(),
            history: History::new(),
            path: SearchPath::new(&shared.root),
            pv_table: PvTable::new(),
            late_move_reductions: &LATE_MOVE_REDUCTIONS,
            seldepth: 0,
            stopped: false,
            starting: true,
            nodes: 0,
            node_limit: if single { shared.control.node_limit() } else { u64::MAX },
            key_salt: shared.sides.key_salt(),
        }
    }

    /// Counts a node; returns `false` once the search has to stop.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> bool {
        if self.stopped || self.nodes >= self.node_limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.shared.control.add_nodes(CHECK_INTERVAL);
            self.stopped = !self.starting && self.shared.control.should_stop();
        }
        !self.stopped
    }

    /// Returns the nodes of all threads, including those that the other threads have added so far.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.control.nodes() + self.nodes % CHECK_INTERVAL
    }

    /// Returns the key of a position in the transposition table.
    #[inline]
    pub(super) fn key(&self, position: &P) -> u64 {
        let key = position.key() ^ self.key_salt;
        match position.quiet_plies_left() {
            Some(left) if left <= QUIET_HORIZON => key ^ zobrist::mix(left.into()),
            _ => key,
        }
    }
}

/// The triangular PV table: the principal variation from every ply of the current path.
pub(super) struct PvTable<M>(Vec<Vec<M>>);

impl<M: Copy> PvTable<M> {
    fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 1])
    }

    /// Clears the variation from a ply.
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the variation from a ply to this move and the variation from the next ply.
    pub(super) fn update(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let (Some(pv), Some(rest)) = (upper.last_mut(), lower.first()) else { return };
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(rest);
    }

    /// Returns the variation from a ply.
    pub(super) fn from(&self, ply: usize) -> &[M] {
        &self.0[ply]
    }
}
