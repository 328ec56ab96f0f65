//! Starts the real program, writes to it, reads from it and kills it.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use cairn_test_support::TIMEOUT;

/// A running program.
pub(crate) struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Stream,
    stderr: Stream,
}

/// The part of an output that was read.
#[derive(Default)]
struct Seen {
    bytes: Vec<u8>,
    is_closed: bool,
}

/// An output, read by a separate thread.
struct Stream {
    seen: Arc<(Mutex<Seen>, Condvar)>,
    reader: JoinHandle<()>,
}

/// A program that has ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Returns the command that runs the program with this folder as the user's storage.
pub(crate) fn command(home: &Path, arguments: &[&str]) -> Command {
    in_shell(home, "", arguments)
}

/// Does the same, after a shell command.
pub(crate) fn in_shell(home: &Path, before: &str, arguments: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_cairn");
    let mut command = if before.is_empty() {
        cairn_test_support::command(program, home)
    } else {
        let mut shell = cairn_test_support::command("sh", home);
        shell.args(["-c", &format!("{before}; exec \"$@\""), "sh", program]);
        shell
    };
    command.args(arguments);
    command
}

/// Runs the program to its end with lines on standard input.
pub(crate) fn run(home: &Path, arguments: &[&str], input: &str) -> Ended {
    run_command(command(home, arguments), input)
}

/// Runs a command to its end with lines on standard input.
pub(crate) fn run_command(command: Command, input: &str) -> Ended {
    let mut program = Program::start(command);
    program.send(input);
    program.end()
}

impl Stream {
    fn new(mut source: impl Read + Send + 'static) -> Self {
        let seen = Arc::new((Mutex::new(Seen::default()), Condvar::new()));
        let shared = Arc::clone(&seen);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let count = source.read(&mut bytes).unwrap_or(0);
                let mut seen = shared.0.lock().unwrap();
                seen.bytes.extend(&bytes[..count]);
                seen.is_closed |= count == 0;
                shared.1.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Self { seen, reader }
    }

    /// Returns the whole output, once the program has ended.
    fn finish(self) -> String {
        self.reader.join().unwrap();
        let seen = self.seen.0.lock().unwrap();
        String::from_utf8_lossy(&seen.bytes).into_owned()
    }

    /// Waits until the output satisfies a condition or ends; returns the output so far.
    fn wait_for(&self, is_there: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + TIMEOUT;
        let mut seen = self.seen.0.lock().unwrap();
        loop {
            let text = String::from_utf8_lossy(&seen.bytes).into_owned();
            if seen.is_closed || is_there(&text) {
                return text;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "timed out after\n{text}");
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }
}

impl Program {
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take();
        let stdout = Stream::new(child.stdout.take().unwrap());
        let stderr = Stream::new(child.stderr.take().unwrap());
        Self { child, stdin, stdout, stderr }
    }

    /// Types lines.
    pub(crate) fn send(&mut self, text: &str) {
        // The program may have ended already.
        let _ = self.stdin.as_mut().unwrap().write_all(text.as_bytes());
    }

    /// Waits until standard output satisfies a condition or ends; returns the output so far.
    pub(crate) fn wait_for(&self, is_there: impl Fn(&str) -> bool) -> String {
        self.stdout.wait_for(is_there)
    }

    /// Does the same for standard error.
    pub(crate) fn wait_for_message(&self, is_there: impl Fn(&str) -> bool) -> String {
        self.stderr.wait_for(is_there)
    }

    /// Returns whether it is still running.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Kills it, unless it has ended by itself.
    pub(crate) fn kill(mut self) -> Ended {
        let _ = self.child.kill();
        self.end()
    }

    /// Closes its input, and waits until it has ended.
    pub(crate) fn end(mut self) -> Ended {
        drop(self.stdin.take());
        let (stdout, stderr) = (self.stdout.finish(), self.stderr.finish());
        Ended { status: self.child.wait().unwrap(), stdout, stderr }
    }
}

impl Ended {
    /// Returns whether it was killed before it ended.
    pub(crate) fn is_killed(&self) -> bool {
        self.status.signal() == Some(9)
    }

    /// Asserts the exit status, and that there was no panic.
    pub(crate) fn assert_status(&self, status: i32) {
        assert_eq!(self.status.code(), Some(status), "{:?}\n{}\n{}", self.status, self.stdout, self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}
