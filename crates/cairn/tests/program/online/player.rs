//! Somebody at a terminal that is none.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::site::{Site, program};

/// Far longer than anything here takes; without it a failure would hang.
const PATIENCE: Duration = Duration::from_secs(120);

/// Somebody at a terminal that is none.
pub(super) struct Player {
    pub(super) home: Arc<tempfile::TempDir>,
    child: Child,
    input: ChildStdin,
    /// What was printed so far, on standard output and on standard error.
    seen: [Arc<Mutex<String>>; 2],
}

impl Player {
    pub(super) fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// The same with variables of the environment.
    pub(super) fn start_with(arguments: &[&str], variables: &[(&str, String)]) -> Self {
        Self::begin(Arc::new(tempfile::tempdir().unwrap()), arguments, variables)
    }

    /// The same with the files of somebody who has been here before.
    pub(super) fn start_at(home: Arc<tempfile::TempDir>, arguments: &[&str]) -> Self {
        Self::begin(home, arguments, &[])
    }

    fn begin(home: Arc<tempfile::TempDir>, arguments: &[&str], variables: &[(&str, String)]) -> Self {
        let mut child = program(home.path())
            .args(arguments)
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let seen = [Arc::default(), Arc::default()];
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for (mut stream, seen) in streams.into_iter().zip(&seen) {
            let seen: Arc<Mutex<String>> = Arc::clone(seen);
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = stream.read(&mut bytes) {
                    *seen.lock().unwrap() += &String::from_utf8_lossy(&bytes[..count]);
                }
            });
        }
        let input = child.stdin.take().unwrap();
        Self { home, child, input, seen }
    }

    pub(super) fn join(link: &str, name: &str) -> Self {
        Self::start(&["play", "--online", link, "--name", name])
    }

    /// A player who creates a game, and its address.
    pub(super) fn creator(site: &Site, arguments: &[&str]) -> (Self, String) {
        let player = Self::start(&[&["play"], arguments, &["--online", &site.url, "--name", "Ana"]].concat());
        let link = player.first_line();
        assert!(link.starts_with(&format!("{}/games/", site.url)), "{link}");
        (player, link)
    }

    /// Two players at a new game.
    pub(super) fn pair(site: &Site, game: &str) -> (Self, Self) {
        let (ana, link) = Self::creator(site, &[game]);
        let rui = Self::join(&link, "Rui");
        ana.wait_for("(Rui) has sat down");
        (ana, rui)
    }

    pub(super) fn types(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// What was printed so far: standard output, then standard error.
    pub(super) fn seen(&self) -> String {
        self.seen.each_ref().map(|seen| seen.lock().unwrap().clone()).join("\n")
    }

    /// Waits for the first line on standard output.
    pub(super) fn first_line(&self) -> String {
        let start = Instant::now();
        loop {
            let printed = self.seen[0].lock().unwrap().clone();
            if let Some((line, _)) = printed.split_once('\n') {
                return line.to_owned();
            }
            assert!(start.elapsed() < PATIENCE, "no line in:\n{}", self.seen());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a text was printed; all that was printed so far.
    pub(super) fn wait_for(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let seen = self.seen();
            if seen.contains(text) {
                return seen;
            }
            assert!(start.elapsed() < PATIENCE, "no `{text}` in:\n{seen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end of the program, whose input stays open; its status and all that was printed.
    pub(super) fn end(mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // What it has printed last may still be on its way.
                thread::sleep(Duration::from_millis(100));
                let seen = self.seen();
                assert!(!seen.contains("panicked"), "{seen}");
                return (status, seen);
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not end:\n{}", self.seen());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub(super) fn end_well(self) -> String {
        let (status, seen) = self.end();
        assert!(status.success(), "{seen}");
        seen
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
