//! Detects engines that outlive the program that started them.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, JoinHandle};

use crate::POLL_INTERVAL;

/// The script of an engine with a child process, for a folder with [`LastWords`]. Both ignore `quit`, the end of their
/// input and every signal that can be ignored, and write to the pipe if they outlive the program. They create a file
/// `thinking` when the engine receives `go`.
pub const STUBBORN_ENGINE: &str = "exec 3>fifo
trap '' TERM INT HUP QUIT
(sleep 600; echo outlived us) >&3 &
while read -r line; do
  case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*) : > thinking; sleep 600 ;;
  esac
done
sleep 600
echo outlived us >&3
";

/// Reads what engines write to the pipe `fifo` in their folder.
#[derive(Debug)]
pub struct LastWords {
    fifo: PathBuf,
    reader: JoinHandle<String>,
}

impl LastWords {
    /// Creates the pipe and starts to read.
    pub fn listen(folder: &Path) -> Self {
        let fifo = folder.join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let path = fifo.clone();
        Self { fifo, reader: thread::spawn(move || fs::read_to_string(path).unwrap()) }
    }

    /// Waits until the last engine has ended; returns everything that engines have written.
    pub fn text(self) -> String {
        // If an engine ended before it opened the pipe, the reader still waits for a first writer.
        while !self.reader.is_finished() {
            drop(OpenOptions::new().read(true).write(true).open(&self.fifo));
            thread::sleep(POLL_INTERVAL);
        }
        self.reader.join().unwrap()
    }
}
