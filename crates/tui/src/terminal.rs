//! The terminal: controlled by the app while it runs, and restored in every case.

use std::io::{self, Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect;

use crate::app::App;
use crate::draw;

/// The window of the app.
pub(crate) struct Window {
    /// Never dropped: that would restore the cursor once more, and panic if the terminal no longer exists.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Window {
    /// Takes control of the terminal. A panic on this thread restores it before the panic is reported; panics on other
    /// threads are caught and reported there.
    pub(crate) fn open() -> io::Result<Self> {
        enter()?;
        let before = panic::take_hook();
        let ours = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == ours {
                leave();
                before(info);
            }
        }));
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| leave())?;
        Ok(Self { terminal: ManuallyDrop::new(terminal) })
    }

    /// Draws a frame. A terminal with synchronized updates shows it only when it is complete.
    pub(crate) fn draw(&mut self, app: &mut App) -> io::Result<()> {
        let mut hit_areas = None;
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| hit_areas = Some(draw::draw(app, frame.buffer_mut())))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        app.was_shown(hit_areas.unwrap_or_default());
        Ok(())
    }

    /// Clears the terminal, so that the next frame, which ends the update, redraws everything.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        // `Terminal::clear` requests the cursor position, but the answer goes to the thread that reads input.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Asks the terminal to copy text to the clipboard.
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
        io::Write::flush(out)
    }

    /// Stops the process until the shell continues it.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        leave();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        enter()?;
        self.clear()
    }

    /// Fails: processes cannot be suspended on this system.
    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "as on other systems")]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        leave();
        // Removes our panic hook, which is for a terminal that the app no longer controls.
        let _ = panic::take_hook();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
        .inspect_err(|_| leave())
}

/// Restores the terminal. Failure means that there is no terminal any more.
fn leave() {
    let _ = execute!(
        stdout(),
        EndSynchronizedUpdate,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
}

/// Encodes bytes in base64, as the clipboard sequence requires.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() { sign.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The test starts itself in a separate terminal, and panics there as the app would.
    #[cfg(unix)]
    #[test]
    fn a_panic_restores_the_terminal_before_it_is_reported() {
        use std::env;
        use std::io::Read;

        use portable_pty::{CommandBuilder, PtySize, native_pty_system};

        const INSIDE: &str = "CAIRN_TEST_PANICS";
        const NAME: &str = "terminal::tests::a_panic_restores_the_terminal_before_it_is_reported";
        if env::var_os(INSIDE).is_some() {
            let _window = super::Window::open().unwrap();
            let elsewhere = std::thread::spawn(|| panic!("not for this screen"));
            assert!(elsewhere.join().is_err());
            panic!("on purpose");
        }
        let pty = native_pty_system().openpty(PtySize::default()).unwrap();
        let mut command = CommandBuilder::new(env::current_exe().unwrap());
        command.args(["--exact", NAME, "--nocapture"]);
        command.env(INSIDE, "1");
        let mut child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let mut bytes = Vec::new();
        // Some systems report the end of a terminal as an error.
        let _ = pty.master.try_clone_reader().unwrap().read_to_end(&mut bytes);
        assert!(!child.wait().unwrap().success());
        let written = String::from_utf8_lossy(&bytes);
        let place = |text: &str| written.find(text).unwrap_or_else(|| panic!("no {text:?} in {written:?}"));
        let taken = place("\x1b[?1049h");
        // Lines end with CR LF only if the terminal converts line breaks, which it does not while the app controls it.
        let reported = place("on purpose\r\n");
        for given_back in ["\x1b[?2004l", "\x1b[?1000l", "\x1b[?1049l", "\x1b[?25h"] {
            assert!((taken..reported).contains(&place(given_back)), "{given_back:?} in {written:?}");
        }
        assert!(!written.contains("not for this screen"), "{written:?}");
    }

    #[test]
    fn bytes_are_encoded() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("\u{ff}é?>", "w7/DqT8+")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
