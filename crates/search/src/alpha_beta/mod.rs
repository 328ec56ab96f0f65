//! Alpha-beta: deeper and deeper, the best line first, on all threads at once.
//!
//! Every thread searches the same position and shares nothing but the table and the clock; what
//! one finds the others need not look for. The first thread reports.

mod deepening;
mod found;
mod node;
mod question;
mod quiescence;
mod reductions;
mod root;
mod variations;
mod worker;

use std::thread::Builder;

use cairn_rules::Evaluate;

use crate::camps::Camps;
use crate::clock::Clock;
use crate::path::Past;
use crate::table::Table;
use crate::{Limits, Report, Settings};
use worker::Worker;

/// What the threads of one search share.
pub(crate) struct Shared<'a, P: Evaluate> {
    table: &'a Table,
    clock: &'a Clock<'a>,
    settings: &'a Settings,
    camps: Camps,
    root: P,
    among: Option<&'a [P::Move]>,
    past: Past<P>,
}

/// What is searched.
pub(crate) struct Root<'a, P: Evaluate> {
    pub(crate) position: P,
    /// The positions of the game before it, oldest first.
    pub(crate) history: &'a [P],
    /// The moves to choose from, if not all.
    pub(crate) among: Option<&'a [P::Move]>,
}

impl<'a, P: Evaluate> Root<'a, P> {
    /// All moves of a position.
    pub(crate) const fn new(position: &P, history: &'a [P]) -> Self {
        Self { position: *position, history, among: None }
    }
}

/// Searches a position in which the game goes on.
pub(crate) fn search<P: Evaluate>(
    root: &Root<'_, P>,
    table: &Table,
    settings: &Settings,
    limits: &Limits,
    report: &mut dyn FnMut(&Report<P>),
) -> Report<P> {
    let clock = Clock::start(limits);
    let past = Past::new(root.history);
    let (position, among) = (root.position, root.among);
    let camps = Camps::of(&position).with_contempt(settings.contempt.min(Settings::MOST_CONTEMPT));
    let shared = Shared { table, clock: &clock, settings, camps, root: position, among, past };
    let threads = settings.threads.clamp(1, crate::settings::MAX_THREADS);
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|number| {
                let shared = &shared;
                let work = move || Worker::new(shared, false).deepen(limits, number, &mut |_| ());
                // A thread that cannot be had is not missed: the others do the same work.
                Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        let first = Worker::new(&shared, threads == 1).deepen(limits, 0, report);
        clock.end();
        let depth = first.depth;
        let last = others.into_iter().filter_map(|other| other.join().ok()).fold(first, deeper);
        if last.depth > depth {
            report(&last);
        }
        last
    })
}

/// The report of the thread that came further.
fn deeper<P: Evaluate>(first: Report<P>, other: Report<P>) -> Report<P> {
    if other.depth <= first.depth {
        return first;
    }
    Report { nodes: first.nodes.max(other.nodes), time: first.time, ..other }
}
