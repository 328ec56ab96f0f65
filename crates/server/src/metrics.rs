//! Counters in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The counters of a server.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) rejected: Counter,
    pub(crate) rejected_connections: Counter,
    pub(crate) games: Counter,
    pub(crate) moves: Counter,
    pub(crate) analyses: Counter,
}

impl Metrics {
    /// All counters and the given gauges, as text.
    pub(crate) fn text(&self, gauges: &[(&str, &str, usize)]) -> String {
        let counters = [
            ("cairn_requests_total", "Requests received", &self.requests),
            ("cairn_refused_total", "Requests rejected because a client sent too many", &self.rejected),
            (
                "cairn_connections_rejected_total",
                "Connections rejected because an address had too many",
                &self.rejected_connections,
            ),
            ("cairn_games_created_total", "Games created", &self.games),
            ("cairn_moves_total", "Acknowledged moves of people", &self.moves),
            ("cairn_analyses_total", "Analyses started", &self.analyses),
        ];
        let mut text = String::new();
        let mut write = |name: &str, help: &str, kind: &str, value: u64| {
            // Writing to a string cannot fail.
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        for (name, help, counter) in counters {
            write(name, help, "counter", counter.get());
        }
        for &(name, help, value) in gauges {
            write(name, help, "gauge", value as u64);
        }
        text
    }
}
