//! Another program at the other end of two pipes, line by line, that can neither block nor flood us.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread::Builder;
use std::time::Instant;

use super::running::{Running, SHUTDOWN_GRACE, end, wait_if_leaving};

/// The most bytes of a line, with its end: nothing that the protocol knows is so long.
const MAX_LINE_BYTES: usize = 1 << 16;
/// How many lines may wait to be read before the program has to wait.
const WAITING_LINES: usize = 1 << 6;

/// Why no line came.
pub(super) enum NoLine {
    /// The time is up.
    Late,
    /// The program has closed its output; how it ended.
    Ended(String),
    /// The line does not end; how it begins.
    Endless(String),
}

/// A running program, which ends with this.
pub(super) struct Process {
    running: Arc<Running>,
    output: Receiver<Result<String, NoLine>>,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &str, arguments: &[String]) -> std::io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Where a thread cannot be started, the pipe is closed, and both sides see an end.
        let (running, output) = Running::start(&mut command, |child| {
            let (input, to_write) = channel();
            let (lines, output) = sync_channel(WAITING_LINES);
            if let Some(pipe) = child.stdin.take() {
                // A separate thread writes, so that a program that does not read cannot block us.
                let _ = Builder::new().spawn(move || write(pipe, &to_write));
            }
            if let Some(pipe) = child.stdout.take() {
                let _ = Builder::new().spawn(move || forward(pipe, &lines));
            }
            (input, output)
        })?;
        Ok(Self { running, output })
    }

    /// Sends a line. Whether it arrives shows in the answer.
    pub(super) fn send(&self, line: &str) {
        self.running.send(line);
    }

    /// The next line, if there is one before the deadline or there is one already.
    pub(super) fn line(&self, deadline: Instant) -> Result<String, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left).unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => {
                // Its child processes may hold its output open; `wait` kills them once the program has exited.
                self.running.wait(Instant::now());
                Err(NoLine::Late)
            }
            RecvTimeoutError::Disconnected => {
                wait_if_leaving();
                let status = self.running.wait(Instant::now() + SHUTDOWN_GRACE);
                Err(NoLine::Ended(status.unwrap_or_else(|| "its output is closed".to_owned())))
            }
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end(std::slice::from_ref(&self.running));
    }
}

/// Writes lines until the channel or the pipe is closed.
fn write(mut pipe: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv()
        && pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_ok()
    {}
}

/// Forwards lines until the pipe or the channel is closed, or a line is too long.
fn forward(pipe: ChildStdout, lines: &SyncSender<Result<String, NoLine>>) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.by_ref().take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut line);
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        let is_endless = line.len() == MAX_LINE_BYTES && !line.ends_with(b"\n");
        let passed = match read {
            Ok(1..) if is_endless => lines.send(Err(NoLine::Endless(text))),
            Ok(1..) => lines.send(Ok(text)),
            _ => return,
        };
        if is_endless || passed.is_err() {
            return;
        }
    }
}
