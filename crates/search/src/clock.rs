//! Whether a search still has time and nodes left; one clock for all its threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::Limits;

/// How many nodes a thread searches between two looks at the clock. Reading the time costs about
/// as much as one quick node, and a thousand slow ones would take too long.
pub(crate) const INTERVAL: u64 = 128;

/// The clock of one search.
pub(crate) struct Clock<'a> {
    start: Instant,
    limits: &'a Limits,
    /// Set once the search has to end, whatever the reason.
    over: AtomicBool,
    /// Nodes that threads have told of.
    nodes: AtomicU64,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: &'a Limits) -> Self {
        Self { start: Instant::now(), limits, over: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Adds nodes of one thread to those of all.
    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes that were told of.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The limit on nodes.
    pub(crate) fn node_limit(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// Ends the search for all threads.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether the search has to end. Looks at everything, so ask only now and then.
    pub(crate) fn is_over(&self) -> bool {
        let over = self.over.load(Ordering::Relaxed)
            || self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.nodes() >= self.node_limit()
            || self.limits.time.is_some_and(|time| self.elapsed() >= time);
        if over {
            self.end();
        }
        over
    }
}
