//! How far a proof has come, on standard error if that is a terminal.

use cairn_engine::SolverReport;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printer::Printer;

/// A bar that shows how far the question in hand has come.
pub(super) struct Progress {
    bar: ProgressBar,
    megabytes: u32,
}

impl Progress {
    pub(super) fn new(printer: Printer, megabytes: u32) -> Self {
        let target =
            if printer.is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(1_000), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Self { bar, megabytes }
    }

    pub(super) fn tell(&self, report: &SolverReport) {
        let millions = report.nodes as f64 / 1e6;
        let speed = millions / report.time.as_secs_f64().max(1e-3);
        let memory = u64::from(self.megabytes) * u64::from(report.hashfull) / 1_000;
        let depth = report.depth.map_or_else(String::new, |depth| format!(", {depth} plies deep"));
        let proven = f64::from(report.progress) / 10.0;
        self.bar.set_position(report.progress.into());
        self.bar.set_message(format!(
            "{proven:.1} %, {millions:.1} M nodes, {speed:.2} M/s, {memory} of {} MB{depth}: {}",
            self.megabytes, report.bounds
        ));
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
