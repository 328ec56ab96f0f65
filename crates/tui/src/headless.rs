//! The app without a terminal: keys and clicks go in, what would be on the screen comes out.
//!
//! Time stands still unless something waits for it, and then it passes at once, so that the same keys
//! always lead to the same screen as long as no bot thinks by the clock.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::app::{App, Effect};
use crate::draw;
use crate::event::Event;
use crate::screens::Screen;
use crate::start::Start;
use crate::theme::Theme;

/// How long somebody who thinks is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// The app in a window that nobody sees.
pub struct Headless {
    app: App,
    inbox: Receiver<Event>,
    screen: Buffer,
    now: Instant,
    is_open: bool,
    clipboard: Option<String>,
}

impl Headless {
    /// Opens the app in a window of this size.
    pub fn open(start: Start, width: u16, height: u16) -> Self {
        let (outbox, inbox) = channel();
        let now = Instant::now();
        let app = App::begin(start, outbox, now);
        let mut headless =
            Self { app, inbox, screen: Buffer::default(), now, is_open: true, clipboard: None };
        headless.resize(width, height);
        headless
    }

    /// Changes the size of the window.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.screen = Buffer::empty(Rect::new(0, 0, width, height));
        self.update(Event::Resize);
    }

    /// Presses a key.
    pub fn press(&mut self, code: KeyCode) {
        self.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses the keys of these characters, one after the other.
    pub fn type_text(&mut self, text: &str) {
        text.chars().for_each(|c| self.press(KeyCode::Char(c)));
    }

    /// Clicks on a place of the window.
    pub fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    /// Does something with the mouse.
    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.update(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Waits until nobody thinks and nothing happens by itself any more; at most for so many events,
    /// because bots that play alone go on until their game is over.
    pub fn wait(&mut self, events: usize) {
        for _ in 0..events {
            if !self.is_busy() {
                return;
            }
            match self.inbox.recv_timeout(PATIENCE) {
                Ok(event) => self.update(event),
                Err(_) => return,
            }
            while let Some(patience) = self.app.patience().filter(|_| !self.is_busy()) {
                self.now += patience;
                self.update(Event::Tick);
            }
        }
    }

    fn is_busy(&self) -> bool {
        match &self.app.screen {
            Screen::Game(table) => table.is_busy(),
            Screen::PuzzleScreen(screen) => screen.is_busy(),
            _ => false,
        }
    }

    fn update(&mut self, event: Event) {
        match self.app.update(event, self.now) {
            Effect::Quit => self.is_open = false,
            Effect::Copy(text) => self.clipboard = Some(text),
            Effect::Draw | Effect::Redraw | Effect::Suspend => {}
        }
        self.screen.reset();
        self.app.seen = draw::draw(&self.app, &mut self.screen);
    }

    /// What is on the screen.
    pub const fn screen(&self) -> &Buffer {
        &self.screen
    }

    /// How it is drawn.
    pub const fn theme(&self) -> Theme {
        self.app.ctx.theme
    }

    /// What was copied last.
    pub fn clipboard(&self) -> Option<&str> {
        self.clipboard.as_deref()
    }

    /// The text on the screen, line by line, without the space at their ends.
    pub fn text(&self) -> String {
        let width = usize::from(self.screen.area.width).max(1);
        let line = |cells: &[ratatui::buffer::Cell]| {
            let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
            line.trim_end().to_owned() + "\n"
        };
        self.screen.content.chunks(width).map(line).collect()
    }

    /// Whether nobody has left the app.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }
}
