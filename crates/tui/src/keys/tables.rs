//! The key bindings of each screen, in groups that screens share. The letters w a s d and h j k l move the cursor
//! everywhere.

use ratatui::crossterm::event::KeyCode::{
    self, BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, F, Home, Left, PageDown, PageUp, Right,
    Tab, Up,
};

use super::{Action, Binding, Bindings};

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
const SKIP: Binding = bind(&[Char(']'), Char('>')], Action::Skip, "]", "app.key.skip");
const STEP_BACK: Binding = bind(&[Char('['), Char('<')], Action::StepBack, "[", "app.key.step_back");
const SCROLL_UP: Binding = bind(&[PageUp], Action::PageUp, "PgUp", "app.key.scroll_up");
const SCROLL_DOWN: Binding = bind(&[PageDown], Action::PageDown, "PgDn", "app.key.scroll_down");
const FIND: Binding = bind(&[Char('/')], Action::Find, "/", "app.key.find");
const RESET: Binding = bind(&[Char('r')], Action::Reset, "r", "app.key.reset");
const DELETE: Binding = bind(&[Delete], Action::Delete, "Del", "app.key.forget");
const NEXT_PUZZLE: Binding = bind(&[Char('n')], Action::NextPuzzle, "n", "app.key.next_unsolved");
const PLAY_ON: Binding = bind(&[Char('p')], Action::PlayOn, "p", "app.key.play_on");
const TODAY: Binding = bind(&[Char('t')], Action::Today, "t", "app.key.today");
const BY_GAME: Binding = bind(&[Char('g')], Action::ByGame, "g", "app.key.by_game");
const BY_DIFFICULTY: Binding = bind(&[Char('f')], Action::ByDifficulty, "f", "app.key.by_difficulty");
const BY_SOLVED: Binding = bind(&[Char('v')], Action::BySolved, "v", "app.key.by_solved");
const SOLUTION: Binding = bind(&[Char('t')], Action::Hint, "t", "app.key.solution");

const ANALYZE: Binding = analyze("app.key.analyze");
const LEAVE_ANALYSIS: Binding = bind(&[Char('q')], Action::Leave, "q", "analysis.key.leave");
const COPY_POSITION: Binding = bind(&[Char('y')], Action::CopyPosition, "y", "analysis.key.copy_position");

/// Binds the keys that open the analysis board, the same ones everywhere, with a description for the screen.
const fn analyze(about: &'static str) -> Binding {
    bind(&[Char('g'), F(4)], Action::Analyze, "g", about)
}

/// Moving a cursor, and stepping through the choices.
const CURSOR: &[Binding] = &[UP, DOWN, LEFT, RIGHT, NEXT, PREVIOUS, CHOOSE];
/// Moving through a list by more than a row.
const PAGES: &[Binding] = &[FIRST, LAST, PAGE_UP, PAGE_DOWN];
/// Looking at earlier positions.
const HISTORY: &[Binding] = &[EARLIER, LATER, OLDEST, NEWEST];
/// The display of a board.
const VIEW: &[Binding] = &[FLIP, SIZE];
/// Overlays of screens without and with a board.
const OVERLAYS: &[Binding] = &[RULES, SETTINGS, HELP];
const BOARD_OVERLAYS: &[Binding] = &[RULES, LEGEND, SETTINGS, HELP];

/// All tables: a key has one meaning in each of them.
pub(super) const ALL: [Bindings; 12] =
    [LIST, SAVED, SETUP, READER, GAME, ONLINE, PUZZLE, PUZZLES, LESSON, ANALYSIS, POSITION, ASK];

/// A list of entries.
pub(crate) const LIST: Bindings = &[CURSOR, &[BACK], PAGES, OVERLAYS, &[LEAVE]];

/// The lists of saved and unfinished games.
pub(crate) const SAVED: Bindings = &[
    &[
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
        FIND,
        bind(&[Char(':')], Action::Type, ":", "app.key.open_path"),
        BACK,
    ],
    PAGES,
    OVERLAYS,
    &[LEAVE],
];

/// A form.
pub(crate) const SETUP: Bindings = &[CURSOR, &[TYPE, BACK], PAGES, OVERLAYS, &[LEAVE]];

/// A text to be scrolled.
pub(crate) const READER: Bindings = &[&[UP, DOWN, LEFT, RIGHT, CHOOSE], PAGES, &[BACK, RULES, LEAVE]];

/// A game.
pub(crate) const GAME: Bindings = &[
    CURSOR,
    &[BACK, TYPE, UNDO, REDO, HINT, EVALUATE, REVIEW, ANALYZE],
    HISTORY,
    VIEW,
    &[SAVE, COPY, OFFER, RESIGN, PAUSE, STEP, FASTER, SLOWER],
    BOARD_OVERLAYS,
    &[LEAVE],
];

/// A remote game, in which other people have to agree.
pub(crate) const ONLINE: Bindings = &[
    CURSOR,
    &[
        bind(&[Esc, Backspace], Action::Back, "Esc", "app.key.back_online"),
        TYPE,
        OFFER,
        bind(&[Char('u')], Action::Undo, "u", "app.key.undo_online"),
        bind(&[Char('y')], Action::Yes, "y", "app.key.accept"),
        bind(&[Char('n')], Action::No, "n", "app.key.decline"),
        RESIGN,
    ],
    HISTORY,
    VIEW,
    &[
        SAVE,
        bind(&[Char('c')], Action::Copy, "c", "app.key.copy_online"),
        bind(&[Char('m')], Action::Review, "m", "app.key.review_online"),
        bind(&[Char('e')], Action::Evaluate, "e", "app.key.evaluate_online"),
        bind(&[Char('t')], Action::Hint, "t", "app.key.hint_online"),
        analyze("app.key.analyze_online"),
    ],
    BOARD_OVERLAYS,
    &[bind(&[Char('q')], Action::Leave, "q", "app.key.leave_online")],
];

/// A puzzle.
pub(crate) const PUZZLE: Bindings = &[
    CURSOR,
    &[BACK, TYPE, SOLUTION, RESET, NEXT_PUZZLE, PLAY_ON, analyze("app.key.analyze_puzzle")],
    &[SCROLL_UP, SCROLL_DOWN],
    VIEW,
    BOARD_OVERLAYS,
    &[LEAVE],
];

/// The list of puzzles.
pub(crate) const PUZZLES: Bindings = &[
    CURSOR,
    &[BACK, FIND, BY_GAME, BY_DIFFICULTY, BY_SOLVED, NEXT_PUZZLE, TODAY],
    PAGES_OF_PUZZLES,
    OVERLAYS,
    &[LEAVE],
];
/// The same keys without `g`, which filters by game here.
const PAGES_OF_PUZZLES: &[Binding] =
    &[bind(&[Home], Action::First, "Home", "app.key.first"), LAST, PAGE_UP, PAGE_DOWN];

/// A lesson.
pub(crate) const LESSON: Bindings = &[
    CURSOR,
    &[BACK, TYPE, SOLUTION, SKIP, STEP_BACK, RESET, SCROLL_UP, SCROLL_DOWN],
    VIEW,
    OVERLAYS,
    &[LEAVE],
];

/// The analysis board.
pub(crate) const ANALYSIS: Bindings = &[
    CURSOR,
    &[
        bind(&[Esc, Backspace], Action::Back, "Esc", "analysis.key.back"),
        EARLIER,
        LATER,
        OLDEST,
        bind(&[End], Action::Last, "End", "analysis.key.last"),
        bind(&[Char('n'), Char('}')], Action::NextVariation, "n", "analysis.key.next_variation"),
        bind(&[Char('{')], Action::PreviousVariation, "{", "analysis.key.previous_variation"),
        bind(&[Char('m')], Action::Promote, "m", "analysis.key.promote"),
        bind(&[Delete, Char('x')], Action::Delete, "Del x", "analysis.key.remove"),
        bind(&[Char('t')], Action::Hint, "t", "analysis.key.best"),
        bind(&[Char('e')], Action::Evaluate, "e", "analysis.key.engine"),
        bind(&[Char('+'), Char('=')], Action::Faster, "+", "analysis.key.more"),
        bind(&[Char('-')], Action::Slower, "-", "analysis.key.fewer"),
        bind(&[Char('p')], Action::SetUp, "p", "analysis.key.set_up"),
        bind(&[Char(':'), Char('/')], Action::Type, ":", "analysis.key.type"),
        COPY,
        COPY_POSITION,
    ],
    VIEW,
    BOARD_OVERLAYS,
    &[LEAVE_ANALYSIS],
];

/// The analysis board while a position is set up.
pub(crate) const POSITION: Bindings = &[
    &[
        UP,
        DOWN,
        LEFT,
        RIGHT,
        bind(&[Tab], Action::Next, "Tab", "analysis.key.tool"),
        bind(&[BackTab], Action::Previous, "Shift-Tab", "analysis.key.tool_before"),
        bind(&[Enter, Char(' ')], Action::Choose, "Enter", "analysis.key.put"),
        bind(&[Delete, Backspace], Action::Delete, "Del", "analysis.key.empty"),
        bind(&[Char('t')], Action::Turn, "t", "analysis.key.turn"),
        bind(&[Char('x')], Action::Clear, "x", "analysis.key.clear"),
        bind(&[Char('r')], Action::Reset, "r", "analysis.key.reset"),
        bind(&[Char(':'), Char('/')], Action::Type, ":", "analysis.key.type_position"),
        COPY_POSITION,
        bind(&[Esc, Char('p')], Action::Back, "Esc", "analysis.key.done"),
    ],
    VIEW,
    BOARD_OVERLAYS,
    &[LEAVE_ANALYSIS],
];

/// A question.
pub(crate) const ASK: Bindings = &[&[
    bind(&[Char('y'), Char('s')], Action::Yes, "y", "app.key.yes"),
    bind(&[Char('n'), Esc, Enter, Char('q')], Action::No, "n", "app.key.no"),
]];
