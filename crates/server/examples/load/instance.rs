//! A server under load, and its memory and processor time as the system reports them.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use crate::Outcome;
use crate::http;
use crate::server::Server;

/// Clock ticks per second, in which Linux counts processor time.
const TICKS: f64 = 100.0;

/// A running server without limits for clients.
pub(crate) struct Instance {
    pub(crate) address: SocketAddr,
    server: Server,
}

impl Instance {
    pub(crate) fn start(program: &Path, database: &str) -> Outcome<Self> {
        let server = Server::start(program, &["--limits", "off", "--database", database])?;
        Ok(Self { address: server.address, server })
    }

    /// Returns the resident memory in MB.
    pub(crate) fn memory(&self) -> f64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.server.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kilobytes.map_or(f64::NAN, |kilobytes| kilobytes / 1024.0)
    }

    /// Returns the processor time so far.
    pub(crate) fn processor_seconds(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.server.child.id())).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks =
            after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok());
        ticks.sum::<f64>() / TICKS
    }

    /// Returns the number of bot moves queued or being computed.
    pub(crate) async fn waiting_bots(&self) -> usize {
        let Ok(text) = http::get(self.address, "/metrics").await else { return 0 };
        let numbers = text.lines().filter_map(|line| {
            let (name, number) = line.split_once(' ')?;
            name.ends_with("_bots").then(|| number.parse::<usize>().ok())?
        });
        numbers.sum()
    }
}
