//! The menu.

use cairn_engine::puzzle;
use cairn_rules::{GameInfo, games};
use cairn_storage::{OpenSaveError, Preview, UnfinishedGame};

use super::{PuzzleList, RecordList, Screen, Setup, open_puzzle};
use crate::context::Context;
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::Action;
use crate::lesson::LessonScreen;
use crate::list::ListState;
use crate::overlays::Overlay;

/// An entry of the menu.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Entry {
    /// A saved game, by its index.
    Resume(usize),
    Game(&'static GameInfo),
    Learn,
    Today,
    Puzzles,
    Records,
    Rules,
    Settings,
    About,
    Quit,
}

/// The menu, with an entry highlighted.
pub(crate) struct Menu {
    list: ListState,
    unfinished: Vec<UnfinishedGame>,
    /// The game that was highlighted last.
    game: &'static GameInfo,
    /// A saved game that is deleted if the key is pressed again.
    to_delete: Option<usize>,
}

impl Menu {
    /// The menu with a game highlighted, or the first saved game if there is any.
    pub(crate) fn new(game: Option<&'static GameInfo>, ctx: &mut Context) -> Self {
        let unfinished = ctx.unfinished().games;
        let is_default = |info: &&&GameInfo| ctx.settings.game.split(':').next() == Some(info.id);
        let game = game.or_else(|| games::ALL.iter().find(is_default).copied()).unwrap_or(games::ALL[0]);
        let at = games::ALL.iter().position(|info| info.id == game.id).unwrap_or_default();
        let at = if unfinished.is_empty() { at } else { 0 };
        Self { list: ListState::at(at), unfinished, game, to_delete: None }
    }

    /// All entries, in order.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let resume = (0..self.unfinished.len()).map(Entry::Resume);
        let games = games::ALL.iter().map(|info| Entry::Game(info));
        let rest = [
            Entry::Learn,
            Entry::Today,
            Entry::Puzzles,
            Entry::Records,
            Entry::Rules,
            Entry::Settings,
            Entry::About,
            Entry::Quit,
        ];
        resume.chain(games).chain(rest).collect()
    }

    /// The highlighted entry and its index.
    pub(crate) fn highlighted(&self) -> (usize, Entry) {
        let entries = self.entries();
        let at = self.list.get(entries.len());
        (at, entries[at])
    }

    /// A saved game; `None` if it cannot be read.
    pub(crate) fn saved_game(&self, index: usize) -> Option<&Preview> {
        self.unfinished.get(index)?.preview()
    }

    /// The game that is shown.
    pub(crate) const fn game(&self) -> &'static GameInfo {
        self.game
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        let entries = self.entries();
        let to_delete = self.to_delete.take();
        if self.list.act(action, entries.len()) {
            self.update_game();
            return Transition::Stay;
        }
        match action {
            Action::Row(row) if row < entries.len() => {
                self.list.set(row);
                self.update_game();
                self.choose(entries[row], ctx)
            }
            Action::Pick(number) => match games::ALL.get(number) {
                Some(info) => self.choose(Entry::Game(info), ctx),
                None => Transition::Stay,
            },
            Action::Choose | Action::Right => self.choose(self.highlighted().1, ctx),
            Action::Delete => {
                if let (_, Entry::Resume(index)) = self.highlighted() {
                    self.delete(index, to_delete, ctx);
                }
                Transition::Stay
            }
            Action::Leave => Transition::Quit,
            _ => Transition::Stay,
        }
    }

    /// Shows the game of the highlighted entry.
    fn update_game(&mut self) {
        if let (_, Entry::Game(info)) = self.highlighted() {
            self.game = info;
        }
    }

    fn choose(&mut self, entry: Entry, ctx: &mut Context) -> Transition {
        match entry {
            Entry::Resume(index) => self.resume(index, ctx),
            Entry::Game(info) => Transition::open(Screen::Setup(Box::new(Setup::new(info, ctx)))),
            Entry::Learn => {
                let lesson = LessonScreen::new(self.game, ctx);
                Transition::try_open(lesson.map(|lesson| Screen::Lesson(Box::new(lesson))), ctx)
            }
            Entry::Today => match puzzle::of_day(ctx.day()) {
                Some(info) => open_puzzle(info, ctx),
                None => Transition::Stay,
            },
            Entry::Puzzles => Transition::open(Screen::Puzzles(PuzzleList::new(ctx))),
            Entry::Records => Transition::open(Screen::Records(RecordList::new(ctx))),
            Entry::Rules => Transition::Overlay(Overlay::rules(Some(self.game), ctx)),
            Entry::Settings => Transition::Overlay(Overlay::settings()),
            Entry::About => Transition::Overlay(Overlay::About),
            Entry::Quit => Transition::Quit,
        }
    }

    /// Deletes a saved game if the key was pressed twice.
    fn delete(&mut self, index: usize, to_delete: Option<usize>, ctx: &mut Context) {
        if to_delete != Some(index) {
            self.to_delete = Some(index);
            ctx.warn(ctx.texts.say("app.forget_again"));
        } else if let Err(error) = self.unfinished.remove(index).forget() {
            ctx.warn(error.tell(ctx.texts));
        }
    }

    fn resume(&mut self, index: usize, ctx: &mut Context) -> Transition {
        let Some(unfinished) = self.unfinished.get(index) else { return Transition::Stay };
        match unfinished.open() {
            Ok(saved) => {
                let screen = GameScreen::resume(saved, &[], ctx);
                Transition::try_open(screen.map(|game| Screen::Game(Box::new(game))), ctx)
            }
            Err(error) => {
                ctx.warn(error.tell(ctx.texts));
                if matches!(error, OpenSaveError::Damaged(_) | OpenSaveError::Gone) {
                    self.unfinished.remove(index);
                }
                Transition::Stay
            }
        }
    }
}
