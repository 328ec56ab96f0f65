//! Progress of long work, shown on standard error if that is a terminal.

use std::cell::Cell;

use cairn_engine::SolverReport;
use cairn_engine::certificate::CertificateProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printer::Printer;

/// The number of replies and leaves of a certificate between two updates.
const UPDATE_INTERVAL: u64 = 100;

/// Creates a progress bar, hidden if output is quiet or standard error is not a terminal.
pub(super) fn bar(printer: Printer, length: Option<u64>, template: &str) -> ProgressBar {
    let target = if printer.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(length, target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Creates a progress bar for the review of a game of this many moves.
pub(crate) fn review_bar(printer: Printer, plies: usize) -> ProgressBar {
    let bar = bar(printer, Some(plies as u64), "{bar:20} {pos}/{len} moves, {elapsed}, {eta} left");
    bar.tick();
    bar
}

/// Progress of work of unknown length.
pub(super) struct Spinner {
    bar: ProgressBar,
    last_update: Cell<u64>,
}

impl Spinner {
    pub(super) fn new(printer: Printer) -> Self {
        Self { bar: bar(printer, None, "{spinner} {elapsed} {msg}"), last_update: Cell::new(0) }
    }

    /// Shows a message, built only if it is visible.
    pub(super) fn set_message(&self, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
            self.bar.tick();
        }
    }

    /// Returns a progress callback for making or verifying a certificate.
    pub(super) fn on_certificate_progress(&self) -> impl FnMut(CertificateProgress) {
        |CertificateProgress { replies, leaves, nodes }| {
            let done = replies + leaves;
            if done >= self.last_update.get() + UPDATE_INTERVAL {
                self.last_update.set(done);
                self.set_message(|| {
                    format!("{replies} replies, {leaves} positions after them, {nodes} nodes")
                });
            }
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Progress of the solver.
pub(super) struct SolverBar {
    bar: ProgressBar,
    hash_mib: usize,
}

impl SolverBar {
    pub(super) fn new(printer: Printer, hash_mib: usize) -> Self {
        Self { bar: bar(printer, Some(1_000), "{bar:20} {elapsed} {msg}"), hash_mib }
    }

    pub(super) fn show(&self, report: &SolverReport) {
        let millions = report.nodes as f64 / 1e6;
        let speed = millions / report.time.as_secs_f64().max(1e-3);
        let memory = self.hash_mib as u64 * u64::from(report.hashfull) / 1_000;
        let depth = report.depth.map_or_else(String::new, |depth| format!(", {depth} plies deep"));
        let proven = f64::from(report.progress) / 10.0;
        self.bar.set_position(report.progress.into());
        self.bar.set_message(format!(
            "{proven:.1} %, {millions:.1} M nodes, {speed:.2} M/s, {memory} of {} MiB{depth}: {}",
            self.hash_mib, report.bounds
        ));
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
