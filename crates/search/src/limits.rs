//! When a search ends: [`Limits`] as the caller sets them, [`ReportFlow`] as its callback returns it, [`SearchControl`] as
//! threads check them.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

/// Stops work on another thread: searches, bots, matches and reviews accept one. Clones share the flag.
///
/// ```
/// use cairn_search::{Limits, StopFlag};
///
/// let stop = StopFlag::default();
/// let limits = Limits::nodes(1_000_000).with_stop(stop.clone());
/// stop.stop();
/// assert!(limits.stop.is_some_and(|stop| stop.is_stopped()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    flag: Arc<AtomicBool>,
    /// A flag of the caller that stops the work as well.
    parent: Option<Arc<Self>>,
}

impl StopFlag {
    /// Creates a flag that is already set.
    pub fn stopped() -> Self {
        Arc::new(AtomicBool::new(true)).into()
    }

    /// Sets the flag, and returns whether it was already set.
    pub fn stop(&self) -> bool {
        self.flag.swap(true, Ordering::AcqRel)
    }

    /// Returns whether the flag is set.
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Acquire) || self.parent.as_ref().is_some_and(|parent| parent.is_stopped())
    }

    /// Clears the flag for reuse, and returns whether it was set.
    pub fn take(&self) -> bool {
        self.flag.swap(false, Ordering::AcqRel)
    }
}

/// Shares an existing flag.
impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self { flag, parent: None }
    }
}

/// What a callback for reports returns: nothing, or a [`ControlFlow`] that can end the work.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use cairn_rules::{Game, games::staqs::Staqs};
/// use cairn_search::{Limits, Searcher, Settings};
///
/// let mut searcher = Searcher::new(Settings { hash_mib: 1, ..Settings::default() })?;
/// let start = Staqs::start(&Default::default());
/// let report = searcher.search(&start, &[], &Limits::default(), &mut |report| {
///     if report.depth >= 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// assert_eq!(report.depth, 3);
/// # Ok::<(), cairn_search::OutOfMemory>(())
/// ```
pub trait ReportFlow {
    /// Whether the work goes on.
    fn control_flow(self) -> ControlFlow<()>;
}

impl ReportFlow for () {
    fn control_flow(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl ReportFlow for ControlFlow<()> {
    fn control_flow(self) -> Self {
        self
    }
}

/// The purpose of a search.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Purpose {
    /// To score the position: searches a forced move like any other.
    #[default]
    Analyze,
    /// To choose a move to play: plays a single legal move without searching.
    Play,
}

/// Limits of one search; the first one reached ends it. Without any, the search runs until the
/// position is decided.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time limit.
    pub time: Option<Duration>,
    /// Depth limit in plies.
    pub depth: Option<u32>,
    /// Node limit; for Monte Carlo tree search the number of playouts. A single-threaded search
    /// never exceeds it and is deterministic.
    pub nodes: Option<u64>,
    /// Stop flag: ends the search when the caller sets it. The search itself never does.
    pub stop: Option<StopFlag>,
    /// The purpose of the search.
    pub purpose: Purpose,
}

impl Limits {
    /// Creates limits with a depth limit only.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Creates limits with a node limit only.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Creates limits with a time limit only.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Adds a flag that ends the search.
    #[must_use]
    pub fn with_stop(self, stop: StopFlag) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Sets the purpose to choosing a move to play.
    #[must_use]
    pub fn for_play(self) -> Self {
        Self { purpose: Purpose::Play, ..self }
    }

    /// Runs work that reports, within these limits and until `on_report` returns [`ControlFlow::Break`]; it is not called
    /// again after that.
    pub(crate) fn run_until_break<R, F: ReportFlow, T>(
        &self,
        on_report: &mut dyn FnMut(&R) -> F,
        work: impl FnOnce(&Self, &mut dyn FnMut(&R)) -> T,
    ) -> T {
        let stop = StopFlag { parent: self.stop.clone().map(Arc::new), ..StopFlag::default() };
        let limits = self.clone().with_stop(stop.clone());
        let mut flow = ControlFlow::Continue(());
        work(&limits, &mut |report| {
            if flow.is_continue() {
                flow = on_report(report).control_flow();
                if flow.is_break() {
                    stop.stop();
                }
            }
        })
    }

    /// Whether the search may end at a root with this many moves because there is nothing to choose.
    pub(crate) fn needs_no_thought(&self, root_moves: usize) -> bool {
        self.purpose == Purpose::Play && root_moves == 1
    }

    /// Returns whether the only limit is a budget of time or nodes, which can then be shared with the solver.
    pub(crate) const fn is_budget(&self) -> bool {
        self.depth.is_none() && (self.time.is_some() || self.nodes.is_some())
    }
}

/// The number of nodes that a thread searches between two checks of the limits. Reading the time costs about as much as
/// one cheap node, and a thousand expensive nodes would take too long.
pub(crate) const CHECK_INTERVAL: u64 = 128;

/// The running time and node count of one search, shared by its threads.
pub(crate) struct SearchControl<'a> {
    start: Instant,
    limits: &'a Limits,
    /// Set once any limit is reached.
    stopped: AtomicBool,
    /// Nodes that threads have added so far.
    nodes: AtomicU64,
}

impl<'a> SearchControl<'a> {
    pub(crate) fn start(limits: &'a Limits) -> Self {
        Self { start: Instant::now(), limits, stopped: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Adds nodes of one thread to the total.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the nodes added so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn node_limit(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// Stops all threads.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether a limit is reached. Reads the time, so call it only every [`CHECK_INTERVAL`] nodes.
    pub(crate) fn should_stop(&self) -> bool {
        let stop = self.stopped.load(Ordering::Relaxed)
            || self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped)
            || self.nodes() >= self.node_limit()
            || self.limits.time.is_some_and(|time| self.elapsed() >= time);
        if stop {
            self.stop();
        }
        stop
    }
}
