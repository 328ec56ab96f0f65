//! The server as a process, and what the system says of it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Outcome;
use crate::table::request;

/// Ticks of the system in a second, in which it counts the time of processors.
const TICKS: f64 = 100.0;

/// A running server, which is killed when this is dropped.
pub(crate) struct Instance {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Instance {
    pub(crate) fn start(program: &Path, database: &str) -> Outcome<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--limits", "off", "--listen", "127.0.0.1:0", "--database", database])
            .env("LC_ALL", "C")
            .env("CAIRN_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split('/').next());
        let address = address.ok_or_else(|| format!("no address in: {line}"))?.parse()?;
        Ok(Self { address, child })
    }

    /// The memory that it uses, in MB.
    pub(crate) fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kilobytes.map_or(f64::NAN, |kilobytes| kilobytes / 1024.0)
    }

    /// How long it has used processors.
    pub(crate) fn processor_seconds(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks =
            after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok());
        ticks.sum::<f64>() / TICKS
    }

    /// Moves of bots that wait or are thought of.
    pub(crate) async fn waiting_bots(&self) -> usize {
        let Ok((_, text)) = request(self.address, "GET", "/metrics", "").await else { return 0 };
        let numbers = text.lines().filter_map(|line| {
            let (name, number) = line.split_once(' ')?;
            name.ends_with("_bots").then(|| number.parse::<usize>().ok())?
        });
        numbers.sum()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
