//! The menu.

use std::mem;

use cairn_coach::puzzle;
use cairn_rules::{GameInfo, games};
use cairn_storage::Unfinished;

use super::saved::resume;
use super::{GameList, Purpose, PuzzleList, SavedList, Screen, Section, Setup, open_puzzle};
use crate::context::Context;
use crate::event::Transition;
use crate::keys::Action;
use crate::list::ListState;
use crate::overlays::Overlay;

/// An entry of the menu.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Entry {
    /// The remote game that the user has left.
    Unpark(&'static GameInfo),
    /// The unfinished games.
    Continue,
    Game(&'static GameInfo),
    Learn,
    Today,
    Puzzles,
    Analysis,
    Saved,
    Rules,
    Settings,
    About,
    Quit,
}

impl Entry {
    /// Returns whether this is the same entry, with the same game if it has one.
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Game(game), Self::Game(other)) => game.id == other.id,
            _ => mem::discriminant(&self) == mem::discriminant(&other),
        }
    }
}

/// The menu, with an entry highlighted.
pub(crate) struct Menu {
    list: ListState,
    unfinished: Vec<Unfinished>,
    /// The remote game that the user has left.
    parked: Option<&'static GameInfo>,
    /// The game that was highlighted last.
    game: &'static GameInfo,
    /// Whether nothing has ever been stored, so that the menu offers a lesson.
    is_first_start: bool,
}

impl Menu {
    /// Creates the menu with the last chosen entry highlighted. At first, that is the unfinished games if there are
    /// any, or the lessons if nothing has ever been stored.
    pub(crate) fn new(game: Option<&'static GameInfo>, ctx: &mut Context) -> Self {
        let unfinished = ctx.unfinished().merged();
        let is_first_start = game.is_none() && ctx.is_first_start();
        let is_default = |info: &&&GameInfo| ctx.settings.game.split(':').next() == Some(info.id);
        let game = game.or_else(|| games::ALL.iter().find(is_default).copied()).unwrap_or(games::ALL[0]);
        let (list, parked) = (ListState::default(), ctx.parked.as_ref().map(|parked| parked.game));
        let mut menu = Self { list, unfinished, parked, game, is_first_start };
        let first = match ctx.menu_entry {
            Some(entry) => entry,
            None if !menu.unfinished.is_empty() => Entry::Continue,
            None if is_first_start => Entry::Learn,
            None => Entry::Game(game),
        };
        // A finished game cannot be continued, so the entry of its game is highlighted.
        let entries = menu.entries();
        let place = |wanted: Entry| entries.iter().position(|entry| entry.is(wanted));
        menu.list.set(place(first).or_else(|| place(Entry::Game(game))).unwrap_or_default());
        menu
    }

    /// Returns all entries, in order.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let resume = (!self.unfinished.is_empty()).then_some(Entry::Continue);
        let games = games::ALL.iter().map(|info| Entry::Game(info));
        let rest = [
            Entry::Learn,
            Entry::Today,
            Entry::Puzzles,
            Entry::Analysis,
            Entry::Saved,
            Entry::Rules,
            Entry::Settings,
            Entry::About,
            Entry::Quit,
        ];
        let parked = self.parked.map(Entry::Unpark);
        parked.into_iter().chain(resume).chain(games).chain(rest).collect()
    }

    /// Returns the highlighted entry and its index.
    pub(crate) fn highlighted(&self) -> (usize, Entry) {
        let entries = self.entries();
        let at = self.list.get(entries.len());
        (at, entries[at])
    }

    /// Returns the number of unfinished games.
    pub(crate) const fn unfinished(&self) -> usize {
        self.unfinished.len()
    }

    /// The unfinished game that was played last.
    pub(crate) fn newest(&self) -> Option<&Unfinished> {
        self.unfinished.first()
    }

    /// Returns whether nothing has ever been stored.
    pub(crate) const fn is_first_start(&self) -> bool {
        self.is_first_start
    }

    /// Returns the displayed game.
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
        ctx.menu_entry = Some(entry);
        match entry {
            Entry::Unpark(_) => Transition::Unpark,
            Entry::Continue if self.unfinished.len() == 1 => resume(&mut self.unfinished, 0, ctx),
            Entry::Continue => open_list(Section::Unfinished, ctx),
            Entry::Game(info) => Transition::open(Screen::Setup(Box::new(Setup::new(info, ctx)))),
            Entry::Learn => self.open_games(Purpose::Lesson),
            Entry::Today => match puzzle::of_day(ctx.day()) {
                Some(info) => open_puzzle(info, ctx),
                None => Transition::Stay,
            },
            Entry::Puzzles => Transition::open(Screen::Puzzles(PuzzleList::new(ctx))),
            Entry::Analysis => self.open_games(Purpose::Analysis),
            Entry::Saved => open_list(Section::Saved, ctx),
            Entry::Rules => Transition::Overlay(Overlay::rules(Some(self.game), ctx)),
            Entry::Settings => Transition::Overlay(Overlay::settings()),
            Entry::About => Transition::Overlay(Overlay::About),
            Entry::Quit => Transition::Quit,
        }
    }

    fn open_games(&self, purpose: Purpose) -> Transition {
        Transition::open(Screen::Games(GameList::new(purpose, self.game)))
    }
}

fn open_list(section: Section, ctx: &mut Context) -> Transition {
    Transition::open(Screen::Saved(Box::new(SavedList::new(section, ctx))))
}
