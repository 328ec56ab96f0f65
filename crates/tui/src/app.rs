//! The state of the app, and what every event does to it. Nothing here draws or waits.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use crate::context::{Context, Notice};
use crate::event::Event;
use crate::game::Table;
use crate::hit_areas::HitAreas;
use crate::keys::{self, Action};
use crate::overlays;
pub(crate) use crate::overlays::Overlay;
use crate::puzzle::PuzzleScreen;
use crate::screens::{Menu, Puzzles, Screen};
use crate::start::{Opening, Start};

/// All that there is.
pub(crate) struct App {
    pub(crate) ctx: Context,
    pub(crate) screen: Screen,
    /// What lies over the screen.
    pub(crate) overlay: Option<Overlay>,
    /// What was drawn last, for clicks and scrolling.
    pub(crate) seen: HitAreas,
}

/// Where an action leads.
pub(crate) enum Transition {
    /// Nowhere else.
    Stay,
    /// To the menu.
    Menu,
    /// To another screen.
    Open(Box<Screen>),
    /// Something is laid over the screen.
    Overlay(Overlay),
    /// What lies over the screen is taken away.
    CloseOverlay,
    /// Text goes to the clipboard.
    Copy(String),
    /// The app ends.
    Quit,
}

impl Transition {
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
        let mut ctx = Context::new(&start, outbox, now);
        let screen = match start.opening {
            Opening::Menu => None,
            Opening::Game(session, player_specs, seed) => {
                Some(Screen::Game(Box::new(Table::new(session, player_specs, seed, &ctx))))
            }
            Opening::SavedGame => resume(&mut ctx),
            Opening::Puzzle(info) => match PuzzleScreen::new(info) {
                Ok(screen) => Some(Screen::PuzzleScreen(Box::new(screen))),
                Err(problem) => {
                    ctx.notice = Some(Notice::Bad(problem));
                    None
                }
            },
        };
        let screen = screen.unwrap_or_else(|| Screen::Menu(Menu::new(None, &mut ctx)));
        let mut app = Self { ctx, screen, overlay: None, seen: HitAreas::default() };
        app.update(Event::Tick, now);
        app
    }

    /// Takes an event.
    pub(crate) fn update(&mut self, event: Event, now: Instant) -> Effect {
        self.ctx.now = now;
        let then = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => return Effect::Draw,
            Event::Key(key) => match control(key) {
                Some(effect) => return effect,
                None => self.press(key),
            },
            Event::Mouse(mouse) => self.point(mouse),
            Event::Paste(text) => {
                if self.overlay.is_none() {
                    self.screen.paste(&text);
                }
                Transition::Stay
            }
            Event::Thought(thought) => {
                if let Screen::Game(table) = &mut self.screen {
                    table.hear_thought(thought, &mut self.ctx);
                }
                Transition::Stay
            }
            Event::Advice(advice) => {
                if let Screen::Game(table) = &mut self.screen {
                    table.hear_advice(advice, &mut self.ctx);
                }
                Transition::Stay
            }
            Event::Judged(judged) => {
                if let Screen::PuzzleScreen(screen) = &mut self.screen {
                    screen.hear(judged, &mut self.ctx);
                }
                Transition::Stay
            }
            Event::Resize => return Effect::Redraw,
            Event::Tick => Transition::Stay,
            Event::Suspend => return Effect::Suspend,
            Event::End => return Effect::Quit,
        };
        let effect = self.go(then);
        if let Screen::Game(table) = &mut self.screen {
            table.settle(&mut self.ctx);
        }
        effect
    }

    /// How long nothing will happen by itself; `None` if nothing ever will.
    pub(crate) fn patience(&self) -> Option<Duration> {
        match &self.screen {
            Screen::Game(table) => table.patience(&self.ctx),
            _ => None,
        }
    }

    fn press(&mut self, key: KeyEvent) -> Transition {
        self.ctx.notice = None;
        if self.overlay.is_none() && self.screen.wants(key) {
            return self.screen.type_key(key, &mut self.ctx);
        }
        let table = self.overlay.as_ref().map_or_else(|| self.screen.keys(), Overlay::keys);
        match keys::find(table, key).or_else(|| keys::digit(key).map(Action::Pick)) {
            Some(action) => self.act(action),
            None => Transition::Stay,
        }
    }

    fn point(&mut self, mouse: MouseEvent) -> Transition {
        let action = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.seen.spot(Position::new(mouse.column, mouse.row)),
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Back),
            MouseEventKind::ScrollUp => Some(self.scrolled(Action::Up, Action::PageUp)),
            MouseEventKind::ScrollDown => Some(self.scrolled(Action::Down, Action::PageDown)),
            _ => None,
        };
        let Some(action) = action else { return Transition::Stay };
        self.ctx.notice = None;
        self.act(action)
    }

    /// The wheel goes through lists and texts, and at a board through the positions.
    fn scrolled(&self, list: Action, board: Action) -> Action {
        let at_board = self.overlay.is_none() && matches!(self.screen, Screen::Game(_));
        if at_board { board } else { list }
    }

    fn act(&mut self, action: Action) -> Transition {
        if let Some(overlay) = &mut self.overlay {
            return overlays::act(overlay, action, &mut self.screen, &self.seen, &mut self.ctx);
        }
        match action {
            Action::Help => Transition::Overlay(Overlay::help(self.screen.keys())),
            Action::Rules => Transition::Overlay(Overlay::rules(self.screen.game(), &self.ctx)),
            Action::Settings => Transition::Overlay(Overlay::settings()),
            action => self.screen.act(action, &mut self.ctx),
        }
    }

    fn go(&mut self, transition: Transition) -> Effect {
        match transition {
            Transition::Stay => {}
            Transition::Menu => {
                self.overlay = None;
                let game = self.screen.game();
                // Whoever held an unfinished game lets go of it before the menu looks for it.
                self.screen = Screen::Puzzles(Puzzles::default());
                self.screen = Screen::Menu(Menu::new(game, &mut self.ctx));
            }
            Transition::Open(screen) => {
                self.overlay = None;
                self.screen = *screen;
            }
            Transition::Overlay(overlay) => self.overlay = Some(overlay),
            Transition::CloseOverlay => self.overlay = None,
            Transition::Copy(text) => return Effect::Copy(text),
            Transition::Quit => return Effect::Quit,
        }
        Effect::Draw
    }
}

/// The game that was left last.
fn resume(ctx: &mut Context) -> Option<Screen> {
    let nothing = ctx.texts.say("line.nothing_unfinished");
    let found = ctx.unfinished().into_iter().next().ok_or_else(|| nothing.to_owned());
    let table = found.and_then(|mut unfinished| {
        for (seat, named) in unfinished.seats.iter_mut().zip(&ctx.named) {
            if let Some(named) = named {
                seat.clone_from(named);
            }
        }
        Table::resume(unfinished, ctx)
    });
    match table {
        Ok(table) => Some(Screen::Game(Box::new(table))),
        Err(problem) => {
            ctx.notice = Some(Notice::Bad(problem));
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
