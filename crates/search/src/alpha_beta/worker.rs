//! One thread of a search: its lists, its memory of good moves, its count of nodes.

use cairn_rules::{Evaluate, zobrist};

use super::Shared;
use super::reductions::{REDUCTIONS, Reductions};
use super::variations::Variations;
use crate::clock::INTERVAL;
use crate::ordering::{History, Lists};
use crate::path::Path;
use crate::settings::Features;

/// Within this many plies of a draw by quiet plies the count matters to what a position is worth,
/// and becomes part of the key. Farther away it does not: no win that is kept takes longer.
pub(super) const QUIET_HORIZON: u16 = 64;

/// One thread of a search.
pub(super) struct Worker<'a, P: Evaluate> {
    pub(super) shared: &'a Shared<'a, P>,
    pub(super) features: Features,
    pub(super) lists: Lists<P::Move>,
    pub(super) history: History,
    pub(super) path: Path<P>,
    pub(super) variations: Variations<P::Move>,
    pub(super) reductions: &'static Reductions,
    /// The longest line of this iteration.
    pub(super) seldepth: usize,
    /// The search has to end; whatever is returned from now on means nothing.
    pub(super) stopped: bool,
    /// Nothing but the limit on nodes ends the search yet.
    pub(super) starting: bool,
    nodes: u64,
    node_limit: u64,
    salt: u64,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    /// `alone` is a thread that counts for itself, to the node.
    pub(super) fn new(shared: &'a Shared<'a, P>, alone: bool) -> Self {
        Self {
            shared,
            features: shared.settings.features,
            lists: Lists::new(),
            history: History::new(),
            path: Path::new(&shared.root),
            variations: Variations::new(),
            reductions: &REDUCTIONS,
            seldepth: 0,
            stopped: false,
            starting: true,
            nodes: 0,
            node_limit: if alone { shared.clock.node_limit() } else { u64::MAX },
            salt: shared.camps.salt(),
        }
    }

    /// Counts a node, unless the search has to end.
    #[inline]
    pub(super) fn visit(&mut self, ply: usize) -> bool {
        if self.stopped || self.nodes >= self.node_limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(INTERVAL) {
            self.shared.clock.count(INTERVAL);
            self.stopped = !self.starting && self.shared.clock.is_over();
        }
        !self.stopped
    }

    /// The nodes of all threads, as far as they have told.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.clock.nodes() + self.nodes % INTERVAL
    }

    /// The key of a position in the table.
    #[inline]
    pub(super) fn key(&self, position: &P) -> u64 {
        let key = position.key() ^ self.salt;
        match position.quiet_plies_left() {
            Some(left) if left <= QUIET_HORIZON => key ^ zobrist::mix(left.into()),
            _ => key,
        }
    }
}
