//! Progress of long work, shown on standard error if that is a terminal.

use std::cell::Cell;

use cairn_engine::SolverReport;
use cairn_engine::certificate::CertificateProgress;
use cairn_texts::{Argument, Texts};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::solve::bounds_text;
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
    let arguments: [Argument; 4] =
        [("pos", &"{pos}"), ("len", &"{len}"), ("elapsed", &"{elapsed}"), ("eta", &"{eta}")];
    let counter = printer.texts().format("progress.moves", &arguments);
    let bar = bar(printer, Some(plies as u64), &format!("{{bar:20}} {counter}"));
    bar.tick();
    bar
}

/// Progress of work of unknown length.
pub(super) struct Spinner {
    bar: ProgressBar,
    texts: Texts,
    last_update: Cell<u64>,
}

impl Spinner {
    pub(super) fn new(printer: Printer) -> Self {
        let bar = bar(printer, None, "{spinner} {elapsed} {msg}");
        Self { bar, texts: printer.texts(), last_update: Cell::new(0) }
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
                let arguments: [Argument; 3] =
                    [("replies", &replies), ("leaves", &leaves), ("nodes", &nodes)];
                self.set_message(|| self.texts.format("progress.certificate", &arguments));
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
    texts: Texts,
    hash_mib: usize,
}

impl SolverBar {
    pub(super) fn new(printer: Printer, hash_mib: usize) -> Self {
        let bar = bar(printer, Some(1_000), "{bar:20} {elapsed} {msg}");
        Self { bar, texts: printer.texts(), hash_mib }
    }

    pub(super) fn show(&self, report: &SolverReport) {
        let texts = self.texts;
        let millions = report.nodes as f64 / 1e6;
        let speed = format!("{:.2}", millions / report.time.as_secs_f64().max(1e-3));
        let memory = self.hash_mib as u64 * u64::from(report.hashfull) / 1_000;
        let depth = |depth: u32| texts.format("progress.depth", &[("depth", &depth)]);
        let arguments: [Argument; 7] = [
            ("proven", &format!("{:.1}", f64::from(report.progress) / 10.0)),
            ("millions", &format!("{millions:.1}")),
            ("speed", &speed),
            ("memory", &memory),
            ("size", &self.hash_mib),
            ("depth", &report.depth.map_or_else(String::new, depth)),
            ("bounds", &bounds_text(report.bounds, texts)),
        ];
        self.bar.set_position(report.progress.into());
        self.bar.set_message(texts.format("progress.solver", &arguments));
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
