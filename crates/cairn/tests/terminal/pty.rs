//! A pseudoterminal that runs the program, for tests that read its screen.
//!
//! A test sees only complete frames. The app draws each frame as a synchronized update, between two escape sequences;
//! like a real terminal, this one shows it when the update has ended.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Instant;

use cairn_session::{Record, record};
use cairn_test_support::{TIMEOUT, variables_to_remove, wait_for, wait_until};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

pub(crate) const ENTER: &str = "\r";
pub(crate) const ESCAPE: &str = "\x1b";
pub(crate) const LEAVE_SCREEN: &str = "\x1b[?1049l";
pub(crate) const ENTER_SCREEN: &str = "\x1b[?1049h";

/// The terminal mode of synchronized updates.
const SYNCHRONIZED_UPDATE: &[u16] = &[2026];

/// The state of the terminal.
#[derive(Default)]
struct Frame {
    /// The text of the last complete frame.
    text: String,
    /// Whether the next frame is being drawn.
    is_updating: bool,
}

impl vt100::Callbacks for Frame {
    fn unhandled_csi(
        &mut self,
        screen: &mut vt100::Screen,
        prefix: Option<u8>,
        _: Option<u8>,
        parameters: &[&[u16]],
        command: char,
    ) {
        if prefix == Some(b'?') && parameters.contains(&SYNCHRONIZED_UPDATE) {
            self.is_updating = command == 'h';
            self.show(screen);
        }
    }
}

impl Frame {
    /// Updates the frame, unless the screen is being drawn.
    fn show(&mut self, screen: &vt100::Screen) {
        if !self.is_updating {
            self.text = screen.contents();
        }
    }
}

/// The output of the program so far: the screen and all bytes.
pub(crate) struct Output {
    parser: vt100::Parser<Frame>,
    pub(crate) bytes: Vec<u8>,
    /// Whether the program has ended.
    pub(crate) is_closed: bool,
}

impl Output {
    /// Returns the text of the last complete frame.
    pub(crate) fn text(&self) -> &str {
        &self.parser.callbacks().text
    }

    fn add(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        let (screen, frame) = self.parser.screen_and_callbacks_mut();
        frame.show(screen);
        self.bytes.extend(bytes);
    }
}

/// The program in a terminal.
pub(crate) struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    output: Arc<(Mutex<Output>, Condvar)>,
    /// The number of bytes consumed by `read`.
    read: usize,
}

/// Creates a storage folder with settings that make bots move without a delay.
pub(crate) fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("settings.toml"), "speed = \"instant\"\n").unwrap();
    home
}

impl Pty {
    /// Starts the program in a window of 80 x 24.
    pub(crate) fn open(home: &Path, arguments: &[&str]) -> Self {
        Self::open_with(home, arguments, &[])
    }

    /// Does the same with environment variables.
    pub(crate) fn open_with(home: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cairn"));
        command.args(arguments);
        variables_to_remove().for_each(|name| command.env_remove(name));
        command.env("CAIRN_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let parser = vt100::Parser::new_with_callbacks(lines(24), lines(80), 0, Frame::default());
        let output = Output { parser, bytes: Vec::new(), is_closed: false };
        let output = Arc::new((Mutex::new(output), Condvar::new()));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&output);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let count = reader.read(&mut bytes).unwrap_or(0);
                let mut output = shared.0.lock().unwrap();
                output.add(&bytes[..count]);
                output.is_closed |= count == 0;
                shared.1.notify_all();
                if output.is_closed {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self { master: Some(pair.master), writer: Some(writer), child, output, read: 0 }
    }

    /// Sends keys.
    pub(crate) fn send(&mut self, text: &str) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(text.as_bytes()).unwrap();
        writer.flush().unwrap();
    }

    /// Clicks on a place, counted from 0.
    pub(crate) fn click(&mut self, column: usize, row: usize) {
        let (x, y) = (column + 1, row + 1);
        self.send(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// Clicks on the first occurrence of a text, and waits until the screen changes.
    pub(crate) fn click_on(&mut self, text: &str) {
        let screen = self.wait_for(text);
        let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(text)).unwrap();
        let column = line[..line.find(text).unwrap()].chars().count();
        self.click(column, row);
        let is_changed = |output: &Output| output.is_closed || output.text() != screen;
        self.wait_output(&format!("a change after a click on {text}"), is_changed);
    }

    /// Waits until the screen satisfies a condition, and returns its text.
    pub(crate) fn wait_until(&self, wanted: &str, is_there: impl Fn(&str) -> bool) -> String {
        self.wait_output(wanted, |output| is_there(output.text()))
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Returns the text on the screen.
    pub(crate) fn text(&self) -> String {
        self.output.0.lock().unwrap().text().to_owned()
    }

    /// Waits until the program has written these bytes.
    pub(crate) fn wait_for_bytes(&self, bytes: &str) {
        let is_there = |output: &Output| String::from_utf8_lossy(&output.bytes).contains(bytes);
        self.wait_output(&bytes.escape_debug().to_string(), is_there);
    }

    /// Waits for a text after the one read last, for line mode.
    pub(crate) fn read(&mut self, text: &str) {
        let place = |output: &Output| {
            output.bytes[self.read..].windows(text.len()).position(|part| part == text.as_bytes())
        };
        self.wait_output(text, |output| place(output).is_some());
        let output = self.output.0.lock().unwrap();
        self.read += place(&output).unwrap() + text.len();
    }

    /// Types a line.
    pub(crate) fn type_line(&mut self, line: &str) {
        self.send(&format!("{line}\n"));
    }

    /// Waits until the output satisfies a condition, and returns the text on the screen.
    pub(crate) fn wait_output(&self, wanted: &str, is_there: impl Fn(&Output) -> bool) -> String {
        let deadline = Instant::now() + TIMEOUT;
        let mut output = self.output.0.lock().unwrap();
        while !is_there(&output) {
            let left = deadline.saturating_duration_since(Instant::now());
            let is_possible = !left.is_zero() && !output.is_closed;
            assert!(is_possible, "waited in vain for `{wanted}` in\n{}", output.text());
            output = self.output.1.wait_timeout(output, left).unwrap().0;
        }
        output.text().to_owned()
    }

    /// Changes the size of the window.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.output.0.lock().unwrap().parser.screen_mut().set_size(lines(rows), lines(columns));
        self.master.as_ref().unwrap().resize(size(columns, rows)).unwrap();
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.child.process_id().unwrap() as i32).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Resumes the suspended program. It may not be suspended yet, so the signal is repeated until the program takes
    /// control of the screen again.
    pub(crate) fn bring_back(&self) {
        let taken = || self.bytes().matches(ENTER_SCREEN).count();
        let before = taken();
        wait_until("the program takes the screen again", || {
            self.signal(Signal::CONT);
            taken() > before
        });
    }

    /// Closes the terminal, as when its window is closed.
    pub(crate) fn close(&mut self) {
        // The reading thread holds the terminal open until it reads something.
        self.output.0.lock().unwrap().is_closed = true;
        self.resize(81, 24);
        self.writer = None;
        self.master = None;
    }

    /// Waits until the program exits, and returns its exit status.
    pub(crate) fn wait_end(&mut self) -> u32 {
        let exited = || self.child.try_wait().unwrap();
        wait_for("the program exits", exited).exit_code()
    }

    /// Waits until the program exits, and returns its output.
    pub(crate) fn wait_all(&mut self) -> String {
        self.wait_end();
        self.wait_output("the end of the output", |output| output.is_closed);
        self.bytes()
    }

    /// Returns all bytes that the program has written.
    pub(crate) fn bytes(&self) -> String {
        String::from_utf8_lossy(&self.output.0.lock().unwrap().bytes).into_owned()
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// Returns the record of the unfinished game in a storage folder, if there is one.
pub(crate) fn saved_record(home: &Path) -> Option<Record> {
    let entries = fs::read_dir(home.join("unfinished")).ok()?;
    let is_game = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "game");
    let path = entries.filter_map(|entry| Some(entry.ok()?.path())).find(is_game)?;
    let text = fs::read_to_string(path).ok()?;
    record::read(text.split_once("\n\n")?.1).ok()?.pop()
}

/// Waits until the saved game satisfies a condition.
pub(crate) fn wait_for_save(home: &Path, is_there: impl Fn(Option<&Record>) -> bool) -> Option<Record> {
    let mut record = None;
    wait_until("the game is saved as it should be", || {
        record = saved_record(home);
        is_there(record.as_ref())
    });
    record
}
