//! How far long work has come, on standard error if that is a terminal.

use std::cell::Cell;

use cairn_engine::SolverReport;
use cairn_engine::certificate::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printer::Printer;

/// How many replies and leaves of a certificate make news.
const NEWS: u64 = 100;

fn bar(printer: Printer, length: Option<u64>, template: &str) -> ProgressBar {
    let target = if printer.is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(length, target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Shows that work goes on whose length is not known.
pub(super) struct Spinner {
    bar: ProgressBar,
    shown: Cell<u64>,
}

impl Spinner {
    pub(super) fn new(printer: Printer) -> Self {
        Self { bar: bar(printer, None, "{spinner} {elapsed} {msg}"), shown: Cell::new(0) }
    }

    /// Shows a message, if anybody can see it.
    pub(super) fn say(&self, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
            self.bar.tick();
        }
    }

    /// Shows how far a certificate has come, now and then.
    pub(super) fn for_certificates(&self) -> impl FnMut(Progress) {
        |Progress { replies, leaves, nodes }| {
            let done = replies + leaves;
            if done >= self.shown.get() + NEWS {
                self.shown.set(done);
                self.say(|| format!("{replies} replies, {leaves} positions after them, {nodes} nodes"));
            }
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how far the solver has come with a question.
pub(super) struct SolverBar {
    bar: ProgressBar,
    megabytes: u32,
}

impl SolverBar {
    pub(super) fn new(printer: Printer, megabytes: u32) -> Self {
        Self { bar: bar(printer, Some(1_000), "{bar:20} {elapsed} {msg}"), megabytes }
    }

    pub(super) fn show(&self, report: &SolverReport) {
        let millions = report.nodes as f64 / 1e6;
        let speed = millions / report.time.as_secs_f64().max(1e-3);
        let memory = u64::from(self.megabytes) * u64::from(report.hashfull) / 1_000;
        let depth = report.depth.map_or_else(String::new, |depth| format!(", {depth} plies deep"));
        let proven = f64::from(report.progress) / 10.0;
        self.bar.set_position(report.progress.into());
        self.bar.set_message(format!(
            "{proven:.1} %, {millions:.1} M nodes, {speed:.2} M/s, {memory} of {} MiB{depth}: {}",
            self.megabytes, report.bounds
        ));
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
