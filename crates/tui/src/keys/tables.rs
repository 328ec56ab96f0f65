//! The key bindings of each screen. The letters w a s d and h j k l move the cursor everywhere.

use ratatui::crossterm::event::KeyCode::{
    self, BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, F, Home, Left, PageDown, PageUp, Right,
    Tab, Up,
};

use super::{Action, Binding};

const fn bind(keys: &'static [KeyCode], action: Action, shown: &'static str, about: &'static str) -> Binding {
    Binding { keys, action, shown, about }
}

const UP: Binding = bind(&[Up, Char('w'), Char('k')], Action::Up, "↑ w k", "app.key.up");
const DOWN: Binding = bind(&[Down, Char('s'), Char('j')], Action::Down, "↓ s j", "app.key.down");
const LEFT: Binding = bind(&[Left, Char('a'), Char('h')], Action::Left, "← a h", "app.key.left");
const RIGHT: Binding = bind(&[Right, Char('d'), Char('l')], Action::Right, "→ d l", "app.key.right");
const CHOOSE: Binding = bind(&[Enter, Char(' ')], Action::Choose, "Enter", "app.key.choose");
const BACK: Binding = bind(&[Esc, Backspace], Action::Back, "Esc", "app.key.back");
const LEAVE: Binding = bind(&[Char('q')], Action::Leave, "q", "app.key.leave");
const HELP: Binding = bind(&[Char('?'), F(1)], Action::Help, "?", "app.key.help");
const RULES: Binding = bind(&[Char('b'), F(2)], Action::Rules, "b", "app.key.rules");
const LEGEND: Binding = bind(&[Char('i')], Action::Legend, "i", "app.key.legend");
const SETTINGS: Binding = bind(&[Char(','), F(3)], Action::Settings, ",", "app.key.settings");
const FIRST: Binding = bind(&[Home, Char('g')], Action::First, "Home", "app.key.first");
const LAST: Binding = bind(&[End], Action::Last, "End", "app.key.last");
const PAGE_UP: Binding = bind(&[PageUp], Action::PageUp, "PgUp", "app.key.page_up");
const PAGE_DOWN: Binding = bind(&[PageDown], Action::PageDown, "PgDn", "app.key.page_down");
const NEXT: Binding = bind(&[Tab], Action::Next, "Tab", "app.key.next");
const PREVIOUS: Binding = bind(&[BackTab], Action::Previous, "Shift-Tab", "app.key.previous");
const TYPE: Binding = bind(&[Char(':'), Char('/')], Action::Type, ":", "app.key.type");
const UNDO: Binding = bind(&[Char('u')], Action::Undo, "u", "app.key.undo");
const REDO: Binding = bind(&[Char('r')], Action::Redo, "r", "app.key.redo");
const HINT: Binding = bind(&[Char('t')], Action::Hint, "t", "app.key.hint");
const EVALUATE: Binding = bind(&[Char('e')], Action::Evaluate, "e", "app.key.evaluate");
const REVIEW: Binding = bind(&[Char('m')], Action::Review, "m", "app.key.review");
const FLIP: Binding = bind(&[Char('f')], Action::Flip, "f", "app.key.flip");
const SIZE: Binding = bind(&[Char('z')], Action::Size, "z", "app.key.size");
const RESIGN: Binding = bind(&[Char('x')], Action::Resign, "x", "app.key.resign");
const OFFER: Binding = bind(&[Char('o')], Action::OfferDraw, "o", "app.key.draw");
const SAVE: Binding = bind(&[Char('v')], Action::Save, "v", "app.key.save");
const COPY: Binding = bind(&[Char('c')], Action::Copy, "c", "app.key.copy");
const PAUSE: Binding = bind(&[Char('p')], Action::Pause, "p", "app.key.pause");
const STEP: Binding = bind(&[Char('n'), Char('.')], Action::Step, "n", "app.key.step");
const FASTER: Binding = bind(&[Char('+'), Char('=')], Action::Faster, "+", "app.key.faster");
const SLOWER: Binding = bind(&[Char('-')], Action::Slower, "-", "app.key.slower");
const EARLIER: Binding = bind(&[PageUp, Char('['), Char('<')], Action::PageUp, "[", "app.key.earlier");
const LATER: Binding = bind(&[PageDown, Char(']'), Char('>')], Action::PageDown, "]", "app.key.later");
const OLDEST: Binding = bind(&[Home], Action::First, "Home", "app.key.oldest");
const NEWEST: Binding = bind(&[End], Action::Last, "End", "app.key.newest");
const SKIP: Binding = bind(&[PageDown, Char(']'), Char('>')], Action::PageDown, "]", "app.key.skip");
const STEP_BACK: Binding = bind(&[PageUp, Char('['), Char('<')], Action::PageUp, "[", "app.key.step_back");
const RESET: Binding = bind(&[Char('r')], Action::Reset, "r", "app.key.reset");
const DELETE: Binding = bind(&[Delete], Action::Delete, "Del", "app.key.forget");
const NEXT_PUZZLE: Binding = bind(&[Char('n')], Action::NextPuzzle, "n", "app.key.next_puzzle");
const PLAY_ON: Binding = bind(&[Char('p')], Action::PlayOn, "p", "app.key.play_on");
const TODAY: Binding = bind(&[Char('t')], Action::Today, "t", "app.key.today");
const BY_GAME: Binding = bind(&[Char('g')], Action::ByGame, "g", "app.key.by_game");
const BY_DIFFICULTY: Binding = bind(&[Char('f')], Action::ByDifficulty, "f", "app.key.by_difficulty");
const BY_SOLVED: Binding = bind(&[Char('v')], Action::BySolved, "v", "app.key.by_solved");
const SOLUTION: Binding = bind(&[Char('t')], Action::Hint, "t", "app.key.solution");

/// A list of entries.
pub(crate) const LIST: &[Binding] = &[
    UP, DOWN, LEFT, RIGHT, NEXT, PREVIOUS, CHOOSE, BACK, FIRST, LAST, PAGE_UP, PAGE_DOWN, RULES, SETTINGS,
    HELP, LEAVE,
];

/// The lists of saved and unfinished games.
pub(crate) const SAVED: &[Binding] = &[
    UP,
    DOWN,
    bind(&[Left, Char('a'), Char('h')], Action::Left, "← a h", "app.key.game_before"),
    bind(&[Right, Char('d'), Char('l')], Action::Right, "→ d l", "app.key.game_after"),
    bind(&[Tab, BackTab], Action::Next, "Tab", "app.key.section"),
    CHOOSE,
    REVIEW,
    bind(&[Char('v')], Action::Save, "v", "app.key.export"),
    COPY,
    DELETE,
    bind(&[Char('/'), Char('f')], Action::Find, "/", "app.key.find"),
    bind(&[Char(':')], Action::Type, ":", "app.key.open_path"),
    BACK,
    FIRST,
    LAST,
    PAGE_UP,
    PAGE_DOWN,
    RULES,
    SETTINGS,
    HELP,
    LEAVE,
];

/// A form.
pub(crate) const SETUP: &[Binding] = &[
    UP, DOWN, LEFT, RIGHT, NEXT, PREVIOUS, CHOOSE, TYPE, BACK, FIRST, LAST, PAGE_UP, PAGE_DOWN, RULES,
    SETTINGS, HELP, LEAVE,
];

/// A text to be scrolled.
pub(crate) const READER: &[Binding] =
    &[UP, DOWN, LEFT, RIGHT, CHOOSE, PAGE_UP, PAGE_DOWN, FIRST, LAST, BACK, RULES, LEAVE];

/// A game.
pub(crate) const GAME: &[Binding] = &[
    UP, DOWN, LEFT, RIGHT, NEXT, PREVIOUS, CHOOSE, BACK, TYPE, UNDO, REDO, HINT, EVALUATE, REVIEW, EARLIER,
    LATER, OLDEST, NEWEST, FLIP, SIZE, SAVE, COPY, OFFER, RESIGN, PAUSE, STEP, FASTER, SLOWER, RULES, LEGEND,
    SETTINGS, HELP, LEAVE,
];

/// A remote game, with people who have to agree.
pub(crate) const ONLINE: &[Binding] = &[
    UP,
    DOWN,
    LEFT,
    RIGHT,
    NEXT,
    PREVIOUS,
    CHOOSE,
    bind(&[Esc, Backspace], Action::Back, "Esc", "app.key.back_online"),
    TYPE,
    OFFER,
    bind(&[Char('u')], Action::Undo, "u", "app.key.takeback"),
    bind(&[Char('y')], Action::Yes, "y", "app.key.accept"),
    bind(&[Char('n')], Action::No, "n", "app.key.decline"),
    RESIGN,
    EARLIER,
    LATER,
    OLDEST,
    NEWEST,
    FLIP,
    SIZE,
    SAVE,
    bind(&[Char('c')], Action::Copy, "c", "app.key.copy_online"),
    bind(&[Char('m')], Action::Review, "m", "app.key.review_online"),
    bind(&[Char('e')], Action::Evaluate, "e", "app.key.evaluate_online"),
    bind(&[Char('t')], Action::Hint, "t", "app.key.hint_online"),
    RULES,
    LEGEND,
    SETTINGS,
    HELP,
    bind(&[Char('q')], Action::Leave, "q", "app.key.leave_online"),
];

/// A puzzle.
pub(crate) const PUZZLE: &[Binding] = &[
    UP,
    DOWN,
    LEFT,
    RIGHT,
    NEXT,
    PREVIOUS,
    CHOOSE,
    BACK,
    TYPE,
    SOLUTION,
    RESET,
    NEXT_PUZZLE,
    PLAY_ON,
    FLIP,
    SIZE,
    RULES,
    LEGEND,
    SETTINGS,
    HELP,
    LEAVE,
];

/// The list of puzzles.
pub(crate) const PUZZLES: &[Binding] = &[
    UP,
    DOWN,
    LEFT,
    RIGHT,
    NEXT,
    PREVIOUS,
    CHOOSE,
    BACK,
    BY_GAME,
    BY_DIFFICULTY,
    BY_SOLVED,
    NEXT_PUZZLE,
    TODAY,
    FIRST,
    LAST,
    PAGE_UP,
    PAGE_DOWN,
    RULES,
    SETTINGS,
    HELP,
    LEAVE,
];

/// A lesson.
pub(crate) const LESSON: &[Binding] = &[
    UP, DOWN, LEFT, RIGHT, NEXT, PREVIOUS, CHOOSE, BACK, TYPE, SOLUTION, SKIP, STEP_BACK, RESET, FLIP, SIZE,
    RULES, SETTINGS, HELP, LEAVE,
];

/// A question.
pub(crate) const ASK: &[Binding] = &[
    bind(&[Char('y'), Char('s')], Action::Yes, "y", "app.key.yes"),
    bind(&[Char('n'), Esc, Enter, Char('q')], Action::No, "n", "app.key.no"),
];
