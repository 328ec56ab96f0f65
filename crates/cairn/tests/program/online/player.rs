//! A player in line mode, connected by pipes.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use cairn_test_support::wait_for;

use super::site::{Site, program};

/// A player in line mode, connected by pipes.
pub(super) struct Player {
    pub(super) home: Arc<tempfile::TempDir>,
    child: Child,
    input: ChildStdin,
    /// The output so far, on standard output and on standard error.
    seen: [Arc<Mutex<String>>; 2],
    /// The threads that read the output; they end with the program.
    readers: Vec<JoinHandle<()>>,
}

impl Player {
    pub(super) fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// Does the same with environment variables.
    pub(super) fn start_with(arguments: &[&str], variables: &[(&str, String)]) -> Self {
        Self::begin(Arc::new(tempfile::tempdir().unwrap()), arguments, variables)
    }

    /// Does the same with the data folder of an earlier player.
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
        let read = |(mut stream, seen): (Box<dyn Read + Send>, &Arc<Mutex<String>>)| {
            let seen = Arc::clone(seen);
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = stream.read(&mut bytes) {
                    *seen.lock().unwrap() += &String::from_utf8_lossy(&bytes[..count]);
                }
            })
        };
        let readers = streams.into_iter().zip(&seen).map(read).collect();
        let input = child.stdin.take().unwrap();
        Self { home, child, input, seen, readers }
    }

    pub(super) fn join(link: &str, name: &str) -> Self {
        Self::start(&["play", "--online", link, "--name", name])
    }

    /// Starts a player who creates a game; returns its address too.
    pub(super) fn creator(site: &Site, arguments: &[&str]) -> (Self, String) {
        let player = Self::start(&[&["play"], arguments, &["--online", &site.url, "--name", "Ana"]].concat());
        let link = player.first_line();
        assert!(link.starts_with(&format!("{}/games/", site.url)), "{link}");
        (player, link)
    }

    /// Starts two players in a new game.
    pub(super) fn pair(site: &Site, game: &str) -> (Self, Self) {
        let (ana, link) = Self::creator(site, &[game]);
        let rui = Self::join(&link, "Rui");
        ana.wait_for("(Rui) has joined");
        (ana, rui)
    }

    pub(super) fn types(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// Returns the output so far: standard output, then standard error.
    pub(super) fn seen(&self) -> String {
        self.seen.each_ref().map(|seen| seen.lock().unwrap().clone()).join("\n")
    }

    /// Waits for the first line on standard output.
    pub(super) fn first_line(&self) -> String {
        wait_for("a line", || Some(self.seen[0].lock().unwrap().split_once('\n')?.0.to_owned()))
    }

    /// Waits until a text was printed; returns the output so far.
    pub(super) fn wait_for(&self, text: &str) -> String {
        wait_for(text, || Some(self.seen()).filter(|seen| seen.contains(text)))
    }

    /// Waits for the end of the program, whose input stays open; returns its status and output.
    pub(super) fn end(mut self) -> (ExitStatus, String) {
        let status = wait_for("the end of the program", || self.child.try_wait().unwrap());
        self.readers.drain(..).for_each(|reader| reader.join().unwrap());
        let seen = self.seen();
        assert!(!seen.contains("panicked"), "{seen}");
        (status, seen)
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
