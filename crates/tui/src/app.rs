//! The app as a state machine: events change the state and return effects for the terminal. Nothing here draws or
//! waits.

use std::mem;
use std::sync::mpsc::Sender;
use std::time::Duration;

use cairn_rules::Site;
use cairn_storage::StorageError;
use cairn_table::{TableEvent, TableSetup};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use crate::analysis::AnalysisScreen;
use crate::context::{Context, Parked};
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
    /// The screen from which the user opened the analysis board.
    beneath: Option<Box<Screen>>,
    /// A remote game that the user has left for the menu.
    parked: Option<Box<GameScreen>>,
    pub(crate) overlay: Option<Overlay>,
    /// The site where the user pressed the mouse button, and the ply displayed at that time.
    pressed: Option<(Site, usize)>,
}

impl App {
    /// Opens the app. Threads report to `events`.
    pub(crate) fn new(start: Start, events: Sender<AppEvent>) -> Self {
        let mut ctx = Context::new(&start, events);
        let screen = match start.opening {
            Opening::Menu => Ok(None),
            Opening::Game(session, players, seed) => {
                let setup = TableSetup::new(session, players, seed);
                Ok(Some(Screen::Game(Box::new(GameScreen::new(setup, &mut ctx)))))
            }
            Opening::RatedGame(session, players, seed) => {
                let setup = TableSetup::new(session, players, seed).with_rating(true);
                Ok(Some(Screen::Game(Box::new(GameScreen::new(setup, &mut ctx)))))
            }
            Opening::RemoteGame(game) => {
                Ok(Some(Screen::Game(Box::new(GameScreen::remote(*game, &mut ctx)))))
            }
            Opening::SavedGame(game) => resume(game.as_deref(), &mut ctx),
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
        Self { ctx, screen, beneath: None, parked: None, overlay: None, pressed: None }
    }

    /// Handles an event; `now` is the time since the app was opened.
    pub(crate) fn update(&mut self, event: AppEvent, now: Duration) -> AppEffect {
        self.ctx.now = now;
        let effect = self.handle(event);
        if effect == AppEffect::Quit {
            self.keep_clocks();
        }
        effect
    }

    /// Saves the clocks of the game before the user leaves it.
    fn keep_clocks(&mut self) {
        for game in games(&mut self.screen, &mut self.beneath) {
            game.keep_clocks(&mut self.ctx);
        }
    }

    fn handle(&mut self, event: AppEvent) -> AppEffect {
        let transition = match event {
            AppEvent::Key(key) if key.kind == KeyEventKind::Release => return AppEffect::Draw,
            AppEvent::Key(key) => match control_key(key) {
                Some(AppEffect::Quit) => match self.interruption() {
                    Some(event) => self.send(event),
                    None if self.must_ask() => {
                        if self.beneath.is_some() {
                            self.go(Transition::Return);
                        }
                        Transition::Overlay(Overlay::Ask(Question::Leave(Leaving::App)))
                    }
                    None => return AppEffect::Quit,
                },
                Some(effect) => return effect,
                None => self.press(key),
            },
            AppEvent::Mouse(mouse) => self.point(mouse),
            AppEvent::Paste(text) => {
                if self.overlay.is_none() {
                    self.screen.paste(&text, &mut self.ctx);
                }
                Transition::Stay
            }
            AppEvent::Tick => self.send(TableEvent::Tick),
            AppEvent::Table(event) => self.send(event),
            AppEvent::Reviewed(news) => {
                if let Some(game) = games(&mut self.screen, &mut self.beneath).next() {
                    game.on_review(news);
                }
                Transition::Stay
            }
            AppEvent::Remote(from, news) => {
                let mut shown = games(&mut self.screen, &mut self.beneath);
                if let Some(game) = shown.find(|game| game.is_remote(from)) {
                    game.hear(news, &mut self.ctx);
                } else if let Some(game) = self.parked.as_mut().filter(|game| game.is_remote(from)) {
                    game.hear_parked(news, &mut self.ctx);
                }
                Transition::Stay
            }
            AppEvent::Refreshed(address, is_reachable) => {
                if let Screen::Saved(list) = &mut self.screen {
                    list.on_refresh(address, is_reachable, &mut self.ctx);
                }
                Transition::Stay
            }
            AppEvent::Connected(number, connected) if self.ctx.take_connection(number) => match connected {
                Ok(game) => {
                    Transition::open(Screen::Game(Box::new(GameScreen::remote(*game, &mut self.ctx))))
                }
                Err(problem) => {
                    self.ctx.warn(problem);
                    Transition::Stay
                }
            },
            AppEvent::Connected(..) => Transition::Stay,
            AppEvent::Judged(judgement) => {
                let screens = [Some(&mut self.screen), self.beneath.as_deref_mut()];
                for screen in screens.into_iter().flatten() {
                    if let Screen::Puzzle(puzzle) = screen {
                        puzzle.on_judgement(judgement, &mut self.ctx);
                        break;
                    }
                }
                Transition::Stay
            }
            AppEvent::Analyzed(update) => {
                if let Screen::Analysis(analysis) = &mut self.screen {
                    analysis.on_update(update, &mut self.ctx);
                }
                Transition::Stay
            }
            AppEvent::Resize => return AppEffect::Redraw,
            AppEvent::Suspend => return AppEffect::Suspend,
            AppEvent::Quit => return AppEffect::Quit,
        };
        self.go(transition)
    }

    /// Returns the effect of Ctrl-C if it does not end the app: it stops the bots of the game on the screen.
    fn interruption(&mut self) -> Option<TableEvent> {
        match &mut self.screen {
            Screen::Game(game) if self.overlay.is_none() => game.interruption(),
            _ => None,
        }
    }

    /// Returns a warning about the moves that would be lost if the user quit now.
    pub(crate) fn loss(&self) -> Option<String> {
        self.shown_games().find_map(|game| game.loss(&self.ctx))
    }

    /// Returns the game on the screen, or the game from which the user opened the analysis board.
    fn shown_games(&self) -> impl Iterator<Item = &GameScreen> {
        [Some(&self.screen), self.beneath.as_deref()].into_iter().flatten().filter_map(
            |screen| match screen {
                Screen::Game(game) => Some(&**game),
                _ => None,
            },
        )
    }

    /// Returns whether the user must confirm quitting, because moves would be lost.
    fn must_ask(&self) -> bool {
        let is_asked = matches!(self.overlay, Some(Overlay::Ask(Question::Leave(_))));
        !is_asked && self.loss().is_some()
    }

    /// Records that the current state is on the screen, with these hit areas.
    pub(crate) fn was_shown(&mut self, hit_areas: HitAreas) {
        self.ctx.hit_areas = hit_areas;
        if let Screen::Game(game) = &mut self.screen {
            game.was_shown(&self.ctx);
        }
    }

    /// Returns how long to wait for an event before time itself causes one; `None` if it never does.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.shown_games().filter_map(|game| game.timeout(&self.ctx)).min()
    }

    /// Passes an event to the table, if there is one.
    fn send(&mut self, event: TableEvent) -> Transition {
        match games(&mut self.screen, &mut self.beneath).next() {
            Some(game) => game.send(event, &mut self.ctx),
            None => Transition::Stay,
        }
    }

    fn press(&mut self, key: KeyEvent) -> Transition {
        self.ctx.notice = None;
        if self.overlay.is_none() && self.screen.wants_key(key) {
            return self.screen.type_key(key, &mut self.ctx);
        }
        let bindings = self.overlay.as_ref().map_or_else(|| self.screen.bindings(), Overlay::bindings);
        let find = |bindings| self.ctx.keys.find(bindings, key);
        match find(bindings).or_else(|| keys::digit(key).map(Action::Pick)) {
            Some(action) => return self.act(action),
            None if self.overlay.is_none() && find(self.screen.idle_bindings()).is_some() => {
                self.ctx.warn(self.ctx.texts.text("app.online.no_use"));
            }
            None => {}
        }
        Transition::Stay
    }

    fn point(&mut self, mouse: MouseEvent) -> Transition {
        let target = self.ctx.hit_areas.action_at(Position::new(mouse.column, mouse.row));
        let ply = self.screen.shown_ply();
        let action = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = if let Some(Action::Site(site)) = target { Some((site, ply)) } else { None };
                target
            }
            MouseEventKind::Up(MouseButton::Left) => match (self.pressed.take(), target) {
                // It is a drag, unless something has been played since.
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

    /// Returns the action of the wheel: it scrolls lists and texts, also beside a board, and in a game it moves through
    /// the positions.
    fn scroll_action(&self, in_list: Action, at_board: Action) -> Action {
        let is_list = matches!(
            self.screen,
            Screen::Menu(_) | Screen::Setup(_) | Screen::Games(_) | Screen::Puzzles(_) | Screen::Saved(_)
        );
        let is_board = self.overlay.is_none() && !is_list;
        if is_board { at_board } else { in_list }
    }

    fn act(&mut self, action: Action) -> Transition {
        if let Some(overlay) = &mut self.overlay {
            return overlays::act(overlay, action, &mut self.screen, &mut self.ctx);
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
        if matches!(
            transition,
            Transition::Menu | Transition::Unpark | Transition::Open(_) | Transition::Analyze(_)
        ) {
            self.ctx.stop_connecting();
        }
        match transition {
            Transition::Stay => {}
            Transition::Menu => {
                self.overlay = None;
                self.keep_clocks();
                let game = self.screen.game();
                // The menu lists saved games, so a game's lock has to be released first.
                let left = mem::replace(&mut self.screen, Screen::Puzzles(PuzzleList::default()));
                match left {
                    Screen::Game(game) if game.is_connected() => self.parked = Some(game),
                    left => drop(left),
                }
                self.ctx.parked = self.parked.as_ref().and_then(|game| {
                    let link = game.link()?.to_owned();
                    Some(Parked { game: game.session().info(), link })
                });
                self.screen = Screen::Menu(Menu::new(game, &mut self.ctx));
            }
            Transition::Unpark => {
                if let Some(game) = self.parked.take() {
                    self.screen = Screen::Game(game);
                }
            }
            Transition::Open(screen) => {
                self.overlay = None;
                self.screen = *screen;
                if let Screen::Game(game) = &self.screen
                    && game.is_connected()
                {
                    // There is only one remote game at a time: the app leaves another one, which continues on its
                    // server.
                    self.parked = None;
                }
            }
            Transition::Analyze(session) => {
                self.overlay = None;
                let analysis = AnalysisScreen::new(&*session, &mut self.ctx);
                let before = mem::replace(&mut self.screen, Screen::Analysis(Box::new(analysis)));
                self.beneath = Some(Box::new(before));
            }
            Transition::Return => {
                if let Some(screen) = self.beneath.take() {
                    self.screen = *screen;
                }
            }
            Transition::Overlay(overlay) => self.overlay = Some(overlay),
            Transition::CloseOverlay => self.overlay = None,
            Transition::Copy(text) => return AppEffect::Copy(text),
            Transition::Quit => return AppEffect::Quit,
        }
        AppEffect::Draw
    }
}

/// The saved game that was played last, with the players whom the user has named; `None` if it is on a server, to
/// which the app then connects.
fn resume(game: Option<&str>, ctx: &mut Context) -> Result<Option<Screen>, String> {
    let unfinished = ctx.unfinished();
    let most_recent = unfinished.open_most_recent(game);
    most_recent.passed_over.iter().for_each(|error| ctx.report_passed_over(error));
    if ctx.players.iter().all(Option::is_none)
        && let Some(online) = unfinished.most_recent_online(game, most_recent.game.as_ref())
    {
        ctx.connect(online);
        return Ok(None);
    }
    let is_in_play = unfinished.in_play > 0
        || most_recent.passed_over.iter().any(|error| matches!(error, StorageError::InPlay));
    let none = if is_in_play { "line.all_in_play" } else { "line.nothing_unfinished" };
    let saved = most_recent.game.ok_or_else(|| ctx.texts.text(none).to_owned())?;
    let named = ctx.players.clone();
    Ok(Some(Screen::Game(Box::new(GameScreen::resume(saved, &named, ctx)?))))
}

/// Returns the game on the screen, or the game from which the user opened the analysis board.
fn games<'a>(
    screen: &'a mut Screen,
    beneath: &'a mut Option<Box<Screen>>,
) -> impl Iterator<Item = &'a mut GameScreen> {
    [Some(screen), beneath.as_deref_mut()].into_iter().flatten().filter_map(|screen| match screen {
        Screen::Game(game) => Some(&mut **game),
        _ => None,
    })
}

/// Handles keys with the same meaning everywhere.
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
