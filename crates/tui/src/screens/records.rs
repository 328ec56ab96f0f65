//! The list of records to replay: the files in the folder of records, or any other file by its path.

use std::fs;
use std::path::{Path, PathBuf};

use cairn_session::{Record, record};
use ratatui::crossterm::event::KeyEvent;

use super::Screen;
use crate::context::Context;
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::Action;
use crate::list::ListState;
use crate::text_input::{TextInput, Typed};

/// The list of files, or of the games in one of them.
pub(crate) struct RecordList {
    files: Vec<PathBuf>,
    /// The games of a file that has several.
    games: Option<Vec<Record>>,
    list: ListState,
    typed: Option<TextInput>,
}

impl RecordList {
    pub(crate) fn new(ctx: &Context) -> Self {
        Self { files: ctx.record_files(), games: None, list: ListState::default(), typed: None }
    }

    /// The files, newest first.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The games of the file that was chosen, if it has several.
    pub(crate) fn games(&self) -> Option<&[Record]> {
        self.games.as_deref()
    }

    /// The index of the highlighted entry.
    pub(crate) fn highlighted(&self) -> usize {
        self.list.get(self.count())
    }

    fn count(&self) -> usize {
        self.games.as_ref().map_or(self.files.len(), Vec::len)
    }

    pub(super) const fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// The path that is being typed.
    pub(crate) const fn typed(&self) -> Option<&TextInput> {
        self.typed.as_ref()
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.typed.get_or_insert_default().insert(text);
    }

    pub(super) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) -> Transition {
        let Some(input) = &mut self.typed else { return Transition::Stay };
        match input.press(key) {
            Typed::Editing => Transition::Stay,
            Typed::Cancelled => {
                self.typed = None;
                Transition::Stay
            }
            Typed::Done(path) => self.read(Path::new(&path), ctx),
        }
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        if self.list.act(action, self.count()) {
            return Transition::Stay;
        }
        match action {
            Action::Row(row) | Action::Pick(row) if row < self.count() => {
                self.list.set(row);
                self.choose(ctx)
            }
            Action::Choose | Action::Right => self.choose(ctx),
            Action::Type => {
                self.typed = Some(TextInput::default());
                Transition::Stay
            }
            Action::Back | Action::Left if self.games.is_some() => {
                self.games = None;
                Transition::Stay
            }
            Action::Back | Action::Left | Action::Leave => Transition::Menu,
            _ => Transition::Stay,
        }
    }

    fn choose(&mut self, ctx: &mut Context) -> Transition {
        let at = self.highlighted();
        if let Some(games) = &self.games {
            return games.get(at).map_or(Transition::Stay, |record| replay(record, ctx));
        }
        match self.files.get(at).cloned() {
            Some(path) => self.read(&path, ctx),
            None => Transition::Stay,
        }
    }

    /// Opens a file: its only game, or the list of its games.
    fn read(&mut self, path: &Path, ctx: &mut Context) -> Transition {
        let read = fs::read(path).map_err(|error| error.to_string());
        let records = read.and_then(|bytes| record::read_bytes(&bytes).map_err(|error| error.to_string()));
        match records {
            Ok(records) => {
                self.typed = None;
                if let [record] = &records[..] {
                    return replay(record, ctx);
                }
                self.list = ListState::default();
                self.games = Some(records);
            }
            Err(problem) => ctx.warn(format!("{}: {problem}", path.display())),
        }
        Transition::Stay
    }
}

/// Shows a record from its beginning.
fn replay(record: &Record, ctx: &mut Context) -> Transition {
    let screen = GameScreen::replay(record, ctx).map(|game| Screen::Game(Box::new(game)));
    Transition::try_open(screen, ctx)
}
