//! One instance of the server: a process on a port of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A process that serves, or has been killed.
pub(crate) struct Instance {
    pub(crate) address: SocketAddr,
    database: String,
    child: Option<Child>,
}

impl Instance {
    /// Starts one on a database. Its port is not one that the system gives to clients, so that it is free when it
    /// starts again.
    pub(crate) async fn start(database: &str) -> Self {
        for _ in 0..200 {
            let port = 10_000 + (getrandom() % 20_000) as u16;
            let address = SocketAddr::from(([127, 0, 0, 1], port));
            let mut instance = Self { address, database: database.to_owned(), child: None };
            if instance.try_start().await {
                return instance;
            }
        }
        panic!("the server does not start");
    }

    pub(crate) async fn on_file(file: &Path) -> Self {
        Self::start(file.to_str().unwrap()).await
    }

    async fn try_start(&mut self) -> bool {
        let (address, database) = (self.address.to_string(), self.database.clone());
        let started = tokio::task::spawn_blocking(move || {
            let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
                .args(["serve", "--limits", "off", "--threads", "2", "--listen", &address])
                .args(["--database", &database])
                .env("LC_ALL", "C")
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

    /// Starts it again, on the same port and the same database.
    pub(crate) async fn start_again(&mut self) {
        for _ in 0..100 {
            if self.try_start().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the server does not start again on {}", self.address);
    }

    /// Kills it: it gets no chance to finish anything.
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

fn getrandom() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
