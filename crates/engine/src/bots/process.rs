//! A child process that exchanges lines through pipes and can neither block nor flood this program.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are split; no line of the protocol is that long.
const LONGEST_LINE: u64 = 1 << 16;
/// The number of unread lines after which the process has to wait.
const WAITING_LINES: usize = 1 << 10;
/// How long a process may take to quit before it is killed.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often a process that should quit is polled.
const GLANCE: Duration = Duration::from_millis(5);

/// Why no line was read.
pub(super) enum NoLine {
    /// The deadline has passed.
    Late,
    /// The process closed its output; its exit status.
    Ended(String),
}

/// A running child process.
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
}

impl Process {
    /// Starts a program, detached from the terminal's Ctrl-C, which this program handles.
    pub(super) fn start(program: &str, arguments: &[String]) -> std::io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, to_write) = channel::<String>();
        if let Some(mut pipe) = child.stdin.take() {
            // A process that does not read must not block this thread, so another one writes.
            thread::spawn(move || {
                for line in to_write {
                    if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        let (lines, output) = sync_channel(WAITING_LINES);
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || forward(pipe, &lines));
        }
        Ok(Self { child, input, output })
    }

    /// Sends a line. Errors show up when the answer is read.
    pub(super) fn send(&self, line: &str) {
        // The writer is gone only if the process is, which the next read detects.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Reads the next line, until the deadline.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Late,
            RecvTimeoutError::Disconnected => NoLine::Ended(self.status()),
        })
    }

    /// The exit status, if the process has ended.
    fn status(&mut self) -> String {
        match self.wait() {
            Some(status) => status,
            None => "its output is closed".to_owned(),
        }
    }

    /// Waits briefly for the process to end.
    fn wait(&mut self) -> Option<String> {
        let patience = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < patience => thread::sleep(GLANCE),
                Ok(None) => return None,
                Err(error) => return Some(error.to_string()),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        if self.wait().is_none() {
            // It may have ended by itself in the meantime, which is fine.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Forwards lines until the end of output, or until the receiver is gone.
fn forward(pipe: ChildStdout, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) if lines.send(String::from_utf8_lossy(&line).trim().to_owned()).is_ok() => {}
            _ => return,
        }
    }
}
