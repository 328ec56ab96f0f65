//! The app without a terminal, for tests: accepts keys and clicks, and returns the screen as text.
//!
//! Time advances only while the app waits for it, and then at once, so that the same keys always lead to the same
//! screen as long as no bot thinks by the clock.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::app::App;
use crate::draw;
use crate::event::{AppEffect, AppEvent};
use crate::screens::Screen;
use crate::start::Start;
use crate::theme::Theme;

/// The maximum time to wait for a thread.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// The app in a window in memory.
pub struct Headless {
    app: App,
    events: Receiver<AppEvent>,
    screen: Buffer,
    now: Duration,
    is_open: bool,
    clipboard: Option<String>,
}

impl Headless {
    /// Opens the app in a window of this size.
    pub fn open(start: Start, width: u16, height: u16) -> Self {
        let (sender, events) = channel();
        let mut headless = Self {
            app: App::new(start, sender),
            events,
            screen: Buffer::default(),
            now: Duration::ZERO,
            is_open: true,
            clipboard: None,
        };
        headless.resize(width, height);
        headless
    }

    /// Changes the size of the window.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.screen = Buffer::empty(Rect::new(0, 0, width, height));
        self.update(AppEvent::Resize);
    }

    /// Presses a key.
    pub fn press(&mut self, code: KeyCode) {
        self.press_with(code, KeyModifiers::NONE);
    }

    /// Presses a key together with modifiers.
    pub fn press_with(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.update(AppEvent::Key(KeyEvent::new(code, modifiers)));
    }

    /// Presses the keys of these characters, one after the other.
    pub fn type_text(&mut self, text: &str) {
        text.chars().for_each(|c| self.press(KeyCode::Char(c)));
    }

    /// Clicks on a cell of the window.
    pub fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    /// Presses on a cell of the window, and releases on another.
    pub fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from.0, from.1);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to.0, to.1);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to.0, to.1);
    }

    /// Sends a mouse event.
    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.update(AppEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Waits until no thread is working and time causes no further event, for at most this many events: bots that play
    /// alone continue until their game is over.
    pub fn wait(&mut self, events: usize) {
        for _ in 0..events {
            if !self.is_busy() {
                return;
            }
            match self.events.recv_timeout(MAX_WAIT) {
                Ok(event) => self.update(event),
                Err(_) => return,
            }
            while let Some(timeout) = self.app.timeout().filter(|_| !self.is_busy()) {
                self.now += timeout;
                self.update(AppEvent::Tick);
            }
        }
    }

    /// Handles the next event of a thread, such as a notification about a remote game; returns `false` if there is
    /// none.
    pub fn receive(&mut self) -> bool {
        let event = self.events.recv_timeout(MAX_WAIT);
        event.map(|event| self.update(event)).is_ok()
    }

    /// Advances the clock and sends the app a tick.
    pub fn pass(&mut self, time: Duration) {
        self.now += time;
        self.update(AppEvent::Tick);
    }

    fn is_busy(&self) -> bool {
        self.app.ctx.is_connecting()
            || match &self.app.screen {
                Screen::Game(game) => game.is_busy(),
                Screen::Puzzle(puzzle) => puzzle.is_busy(),
                Screen::Analysis(analysis) => analysis.is_busy(),
                _ => false,
            }
    }

    fn update(&mut self, event: AppEvent) {
        match self.app.update(event, self.now) {
            AppEffect::Quit => self.is_open = false,
            AppEffect::Copy(text) => self.clipboard = Some(text),
            AppEffect::Draw | AppEffect::Redraw | AppEffect::Suspend => {}
        }
        self.screen.reset();
        let hit_areas = draw::draw(&self.app, &mut self.screen);
        self.app.was_shown(hit_areas);
    }

    /// Returns the contents of the screen.
    pub const fn screen(&self) -> &Buffer {
        &self.screen
    }

    /// Returns the theme.
    pub const fn theme(&self) -> Theme {
        self.app.ctx.theme
    }

    /// Returns the text that the app copied last.
    pub fn clipboard(&self) -> Option<&str> {
        self.clipboard.as_deref()
    }

    /// Returns the text on the screen, without trailing spaces.
    pub fn text(&self) -> String {
        let width = usize::from(self.screen.area.width).max(1);
        let line = |cells: &[ratatui::buffer::Cell]| {
            let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
            line.trim_end().to_owned() + "\n"
        };
        self.screen.content.chunks(width).map(line).collect()
    }

    /// Returns whether the app is still open.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }
}
