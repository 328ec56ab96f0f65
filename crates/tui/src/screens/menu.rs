//! The menu.

use cairn_coach::puzzle;
use cairn_rules::{GameInfo, games};
use cairn_storage::{Preview, UnfinishedGame};

use super::saved::resume;
use super::{PuzzleList, SavedList, Screen, Section, Setup, open_puzzle};
use crate::context::Context;
use crate::event::Transition;
use crate::keys::Action;
use crate::lesson::LessonScreen;
use crate::list::ListState;
use crate::overlays::Overlay;

/// An entry of the menu.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Entry {
    /// The unfinished games.
    Continue,
    Game(&'static GameInfo),
    Learn,
    Today,
    Puzzles,
    Saved,
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
    /// Whether nothing has ever been stored, and a lesson is offered.
    is_first_start: bool,
}

impl Menu {
    /// The menu with a game highlighted, or the unfinished games if there are any, or the lesson at the first
    /// start.
    pub(crate) fn new(game: Option<&'static GameInfo>, ctx: &mut Context) -> Self {
        let unfinished = ctx.unfinished().games;
        let is_first_start = game.is_none() && ctx.is_first_start();
        let is_default = |info: &&&GameInfo| ctx.settings.game.split(':').next() == Some(info.id);
        let game = game.or_else(|| games::ALL.iter().find(is_default).copied()).unwrap_or(games::ALL[0]);
        let at = games::ALL.iter().position(|info| info.id == game.id).unwrap_or_default();
        let at = if unfinished.is_empty() { at } else { 0 };
        let mut menu = Self { list: ListState::at(at), unfinished, game, is_first_start };
        if is_first_start {
            let lesson = menu.entries().iter().position(|entry| matches!(entry, Entry::Learn));
            menu.list.set(lesson.unwrap_or(at));
        }
        menu
    }

    /// All entries, in order.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let resume = (!self.unfinished.is_empty()).then_some(Entry::Continue);
        let games = games::ALL.iter().map(|info| Entry::Game(info));
        let learn = self.game.engine.has_lesson().then_some(Entry::Learn);
        let rest = [
            Entry::Today,
            Entry::Puzzles,
            Entry::Saved,
            Entry::Rules,
            Entry::Settings,
            Entry::About,
            Entry::Quit,
        ];
        resume.into_iter().chain(games).chain(learn).chain(rest).collect()
    }

    /// The highlighted entry and its index.
    pub(crate) fn highlighted(&self) -> (usize, Entry) {
        let entries = self.entries();
        let at = self.list.get(entries.len());
        (at, entries[at])
    }

    /// The number of unfinished games.
    pub(crate) const fn unfinished(&self) -> usize {
        self.unfinished.len()
    }

    /// The unfinished game that was played last; `None` if it cannot be read.
    pub(crate) fn newest(&self) -> Option<&Preview> {
        self.unfinished.first()?.preview()
    }

    /// Whether nothing has ever been stored.
    pub(crate) const fn is_first_start(&self) -> bool {
        self.is_first_start
    }

    /// The game that is shown.
    pub(crate) const fn game(&self) -> &'static GameInfo {
        self.game
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        let entries = self.entries();
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
            Entry::Continue if self.unfinished.len() == 1 => resume(&mut self.unfinished, 0, ctx),
            Entry::Continue => open_list(Section::Unfinished, ctx),
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
            Entry::Saved => open_list(Section::Saved, ctx),
            Entry::Rules => Transition::Overlay(Overlay::rules(Some(self.game), ctx)),
            Entry::Settings => Transition::Overlay(Overlay::settings()),
            Entry::About => Transition::Overlay(Overlay::About),
            Entry::Quit => Transition::Quit,
        }
    }
}

fn open_list(section: Section, ctx: &mut Context) -> Transition {
    Transition::open(Screen::Saved(Box::new(SavedList::new(section, ctx))))
}
