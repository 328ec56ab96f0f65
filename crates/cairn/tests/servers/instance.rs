//! One instance of the server: a process on its own port.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};

use cairn_test_support::{POLL_INTERVAL, command, random_port};

use super::client::within;

/// A process that serves, or has been killed.
pub(crate) struct Instance {
    pub(crate) address: SocketAddr,
    database: String,
    home: tempfile::TempDir,
    child: Option<Child>,
}

impl Instance {
    /// Starts an instance on a database.
    pub(crate) async fn start(database: &str) -> Self {
        let (address, home) =
            (SocketAddr::from(([127, 0, 0, 1], random_port())), tempfile::tempdir().unwrap());
        let mut instance = Self { address, database: database.to_owned(), home, child: None };
        within("a server starts", async {
            while !instance.try_start().await {
                instance.address.set_port(random_port());
            }
        })
        .await;
        instance
    }

    pub(crate) async fn on_file(file: &Path) -> Self {
        Self::start(file.to_str().unwrap()).await
    }

    async fn try_start(&mut self) -> bool {
        let address = self.address.to_string();
        let mut program = command(env!("CARGO_BIN_EXE_cairn"), self.home.path());
        program.args(["serve", "--limits", "off", "--threads", "2", "--listen", &address]);
        program.args(["--database", &self.database]);
        let started = tokio::task::spawn_blocking(move || {
            let mut child = program
                .env("CAIRN_LOG", "error")
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut line = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
            if line.contains(&format!("http://{address}/")) {
                return Some(child);
            }
            child.wait().unwrap();
            None
        });
        self.child = started.await.unwrap();
        self.child.is_some()
    }

    /// Restarts it on the same port and the same database.
    pub(crate) async fn start_again(&mut self) {
        within("the server starts again", async {
            while !self.try_start().await {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        })
        .await;
    }

    /// Kills it immediately.
    pub(crate) fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9), "it had ended: {status}");
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
