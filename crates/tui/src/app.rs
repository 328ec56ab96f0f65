//! The state of the app, and what every event does to it. Nothing here draws or waits.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use crate::covers;
pub(crate) use crate::covers::Cover;
use crate::event::Event;
use crate::game::Table;
use crate::keys::{self, Action};
use crate::kit::{Kit, Notice};
use crate::riddle::Riddle;
use crate::screens::{Menu, Puzzles, Screen};
use crate::spots::Seen;
use crate::start::{Opening, Start};

/// All that there is.
pub(crate) struct App {
    pub(crate) kit: Kit,
    pub(crate) screen: Screen,
    /// What lies over the screen.
    pub(crate) cover: Option<Cover>,
    /// What was drawn last, for clicks and scrolling.
    pub(crate) seen: Seen,
}

/// Where an action leads.
pub(crate) enum Then {
    /// Nowhere else.
    Stay,
    /// To the menu.
    Menu,
    /// To another screen.
    Open(Box<Screen>),
    /// Something is laid over the screen.
    Cover(Cover),
    /// What lies over the screen is taken away.
    Uncover,
    /// Text goes to the clipboard.
    Copy(String),
    /// The app ends.
    Quit,
}

impl Then {
    /// To another screen.
    pub(crate) fn open(screen: Screen) -> Self {
        Self::Open(Box::new(screen))
    }
}

/// What only the terminal can do.
#[derive(Eq, PartialEq, Debug)]
pub(crate) enum Effect {
    /// Draw, and wait for more.
    Draw,
    /// Draw everything anew.
    Redraw,
    /// Put text on the clipboard.
    Copy(String),
    /// Step into the background.
    Suspend,
    /// End.
    Quit,
}

impl App {
    /// The app as the program opens it.
    pub(crate) fn begin(start: Start, outbox: Sender<Event>, now: Instant) -> Self {
        let mut kit = Kit::new(&start, outbox, now);
        let screen = match start.opening {
            Opening::Menu => None,
            Opening::Game(session, sitters, seed) => {
                Some(Screen::Game(Box::new(Table::new(session, sitters, seed, &kit))))
            }
            Opening::Unfinished => resume(&mut kit),
            Opening::Puzzle(info) => match Riddle::new(info) {
                Ok(riddle) => Some(Screen::Riddle(Box::new(riddle))),
                Err(problem) => {
                    kit.notice = Some(Notice::Bad(problem));
                    None
                }
            },
        };
        let screen = screen.unwrap_or_else(|| Screen::Menu(Menu::new(None, &mut kit)));
        let mut app = Self { kit, screen, cover: None, seen: Seen::default() };
        app.update(Event::Tick, now);
        app
    }

    /// Takes an event.
    pub(crate) fn update(&mut self, event: Event, now: Instant) -> Effect {
        self.kit.now = now;
        let then = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => return Effect::Draw,
            Event::Key(key) => match control(key) {
                Some(effect) => return effect,
                None => self.press(key),
            },
            Event::Mouse(mouse) => self.point(mouse),
            Event::Paste(text) => {
                if self.cover.is_none() {
                    self.screen.paste(&text);
                }
                Then::Stay
            }
            Event::Thought(thought) => {
                if let Screen::Game(table) = &mut self.screen {
                    table.hear_thought(thought, &mut self.kit);
                }
                Then::Stay
            }
            Event::Advice(advice) => {
                if let Screen::Game(table) = &mut self.screen {
                    table.hear_advice(advice, &mut self.kit);
                }
                Then::Stay
            }
            Event::Judged(judged) => {
                if let Screen::Riddle(riddle) = &mut self.screen {
                    riddle.hear(judged, &mut self.kit);
                }
                Then::Stay
            }
            Event::Resize => return Effect::Redraw,
            Event::Tick => Then::Stay,
            Event::Suspend => return Effect::Suspend,
            Event::End => return Effect::Quit,
        };
        let effect = self.go(then);
        if let Screen::Game(table) = &mut self.screen {
            table.settle(&mut self.kit);
        }
        effect
    }

    /// How long nothing will happen by itself; `None` if nothing ever will.
    pub(crate) fn patience(&self) -> Option<Duration> {
        match &self.screen {
            Screen::Game(table) => table.patience(&self.kit),
            _ => None,
        }
    }

    fn press(&mut self, key: KeyEvent) -> Then {
        self.kit.notice = None;
        if self.cover.is_none() && self.screen.wants(key) {
            return self.screen.type_key(key, &mut self.kit);
        }
        let table = self.cover.as_ref().map_or_else(|| self.screen.keys(), Cover::keys);
        match keys::find(table, key).or_else(|| keys::digit(key).map(Action::Pick)) {
            Some(action) => self.act(action),
            None => Then::Stay,
        }
    }

    fn point(&mut self, mouse: MouseEvent) -> Then {
        let action = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.seen.spot(Position::new(mouse.column, mouse.row)),
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Back),
            MouseEventKind::ScrollUp => Some(self.scrolled(Action::Up, Action::PageUp)),
            MouseEventKind::ScrollDown => Some(self.scrolled(Action::Down, Action::PageDown)),
            _ => None,
        };
        let Some(action) = action else { return Then::Stay };
        self.kit.notice = None;
        self.act(action)
    }

    /// The wheel goes through lists and texts, and at a board through the positions.
    fn scrolled(&self, list: Action, board: Action) -> Action {
        let at_board = self.cover.is_none() && matches!(self.screen, Screen::Game(_));
        if at_board { board } else { list }
    }

    fn act(&mut self, action: Action) -> Then {
        if let Some(cover) = &mut self.cover {
            return covers::act(cover, action, &mut self.screen, &self.seen, &mut self.kit);
        }
        match action {
            Action::Help => Then::Cover(Cover::help(self.screen.keys())),
            Action::Rules => Then::Cover(Cover::rules(self.screen.game(), &self.kit)),
            Action::Settings => Then::Cover(Cover::settings()),
            action => self.screen.act(action, &mut self.kit),
        }
    }

    fn go(&mut self, then: Then) -> Effect {
        match then {
            Then::Stay => {}
            Then::Menu => {
                self.cover = None;
                let game = self.screen.game();
                // Whoever held an unfinished game lets go of it before the menu looks for it.
                self.screen = Screen::Puzzles(Puzzles::default());
                self.screen = Screen::Menu(Menu::new(game, &mut self.kit));
            }
            Then::Open(screen) => {
                self.cover = None;
                self.screen = *screen;
            }
            Then::Cover(cover) => self.cover = Some(cover),
            Then::Uncover => self.cover = None,
            Then::Copy(text) => return Effect::Copy(text),
            Then::Quit => return Effect::Quit,
        }
        Effect::Draw
    }
}

/// The game that was left last.
fn resume(kit: &mut Kit) -> Option<Screen> {
    let nothing = kit.texts.say("line.nothing_unfinished");
    let found = kit.unfinished().into_iter().next().ok_or_else(|| nothing.to_owned());
    let table = found.and_then(|mut unfinished| {
        for (seat, named) in unfinished.seats.iter_mut().zip(&kit.named) {
            if let Some(named) = named {
                seat.clone_from(named);
            }
        }
        Table::resume(unfinished, kit)
    });
    match table {
        Ok(table) => Some(Screen::Game(Box::new(table))),
        Err(problem) => {
            kit.notice = Some(Notice::Bad(problem));
            None
        }
    }
}

/// Keys that mean the same everywhere.
fn control(key: KeyEvent) -> Option<Effect> {
    if !key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    match key.code {
        KeyCode::Char('c' | 'C') => Some(Effect::Quit),
        KeyCode::Char('z' | 'Z') => Some(Effect::Suspend),
        KeyCode::Char('l' | 'L') => Some(Effect::Redraw),
        _ => None,
    }
}
