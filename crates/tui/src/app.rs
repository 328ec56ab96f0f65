//! The app as a state machine: events change the state, and what the terminal has to do comes out. Nothing
//! here draws or waits.

use std::sync::mpsc::Sender;
use std::time::Duration;

use cairn_rules::Site;
use cairn_storage::OpenSaveError;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use crate::context::Context;
use crate::event::{AppEffect, AppEvent, Transition};
use crate::game::{GameScreen, Leaving, Question};
use crate::hit_areas::HitAreas;
use crate::keys::{self, Action};
use crate::lesson::LessonScreen;
use crate::overlays::{self, Overlay};
use crate::puzzle::PuzzleScreen;
use crate::screens::{Menu, PuzzleList, Screen};
use crate::start::{Opening, Start};

/// Top-level application state.
pub(crate) struct App {
    pub(crate) ctx: Context,
    pub(crate) screen: Screen,
    pub(crate) overlay: Option<Overlay>,
    /// The hit areas of the last drawn frame.
    pub(crate) hit_areas: HitAreas,
    /// The site on which the mouse button was pressed, and the ply that was shown then.
    pressed: Option<(Site, usize)>,
}

impl App {
    /// Opens the app. Threads report to `events`.
    pub(crate) fn new(start: Start, events: Sender<AppEvent>) -> Self {
        let mut ctx = Context::new(&start, events);
        let screen = match start.opening {
            Opening::Menu => Ok(None),
            Opening::Game(session, players, seed) => {
                Ok(Some(Screen::Game(Box::new(GameScreen::new(session, players, seed, &mut ctx)))))
            }
            Opening::RatedGame(session, players, seed) => {
                Ok(Some(Screen::Game(Box::new(GameScreen::rated(session, players, seed, &mut ctx)))))
            }
            Opening::RemoteGame(game) => {
                Ok(Some(Screen::Game(Box::new(GameScreen::remote(*game, &mut ctx)))))
            }
            Opening::SavedGame => resume(&mut ctx).map(Some),
            Opening::Lesson(game) => {
                LessonScreen::new(game, &ctx).map(|lesson| Some(Screen::Lesson(Box::new(lesson))))
            }
            Opening::Puzzle(info) => {
                PuzzleScreen::new(info).map(|puzzle| Some(Screen::Puzzle(Box::new(puzzle))))
            }
        };
        let screen = screen.unwrap_or_else(|problem| {
            ctx.warn(problem);
            None
        });
        let screen = screen.unwrap_or_else(|| Screen::Menu(Menu::new(None, &mut ctx)));
        Self { ctx, screen, overlay: None, hit_areas: HitAreas::default(), pressed: None }
    }

    /// Handles an event that happened so long after the app was opened.
    pub(crate) fn update(&mut self, event: AppEvent, now: Duration) -> AppEffect {
        self.ctx.now = now;
        let transition = match event {
            AppEvent::Key(key) if key.kind == KeyEventKind::Release => return AppEffect::Draw,
            AppEvent::Key(key) => match control_key(key) {
                Some(AppEffect::Quit) if self.must_ask() => {
                    Transition::Overlay(Overlay::Ask(Question::Leave(Leaving::App)))
                }
                Some(effect) => return effect,
                None => self.press(key),
            },
            AppEvent::Mouse(mouse) => self.point(mouse),
            AppEvent::Paste(text) => {
                if self.overlay.is_none() {
                    self.screen.paste(&text, &self.ctx);
                }
                Transition::Stay
            }
            AppEvent::Tick => self.send(cairn_table::TableEvent::Tick),
            AppEvent::Table(event) => self.send(event),
            AppEvent::Reviewed(news) => {
                if let Screen::Game(game) = &mut self.screen {
                    game.on_review(news);
                }
                Transition::Stay
            }
            AppEvent::Remote(news) => {
                if let Screen::Game(game) = &mut self.screen {
                    game.hear(news, &mut self.ctx);
                }
                Transition::Stay
            }
            AppEvent::Judged(judgement) => {
                if let Screen::Puzzle(puzzle) = &mut self.screen {
                    puzzle.on_judgement(judgement, &mut self.ctx);
                }
                Transition::Stay
            }
            AppEvent::Resize => return AppEffect::Redraw,
            AppEvent::Suspend => return AppEffect::Suspend,
            AppEvent::Quit => return AppEffect::Quit,
        };
        self.go(transition)
    }

    /// A warning about the moves that would be lost if the user quit now.
    pub(crate) fn loss(&self) -> Option<String> {
        match &self.screen {
            Screen::Game(game) => game.loss(&self.ctx),
            _ => None,
        }
    }

    /// Whether the user must confirm quitting, because moves would be lost.
    fn must_ask(&self) -> bool {
        let is_asked = matches!(self.overlay, Some(Overlay::Ask(Question::Leave(_))));
        !is_asked && self.loss().is_some()
    }

    /// Notes that the current state is on the screen, with these hit areas.
    pub(crate) fn was_shown(&mut self, hit_areas: HitAreas) {
        self.hit_areas = hit_areas;
        if let Screen::Game(game) = &mut self.screen {
            game.was_shown(&self.ctx);
        }
    }

    /// How long to wait for an event until something happens by itself; `None` if nothing will.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        match &self.screen {
            Screen::Game(game) => game.timeout(&self.ctx),
            _ => None,
        }
    }

    /// Passes an event to the table, if there is one.
    fn send(&mut self, event: cairn_table::TableEvent) -> Transition {
        match &mut self.screen {
            Screen::Game(game) => game.send(event, &mut self.ctx),
            _ => Transition::Stay,
        }
    }

    fn press(&mut self, key: KeyEvent) -> Transition {
        self.ctx.notice = None;
        if self.overlay.is_none() && self.screen.wants_key(key) {
            return self.screen.type_key(key, &mut self.ctx);
        }
        let bindings = self.overlay.as_ref().map_or_else(|| self.screen.bindings(), Overlay::bindings);
        match keys::find(bindings, key).or_else(|| keys::digit(key).map(Action::Pick)) {
            Some(action) => return self.act(action),
            None if self.overlay.is_none() && keys::find(self.screen.idle_bindings(), key).is_some() => {
                self.ctx.warn(self.ctx.texts.text("app.online.no_use"));
            }
            None => {}
        }
        Transition::Stay
    }

    fn point(&mut self, mouse: MouseEvent) -> Transition {
        let target = self.hit_areas.action_at(Position::new(mouse.column, mouse.row));
        let ply = self.screen.shown_ply();
        let action = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = if let Some(Action::Site(site)) = target { Some((site, ply)) } else { None };
                target
            }
            MouseEventKind::Up(MouseButton::Left) => match (self.pressed.take(), target) {
                // A drag, unless something has been played since.
                (Some((from, then)), Some(Action::Site(to))) if from != to && then == ply => {
                    return self.act(Action::Drop(from, to));
                }
                _ => None,
            },
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Back),
            MouseEventKind::ScrollUp => Some(self.scroll_action(Action::Up, Action::PageUp)),
            MouseEventKind::ScrollDown => Some(self.scroll_action(Action::Down, Action::PageDown)),
            _ => None,
        };
        let Some(action) = action else { return Transition::Stay };
        self.ctx.notice = None;
        self.act(action)
    }

    /// The wheel scrolls lists and texts; at a board it goes through the positions of the game.
    fn scroll_action(&self, in_list: Action, at_board: Action) -> Action {
        let is_board = self.overlay.is_none() && matches!(self.screen, Screen::Game(_));
        if is_board { at_board } else { in_list }
    }

    fn act(&mut self, action: Action) -> Transition {
        if let Some(overlay) = &mut self.overlay {
            return overlays::act(overlay, action, &mut self.screen, &self.hit_areas, &mut self.ctx);
        }
        match action {
            Action::Help => Transition::Overlay(Overlay::help(self.screen.bindings())),
            Action::Legend => match self.screen.session() {
                Some(session) => Transition::Overlay(Overlay::legend(session, &self.ctx)),
                None => Transition::Stay,
            },
            Action::Rules => Transition::Overlay(Overlay::rules(self.screen.game(), &self.ctx)),
            Action::Settings => Transition::Overlay(Overlay::settings()),
            action => self.screen.act(action, &mut self.ctx),
        }
    }

    fn go(&mut self, transition: Transition) -> AppEffect {
        match transition {
            Transition::Stay => {}
            Transition::Menu => {
                self.overlay = None;
                let game = self.screen.game();
                // The menu lists saved games, so that a game's lock has to be released first.
                self.screen = Screen::Puzzles(PuzzleList::default());
                self.screen = Screen::Menu(Menu::new(game, &mut self.ctx));
            }
            Transition::Open(screen) => {
                self.overlay = None;
                self.screen = *screen;
            }
            Transition::Overlay(overlay) => self.overlay = Some(overlay),
            Transition::CloseOverlay => self.overlay = None,
            Transition::Copy(text) => return AppEffect::Copy(text),
            Transition::Quit => return AppEffect::Quit,
        }
        AppEffect::Draw
    }
}

/// The saved game that was played last, with the players whom the user has named.
fn resume(ctx: &mut Context) -> Result<Screen, String> {
    let unfinished = ctx.unfinished();
    let most_recent = unfinished.open_most_recent();
    most_recent.passed_over.iter().for_each(|error| ctx.report_passed_over(error));
    let is_in_play = unfinished.in_play > 0
        || most_recent.passed_over.iter().any(|error| matches!(error, OpenSaveError::InPlay));
    let none = if is_in_play { "line.all_in_play" } else { "line.nothing_unfinished" };
    let saved = most_recent.game.ok_or_else(|| ctx.texts.text(none).to_owned())?;
    let named = ctx.players.clone();
    Ok(Screen::Game(Box::new(GameScreen::resume(saved, &named, ctx)?)))
}

/// Keys that mean the same everywhere.
fn control_key(key: KeyEvent) -> Option<AppEffect> {
    if !key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    match key.code {
        KeyCode::Char('c' | 'C') => Some(AppEffect::Quit),
        KeyCode::Char('z' | 'Z') => Some(AppEffect::Suspend),
        KeyCode::Char('l' | 'L') => Some(AppEffect::Redraw),
        _ => None,
    }
}
