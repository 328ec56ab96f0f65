//! The list of puzzles, and its filters.

use cairn_coach::puzzle::{self, PuzzleFilter};
use cairn_rules::{GameInfo, PuzzleInfo, games};
use cairn_texts::folded;
use ratatui::crossterm::event::KeyEvent;

use super::Screen;
use crate::context::Context;
use crate::event::Transition;
use crate::keys::Action;
use crate::list::ListState;
use crate::puzzle::PuzzleScreen;
use crate::text_input::{TextInput, Typed};

/// The list, with a puzzle highlighted.
#[derive(Default)]
pub(crate) struct PuzzleList {
    list: ListState,
    /// The puzzles that pass the filter and contain the words.
    puzzles: Vec<&'static PuzzleInfo>,
    words: String,
    /// The search words while the user types them.
    typed: Option<TextInput>,
}

impl PuzzleList {
    /// Creates the list with the next unsolved puzzle highlighted.
    pub(crate) fn new(ctx: &mut Context) -> Self {
        ctx.read_puzzles();
        let mut list = Self::default();
        list.sift(ctx);
        let progress = ctx.puzzles.progress();
        if let Some(next) = puzzle::next_unsolved(progress, progress.last_game()) {
            list.highlight(next);
        }
        list
    }

    /// Creates the list with this puzzle highlighted, if the list contains it.
    pub(crate) fn at(info: &PuzzleInfo, ctx: &mut Context) -> Self {
        ctx.read_puzzles();
        let mut list = Self::default();
        list.sift(ctx);
        list.highlight(info);
        list
    }

    /// Lists the puzzles that pass the filter and contain all search words. The highlighted puzzle stays highlighted if
    /// the list contains it.
    fn sift(&mut self, ctx: &Context) {
        let highlighted = self.highlighted();
        let words = folded(&self.words);
        self.puzzles = ctx.puzzle_filter.puzzles(ctx.puzzles.progress());
        self.puzzles.retain(|info| {
            let text =
                [info.id.to_owned(), ctx.texts.message(&info.title()), ctx.texts.message(&info.task())];
            let text = folded(&text.join(" "));
            words.split_whitespace().all(|word| text.contains(word))
        });
        self.list = ListState::default();
        if let Some((_, info)) = highlighted {
            self.highlight(info);
        }
    }

    pub(super) const fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Returns the search words, and their text input.
    pub(crate) fn words(&self) -> (&str, Option<&TextInput>) {
        (self.words.trim(), self.typed.as_ref())
    }

    pub(super) fn type_key(&mut self, key: KeyEvent, ctx: &Context) {
        let Some(input) = &mut self.typed else { return };
        match input.press(key) {
            Typed::Editing => self.words = input.text(),
            Typed::Done(_) => self.typed = None,
            Typed::Cancelled => (self.typed, self.words) = (None, String::new()),
        }
        self.sift(ctx);
    }

    pub(super) fn paste(&mut self, text: &str, ctx: &Context) {
        let input = self.typed.get_or_insert_default();
        input.insert(text);
        self.words = input.text();
        self.sift(ctx);
    }

    fn highlight(&mut self, info: &PuzzleInfo) {
        let at = self.puzzles.iter().position(|puzzle| puzzle.id == info.id);
        self.list.set(at.unwrap_or_default());
    }

    /// Returns the puzzles in the list.
    pub(crate) fn puzzles(&self) -> &[&'static PuzzleInfo] {
        &self.puzzles
    }

    /// Returns the highlighted puzzle and its index.
    pub(crate) fn highlighted(&self) -> Option<(usize, &'static PuzzleInfo)> {
        let at = self.list.get(self.puzzles.len());
        self.puzzles.get(at).map(|info| (at, *info))
    }

    /// Returns the game of the highlighted puzzle.
    pub(crate) fn game(&self) -> Option<&'static GameInfo> {
        let (_, puzzle) = self.highlighted()?;
        games::ALL.iter().find(|info| info.id == puzzle.game()).copied()
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        if self.list.act(action, self.puzzles.len()) {
            return Transition::Stay;
        }
        match action {
            Action::Row(row) | Action::Pick(row) if row < self.puzzles.len() => {
                self.list.set(row);
                self.start(ctx)
            }
            Action::Choose | Action::Right => self.start(ctx),
            Action::ByGame | Action::ByDifficulty | Action::BySolved => {
                turn_filter(&mut ctx.puzzle_filter, action);
                self.sift(ctx);
                Transition::Stay
            }
            Action::Find => {
                (self.typed, self.words) = (Some(TextInput::default()), String::new());
                self.sift(ctx);
                Transition::Stay
            }
            Action::NextPuzzle => self.next_unsolved(ctx),
            Action::Today => match puzzle::of_day(ctx.day()) {
                Some(info) => open(info, ctx),
                None => Transition::Stay,
            },
            Action::Back | Action::Left | Action::Leave => Transition::Menu,
            _ => Transition::Stay,
        }
    }

    /// Highlights the next unsolved puzzle of the list.
    fn next_unsolved(&mut self, ctx: &mut Context) -> Transition {
        let count = self.puzzles.len();
        let from = self.list.get(count);
        let mut places = (1..=count).map(|step| (from + step) % count);
        match places.find(|&at| !ctx.puzzles.progress().is_solved(self.puzzles[at].id)) {
            Some(at) => self.list.set(at),
            None => ctx.info(ctx.texts.text("puzzles.none_left")),
        }
        Transition::Stay
    }

    fn start(&self, ctx: &mut Context) -> Transition {
        let Some((_, info)) = self.highlighted() else { return Transition::Stay };
        open(info, ctx)
    }
}

/// Opens a puzzle.
pub(crate) fn open(info: &'static PuzzleInfo, ctx: &mut Context) -> Transition {
    let screen = PuzzleScreen::new(info).map(|puzzle| Screen::Puzzle(Box::new(puzzle)));
    Transition::try_open(screen, ctx)
}

/// Selects the next value of a filter; after the last one, the filter accepts everything.
fn turn_filter(filter: &mut PuzzleFilter, action: Action) {
    let puzzles = puzzle::all();
    match action {
        Action::ByGame => {
            let with_puzzles: Vec<&'static GameInfo> =
                games::ALL.iter().filter(|info| !puzzle::of(info).is_empty()).copied().collect();
            let at = filter.game.and_then(|game| with_puzzles.iter().position(|info| info.id == game.id));
            filter.game = with_puzzles.get(at.map_or(0, |at| at + 1)).copied();
        }
        Action::ByDifficulty => {
            let next = filter.difficulty.map_or(1, |difficulty| difficulty + 1);
            let harder = puzzles.iter().map(|puzzle| puzzle.difficulty).filter(|&other| other >= next);
            filter.difficulty = harder.min();
        }
        _ => {
            filter.solved = match filter.solved {
                None => Some(false),
                Some(false) => Some(true),
                Some(true) => None,
            };
        }
    }
}
