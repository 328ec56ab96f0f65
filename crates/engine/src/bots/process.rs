//! Another program at the other end of two pipes, line by line, which can neither block nor flood this one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread::Builder;
use std::time::Instant;

use super::engine_log::{EngineLog, ProcessLog};
use super::running::{RunningProgram, SHUTDOWN_GRACE, end, wait_if_leaving};
use super::stderr::StderrTail;

/// The maximum number of bytes of a line, including its end: the protocol has no such long lines.
const MAX_LINE_BYTES: usize = 1 << 16;
/// The number of unread lines after which the program has to wait.
const WAITING_LINES: usize = 1 << 6;

/// The reason why no line arrived.
#[derive(Debug)]
pub(super) enum NoLine {
    /// The time is up.
    Late,
    /// The program has closed its output; its exit status, and the end of its standard error.
    Ended { status: String, stderr: String },
    /// The line is too long; its beginning.
    Endless(String),
}

/// A running program, which ends when this value is dropped.
#[derive(Debug)]
pub(super) struct Process {
    running: Arc<RunningProgram>,
    output: Receiver<(Instant, Result<String, NoLine>)>,
    stderr: StderrTail,
    log: ProcessLog,
}

impl Process {
    /// Starts a program; the log uses this name for it.
    pub(super) fn start(
        program: &str,
        arguments: &[String],
        name: &str,
        log: Option<EngineLog>,
    ) -> std::io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // If a thread cannot start, the pipe closes, and both sides see its end.
        let (running, (output, stderr, log)) = RunningProgram::start(&mut command, |child| {
            let log = ProcessLog::new(log, name, child.id());
            let (input, to_write) = channel();
            let (lines, output) = sync_channel(WAITING_LINES);
            if let Some(pipe) = child.stdin.take() {
                // A separate thread writes, so that a program that does not read cannot block this one.
                let _ = Builder::new().spawn(move || write(pipe, &to_write));
            }
            if let Some(pipe) = child.stdout.take() {
                let log = log.clone();
                let _ = Builder::new().spawn(move || forward(pipe, &lines, &log));
            }
            let stderr = StderrTail::read(child.stderr.take(), log.clone());
            (input, (output, stderr, log))
        })?;
        Ok(Self { running, output, stderr, log })
    }

    /// Replaces the output of the process with lines of a test.
    #[cfg(test)]
    pub(super) fn with_output(mut self, output: Receiver<(Instant, Result<String, NoLine>)>) -> Self {
        self.output = output;
        self
    }

    /// Sends a line. A failure shows in the missing answer.
    pub(super) fn send(&self, line: &str) {
        self.log.sent(line);
        self.running.send(line);
    }

    /// Returns the next line and its arrival time, if it arrives before the deadline or has already arrived.
    pub(super) fn line(&self, deadline: Instant) -> Result<(Instant, String), NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        let received = self.output.recv_timeout(left).map(|(arrival, line)| Ok((arrival, line?)));
        received.unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => {
                // Its child processes may hold its output open; `wait` kills them once the program has exited.
                self.running.wait(Instant::now());
                Err(NoLine::Late)
            }
            RecvTimeoutError::Disconnected => {
                wait_if_leaving();
                let status = self.running.wait(Instant::now() + SHUTDOWN_GRACE);
                let status = status.unwrap_or_else(|| "its output is closed".to_owned());
                let stderr = self.stderr.last_lines(SHUTDOWN_GRACE);
                self.log.ended(&status);
                Err(NoLine::Ended { status, stderr })
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
fn forward(pipe: ChildStdout, lines: &SyncSender<(Instant, Result<String, NoLine>)>, log: &ProcessLog) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.by_ref().take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut line);
        let arrival = Instant::now();
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !line.is_empty() {
            log.received(&text);
        }
        let is_endless = line.len() == MAX_LINE_BYTES && !line.ends_with(b"\n");
        let passed = match read {
            Ok(1..) if is_endless => lines.send((arrival, Err(NoLine::Endless(text)))),
            Ok(1..) => lines.send((arrival, Ok(text))),
            _ => return,
        };
        if is_endless || passed.is_err() {
            return;
        }
    }
}
