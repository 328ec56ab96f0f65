//! The menu: what there is, and which of it is highlighted.

use cairn_rules::{GameInfo, games};
use cairn_storage::SavedGame;

use super::{Load, Puzzles, Screen, Setup};
use crate::app::Transition;
use crate::context::{Context, Notice};
use crate::game::Table;
use crate::keys::Action;
use crate::list::List;
use crate::overlays::Overlay;

/// What can be chosen.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Entry {
    /// An unfinished game, by its number.
    Resume(usize),
    Game(&'static GameInfo),
    Puzzles,
    Load,
    Rules,
    Settings,
    About,
    Quit,
}

/// The menu.
pub(crate) struct Menu {
    list: List,
    unfinished: Vec<SavedGame>,
    /// The game that was highlighted last.
    game: &'static GameInfo,
    /// An unfinished game that is forgotten if that is asked for again.
    doomed: Option<usize>,
}

impl Menu {
    /// The menu with a game highlighted, or an unfinished one if there is any.
    pub(crate) fn new(game: Option<&'static GameInfo>, ctx: &mut Context) -> Self {
        let unfinished = ctx.unfinished();
        let is_usual = |info: &&&GameInfo| ctx.settings.game.split(':').next() == Some(info.id);
        let game = game.or_else(|| games::ALL.iter().find(is_usual).copied()).unwrap_or(games::ALL[0]);
        let at = games::ALL.iter().position(|info| info.id == game.id).unwrap_or_default();
        let at = if unfinished.is_empty() { at } else { 0 };
        Self { list: List::at(at), unfinished, game, doomed: None }
    }

    /// All entries, in order.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let resume = (0..self.unfinished.len()).map(Entry::Resume);
        let games = games::ALL.iter().map(|info| Entry::Game(info));
        let rest = [Entry::Puzzles, Entry::Load, Entry::Rules, Entry::Settings, Entry::About, Entry::Quit];
        resume.chain(games).chain(rest).collect()
    }

    /// The entry that Enter would take, and its number.
    pub(crate) fn highlighted(&self) -> (usize, Entry) {
        let entries = self.entries();
        let at = self.list.get(entries.len());
        (at, entries[at])
    }

    /// An unfinished game.
    pub(crate) fn unfinished(&self, index: usize) -> Option<&SavedGame> {
        self.unfinished.get(index)
    }

    /// The game that is shown.
    pub(crate) const fn game(&self) -> &'static GameInfo {
        self.game
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        let entries = self.entries();
        let doomed = self.doomed.take();
        if self.list.act(action, entries.len()) {
            self.look();
            return Transition::Stay;
        }
        match action {
            Action::Row(row) if row < entries.len() => {
                self.list.set(row);
                self.look();
                self.choose(entries[row], ctx)
            }
            Action::Pick(number) => match games::ALL.get(number) {
                Some(info) => self.choose(Entry::Game(info), ctx),
                None => Transition::Stay,
            },
            Action::Choose | Action::Right => self.choose(self.highlighted().1, ctx),
            Action::Forget => {
                if let (_, Entry::Resume(index)) = self.highlighted() {
                    self.forget(index, doomed, ctx);
                }
                Transition::Stay
            }
            Action::Leave => Transition::Quit,
            _ => Transition::Stay,
        }
    }

    /// Shows the game of the highlighted entry.
    fn look(&mut self) {
        if let (_, Entry::Game(info)) = self.highlighted() {
            self.game = info;
        }
    }

    fn choose(&mut self, entry: Entry, ctx: &mut Context) -> Transition {
        match entry {
            Entry::Resume(index) => self.resume(index, ctx),
            Entry::Game(info) => Transition::open(Screen::Setup(Box::new(Setup::new(info, ctx)))),
            Entry::Puzzles => Transition::open(Screen::Puzzles(Puzzles::default())),
            Entry::Load => Transition::open(Screen::Load(Load::new(ctx))),
            Entry::Rules => Transition::Overlay(Overlay::rules(Some(self.game), ctx)),
            Entry::Settings => Transition::Overlay(Overlay::settings()),
            Entry::About => Transition::Overlay(Overlay::About),
            Entry::Quit => Transition::Quit,
        }
    }

    /// Forgets an unfinished game once that was asked for twice.
    fn forget(&mut self, index: usize, doomed: Option<usize>, ctx: &mut Context) {
        if doomed != Some(index) {
            self.doomed = Some(index);
            ctx.notice = Some(Notice::Bad(ctx.texts.say("app.forget_again").to_owned()));
        } else if let Err(error) = self.unfinished.remove(index).autosave.forget() {
            ctx.notice = Some(Notice::Bad(error.tell(ctx.texts)));
        }
    }

    fn resume(&mut self, index: usize, ctx: &mut Context) -> Transition {
        if index >= self.unfinished.len() {
            return Transition::Stay;
        }
        match Table::resume(self.unfinished.remove(index), ctx) {
            Ok(table) => Transition::open(Screen::Game(Box::new(table))),
            Err(problem) => {
                ctx.notice = Some(Notice::Bad(problem));
                Transition::Stay
            }
        }
    }
}
