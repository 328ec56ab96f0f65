//! Runs `cairn serve` as a child process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Outcome;

/// A running server. Dropping it kills the process.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) child: Child,
}

impl Server {
    /// Starts it on a free port of the loopback interface.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Outcome<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
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
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
