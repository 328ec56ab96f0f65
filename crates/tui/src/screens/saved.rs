//! The lists of saved and unfinished games: the games in the folder of records, or in any other file by its path.

use std::path::Path;

use cairn_rules::games;
use cairn_session::{Record, record};
use cairn_storage::{Damage, SavedFilter, SavedRecord, Storage, StorageError, Unfinished};
use ratatui::crossterm::event::KeyEvent;

use super::Screen;
use crate::context::Context;
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::Action;
use crate::list::ListState;
use crate::text_input::{TextInput, Typed};

/// The two lists, between which Tab switches.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Section {
    Saved,
    Unfinished,
}

/// The purpose of the text input.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Typing {
    /// The search words.
    Words,
    /// A file to open.
    Path,
    /// A file to write the highlighted game to.
    Export,
}

/// The two lists, with a game highlighted.
pub(crate) struct SavedList {
    section: Section,
    saved: Vec<SavedRecord>,
    /// The indices of the games that pass the filter.
    shown: Vec<usize>,
    filter: SavedFilter,
    /// Whether the games are those of a file that the user has named.
    is_file: bool,
    unfinished: Vec<Unfinished>,
    /// The addresses of the games whose servers could not be reached.
    unreachable: Vec<String>,
    list: ListState,
    typed: Option<(Typing, TextInput)>,
    /// The game that the user will delete by pressing the key again.
    to_delete: Option<usize>,
}

impl SavedList {
    pub(crate) fn new(section: Section, ctx: &mut Context) -> Self {
        let mut list = Self {
            section,
            saved: ctx.saved(),
            shown: Vec::new(),
            filter: SavedFilter::default(),
            is_file: false,
            unfinished: ctx.unfinished().merged(),
            unreachable: Vec::new(),
            list: ListState::default(),
            typed: None,
            to_delete: None,
        };
        list.sift(ctx);
        ctx.refresh_online(&list.unfinished);
        list
    }

    /// Shows a game on a server as it is there now, or that the server could not be reached. A game that is over has
    /// gone to the saved games.
    pub(crate) fn on_refresh(&mut self, address: String, is_reachable: bool, ctx: &mut Context) {
        if !is_reachable {
            self.unreachable.push(address);
            return;
        }
        let at = self.highlighted();
        let is = |game: &Unfinished| matches!(game, Unfinished::Online(game) if game.address() == address);
        let Some(place) = self.unfinished.iter().position(is) else { return };
        if let Some(game) = ctx.unfinished().merged().into_iter().find(is) {
            self.unfinished[place] = game;
            return;
        }
        self.unfinished.remove(place);
        if self.section == Section::Unfinished && place < at {
            self.list = ListState::at(at - 1);
        }
        if !self.is_file {
            self.saved = ctx.saved();
            self.show_matches(ctx);
        }
    }

    /// Whether the server of a game could not be reached.
    pub(crate) fn is_unreachable(&self, address: &str) -> bool {
        self.unreachable.iter().any(|other| other == address)
    }

    /// The list that is shown.
    pub(crate) const fn section(&self) -> Section {
        self.section
    }

    /// Returns the number of games in the displayed list, after filtering.
    pub(crate) fn count(&self) -> usize {
        match self.section {
            Section::Saved => self.shown.len(),
            Section::Unfinished => self.unfinished.len(),
        }
    }

    /// Returns a saved game by its index in the list.
    pub(crate) fn saved(&self, at: usize) -> Option<&SavedRecord> {
        self.saved.get(*self.shown.get(at)?)
    }

    /// An unfinished game by its place in the list.
    pub(crate) fn unfinished(&self, at: usize) -> Option<&Unfinished> {
        self.unfinished.get(at)
    }

    /// Returns whether the filter hides any games.
    pub(crate) const fn is_sifted(&self) -> bool {
        self.shown.len() < self.saved.len()
    }

    /// Returns the filter of the list.
    pub(crate) const fn filter(&self) -> &SavedFilter {
        &self.filter
    }

    /// Returns the index of the highlighted entry.
    pub(crate) fn highlighted(&self) -> usize {
        self.list.get(self.count())
    }

    pub(super) const fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Returns the open text input and its purpose.
    pub(crate) const fn typed(&self) -> Option<&(Typing, TextInput)> {
        self.typed.as_ref()
    }

    pub(super) fn paste(&mut self, text: &str, ctx: &Context) {
        let (typing, input) = self.typed.get_or_insert_with(|| (Typing::Path, TextInput::default()));
        input.insert(text);
        if *typing == Typing::Words {
            self.find_typed(ctx);
        }
    }

    pub(super) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) -> Transition {
        let Some((typing, input)) = &mut self.typed else { return Transition::Stay };
        match (*typing, input.press(key)) {
            (Typing::Words, Typed::Editing) => self.find_typed(ctx),
            (_, Typed::Editing) => {}
            (Typing::Words, Typed::Cancelled) => {
                self.typed = None;
                self.filter.words.clear();
                self.sift(ctx);
            }
            (Typing::Path | Typing::Export, Typed::Cancelled) | (Typing::Words, Typed::Done(_)) => {
                self.typed = None;
            }
            (Typing::Path, Typed::Done(path)) => return self.open_file(Path::new(&path), ctx),
            (Typing::Export, Typed::Done(path)) => self.export(Path::new(&path), ctx),
        }
        Transition::Stay
    }

    /// Searches for the words while the user types.
    fn find_typed(&mut self, ctx: &Context) {
        if let Some((_, input)) = &self.typed {
            self.filter.words = input.text();
            self.sift(ctx);
        }
    }

    /// Lists what passes the filter, from the top.
    fn sift(&mut self, ctx: &Context) {
        self.show_matches(ctx);
        self.list = ListState::default();
    }

    /// Lists what passes the filter.
    fn show_matches(&mut self, ctx: &Context) {
        let matches = |index: &usize| self.saved[*index].matches(&self.filter, ctx.texts);
        self.shown = (0..self.saved.len()).filter(matches).collect();
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        let to_delete = self.to_delete.take();
        match action {
            Action::Next | Action::Previous => {
                self.section = match self.section {
                    Section::Saved => Section::Unfinished,
                    Section::Unfinished => Section::Saved,
                };
                self.list = ListState::default();
            }
            Action::Left | Action::Right => self.next_game(action == Action::Right, ctx),
            Action::Find => {
                self.section = Section::Saved;
                self.typed = Some((Typing::Words, TextInput::default()));
                self.find_typed(ctx);
            }
            Action::Type => self.typed = Some((Typing::Path, TextInput::default())),
            Action::Row(row) | Action::Pick(row) if row < self.count() => {
                self.list.set(row);
                return self.choose(ctx);
            }
            Action::Choose => return self.choose(ctx),
            Action::Review => {
                if let Some(record) = self.read(ctx) {
                    return show(GameScreen::review(&record, ctx), ctx);
                }
            }
            Action::Copy => {
                if let Some(text) = self.read(ctx).map(|record| record::write([&record])) {
                    ctx.info(ctx.texts.text("app.copied"));
                    return Transition::Copy(text);
                }
            }
            Action::Save if self.read(ctx).is_some() => {
                self.typed = Some((Typing::Export, TextInput::default()));
            }
            Action::Delete => self.delete(to_delete, ctx),
            Action::Back if self.is_file => *self = Self::new(Section::Saved, ctx),
            Action::Back | Action::Leave => return Transition::Menu,
            action => {
                self.list.act(action, self.count());
            }
        }
        Transition::Stay
    }

    /// Filters by the next game, or shows all games.
    fn next_game(&mut self, is_forward: bool, ctx: &Context) {
        let count = games::ALL.len() + 1;
        let at = games::ALL.iter().position(|info| Some(info.id) == self.filter.game);
        let at = at.map_or(0, |at| at + 1) + if is_forward { 1 } else { count - 1 };
        self.filter.game = (at % count).checked_sub(1).map(|at| games::ALL[at].id);
        self.section = Section::Saved;
        self.sift(ctx);
    }

    fn choose(&mut self, ctx: &mut Context) -> Transition {
        match self.section {
            Section::Saved => match self.read(ctx) {
                Some(record) => show(GameScreen::replay(&record, ctx), ctx),
                None => Transition::Stay,
            },
            Section::Unfinished => {
                let at = self.highlighted();
                resume(&mut self.unfinished, at, ctx)
            }
        }
    }

    /// Returns the record of the highlighted saved game; if it is damaged, shows a warning.
    fn read(&self, ctx: &mut Context) -> Option<Record> {
        let saved = self.saved(self.highlighted()).filter(|_| self.section == Section::Saved)?;
        let problem = |damage: Damage| format!("{}: {}", saved.path().display(), damage.tell(ctx.texts));
        saved.read().map_err(problem).map_err(|problem| ctx.warn(problem)).ok()
    }

    /// Opens a file: its only game, or the list of its games.
    fn open_file(&mut self, path: &Path, ctx: &mut Context) -> Transition {
        let games = SavedRecord::all_of(path);
        if let [game] = &games[..] {
            return match game.read() {
                Ok(record) => show(GameScreen::replay(&record, ctx), ctx),
                Err(damage) => {
                    ctx.warn(format!("{}: {}", path.display(), damage.tell(ctx.texts)));
                    Transition::Stay
                }
            };
        }
        (self.section, self.saved, self.is_file) = (Section::Saved, games, true);
        (self.typed, self.filter) = (None, SavedFilter::default());
        self.sift(ctx);
        Transition::Stay
    }

    /// Writes the highlighted game to a new file.
    fn export(&mut self, path: &Path, ctx: &mut Context) {
        let Some(record) = self.read(ctx) else { return };
        match cairn_engine::files::create_new(path, record::write([&record]).as_bytes()) {
            Ok(()) => {
                self.typed = None;
                ctx.info(ctx.texts.format("saved.exported", &[("path", &path.display())]));
            }
            Err(error) => {
                let problem = format!("{}: {}", path.display(), ctx.texts.io_error(&error));
                ctx.warn(ctx.texts.format("app.not_saved", &[("problem", &problem)]));
            }
        }
    }

    /// Deletes the highlighted game if the user pressed the key twice. Does not delete from a file that the user has
    /// named.
    fn delete(&mut self, to_delete: Option<usize>, ctx: &mut Context) {
        let at = self.highlighted();
        if at >= self.count() || self.is_file {
            return;
        }
        if to_delete != Some(at) {
            self.to_delete = Some(at);
            ctx.warn(ctx.texts.text("app.forget_again"));
            return;
        }
        match self.section {
            Section::Saved => {
                let index = self.shown[at];
                match self.saved[index].delete() {
                    Ok(()) => {
                        self.saved.remove(index);
                        self.sift(ctx);
                        self.list = ListState::at(at);
                    }
                    Err(error) => ctx.warn(error.tell(ctx.texts)),
                }
            }
            Section::Unfinished => {
                let deleted = match self.unfinished.remove(at) {
                    Unfinished::Local(game) => game.delete(),
                    Unfinished::Online(game) => {
                        let note =
                            ctx.texts.format("saved.online_forgotten", &[("address", &game.address())]);
                        ctx.info(note);
                        let forget = |storage: &Storage| storage.forget_online_game(game.address());
                        ctx.storage.as_ref().map_or(Ok(()), forget)
                    }
                };
                if let Err(error) = deleted {
                    ctx.warn(error.tell(ctx.texts));
                }
            }
        }
    }
}

/// Opens a screen with a game.
fn show(screen: Result<GameScreen, String>, ctx: &mut Context) -> Transition {
    Transition::try_open(screen.map(|game| Screen::Game(Box::new(game))), ctx)
}

/// Continues an unfinished game. One that is gone, or cannot be read, leaves the list.
pub(super) fn resume(games: &mut Vec<Unfinished>, at: usize, ctx: &mut Context) -> Transition {
    let unfinished = match games.get(at) {
        Some(Unfinished::Local(game)) => game,
        Some(Unfinished::Online(game)) => {
            ctx.connect(game);
            return Transition::Stay;
        }
        None => return Transition::Stay,
    };
    match unfinished.open() {
        Ok(saved) => show(GameScreen::resume(saved, &[], ctx), ctx),
        Err(error) => {
            ctx.warn(error.tell(ctx.texts));
            if matches!(error, StorageError::DamagedGame(_) | StorageError::Gone) {
                games.remove(at);
            }
            Transition::Stay
        }
    }
}
