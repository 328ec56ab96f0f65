//! When a search has to end: the first limit that is reached ends it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Limits of one search; with none it goes on until it is stopped or everything is known.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// So long and no longer.
    pub time: Option<Duration>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many positions; for Monte Carlo so many games played out. With one thread a search
    /// never exceeds it and is the same every time.
    pub nodes: Option<u64>,
    /// Ends the search when somebody sets it. The search itself never does.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A limit on depth alone.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A limit on positions alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A limit on time alone.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether the search is for playing on, where a single legal move needs no thought. Somebody
    /// who asks for a depth, or for no end, wants to know what the position is worth.
    pub(crate) fn is_for_playing(&self) -> bool {
        self.depth.is_none() && (self.time.is_some() || self.nodes.is_some())
    }
}
