//! The standard error of an external engine: logs it, and stores its last lines for the message about a crash.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use cairn_rules::excerpt;

use super::engine_log::ProcessLog;

/// The number of stored lines.
const KEPT_LINES: usize = 5;
/// The length at which lines are split.
const MAX_LINE_BYTES: u64 = 4_096;

/// The end of what a program has written to standard error so far.
#[derive(Debug)]
pub(super) struct StderrTail {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnects when the pipe closes.
    open: Receiver<()>,
}

impl StderrTail {
    /// Reads a pipe to its end, on a separate thread.
    pub(super) fn read(pipe: Option<ChildStderr>, log: ProcessLog) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, open) = channel();
        if let Some(pipe) = pipe {
            let kept = Arc::clone(&lines);
            let _ = Builder::new().spawn(move || {
                let _sender = sender;
                keep_last(pipe, &kept, &log);
            });
        }
        Self { lines, open }
    }

    /// Returns the last lines of a program that has ended, as one line. Waits at most this long for the end of the
    /// pipe, which another process may hold open.
    pub(super) fn last_lines(&self, timeout: Duration) -> String {
        let _ = self.open.recv_timeout(timeout);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(|line| excerpt(line)).collect::<Vec<_>>().join(" / ")
    }
}

fn keep_last(pipe: ChildStderr, kept: &Mutex<VecDeque<String>>, log: &ProcessLog) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    while let Ok(1..) = reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if text.is_empty() {
            continue;
        }
        log.complained(&text);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT_LINES {
            kept.pop_front();
        }
        kept.push_back(text);
    }
}
