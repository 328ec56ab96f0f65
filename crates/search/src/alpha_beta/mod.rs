//! Alpha-beta search with iterative deepening, run on all threads by lazy SMP.
//!
//! Every thread searches the same root and shares nothing but the transposition table and the
//! limits; a thread reuses the results of the others from the table. The first thread reports.
//!
//! - `window`: the window of a node and its result
//! - `worker`: the state of one thread
//! - `iterative_deepening`: depth after depth, with aspiration windows and multi-PV
//! - `root`: the moves of the root
//! - `node`: principal variation search below the root
//! - `pruning`: reverse futility pruning, late move pruning and reductions
//! - `quiescence`: noisy moves beyond the horizon

mod iterative_deepening;
mod node;
mod pruning;
mod quiescence;
mod root;
mod window;
mod worker;

use std::thread::Builder;

use cairn_rules::Evaluate;

use crate::limits::SearchControl;
use crate::memory::fitting_threads;
use crate::repetition::GameHistory;
use crate::settings::MAX_THREADS;
use crate::sides::Sides;
use crate::transposition::TranspositionTable;
use crate::{Limits, Report, Settings};
use worker::Worker;

/// The state that the threads of one search share.
pub(crate) struct SearchContext<'a, P: Evaluate> {
    table: &'a TranspositionTable,
    control: &'a SearchControl<'a>,
    settings: &'a Settings,
    sides: Sides,
    root: P,
    search_moves: Option<&'a [P::Move]>,
    history: GameHistory<P>,
}

/// The root of a search.
pub(crate) struct Root<'a, P: Evaluate> {
    pub(crate) position: P,
    /// The earlier positions of the game, oldest first.
    pub(crate) history: &'a [P],
    /// The moves to search, if not all.
    pub(crate) search_moves: Option<&'a [P::Move]>,
}

impl<'a, P: Evaluate> Root<'a, P> {
    /// Creates a root with all its moves.
    pub(crate) const fn new(position: &P, history: &'a [P]) -> Self {
        Self { position: *position, history, search_moves: None }
    }
}

/// Searches a position whose game is not over.
pub(crate) fn search<P: Evaluate>(
    root: &Root<'_, P>,
    table: &TranspositionTable,
    settings: &Settings,
    limits: &Limits,
    report: &mut dyn FnMut(&Report<P>),
) -> Report<P> {
    let control = SearchControl::start(limits);
    let shared = SearchContext {
        table,
        control: &control,
        settings,
        sides: Sides::of(&root.position).with_contempt(settings.contempt.min(Settings::MAX_CONTEMPT)),
        root: root.position,
        search_moves: root.search_moves,
        history: GameHistory::new(root.history),
    };
    let threads = fitting_threads(settings.threads.min(MAX_THREADS));
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map_while(|number| {
                let shared = &shared;
                let work = move || Worker::new(shared, false).deepen(limits, number, &mut |_| ());
                // If a thread cannot start, the others do the same work.
                Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        let first = Worker::new(&shared, threads == 1).deepen(limits, 0, report);
        control.stop();
        let depth = first.depth;
        let last = helpers.into_iter().filter_map(|helper| helper.join().ok()).fold(first, deeper);
        if last.depth > depth {
            report(&last);
        }
        last
    })
}

/// Returns the report of the thread that searched deeper.
fn deeper<P: Evaluate>(first: Report<P>, other: Report<P>) -> Report<P> {
    if other.depth <= first.depth {
        return first;
    }
    Report { nodes: first.nodes.max(other.nodes), time: first.time, ..other }
}
