//! The settings: their values, and how to parse and format each by name. `file` handles their file.

mod choice;
mod file;

use std::path::PathBuf;

use cairn_engine::bots::{BotError, BotSpec};
use cairn_session::{OpenError, open};
use cairn_texts::{Language, Texts};

pub use choice::{Cells, Choice, Mode, Speed, Theme};

/// The settings of a user.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Settings {
    /// The language; `None` follows the locale.
    pub language: Option<Language>,
    /// The colour theme of the full-screen app.
    pub theme: Theme,
    /// Light or dark mode.
    pub mode: Mode,
    /// Whether boards are drawn in ASCII only.
    pub ascii: bool,
    /// The size of a board's squares.
    pub cells: Cells,
    /// The delay between the moves of bots.
    pub speed: Speed,
    /// The spec of the game that the full-screen app preselects; empty for the first one.
    pub game: String,
    /// The spec of the bot that menus offer first as the opponent, and the default opponent.
    pub opponent: String,
    /// The user's own keys in the full-screen app, which validates them; the program never changes them in the file.
    pub keys: Vec<KeySetting>,
}

/// The keys of an action.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct KeySetting {
    /// The name of the action.
    pub action: String,
    /// The names of its keys.
    pub keys: Vec<String>,
    /// Its line in the settings file, from 1.
    pub line: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            theme: Theme::default(),
            mode: Mode::default(),
            ascii: false,
            cells: Cells::default(),
            speed: Speed::default(),
            game: String::new(),
            opponent: "level3".to_owned(),
            keys: Vec::new(),
        }
    }
}

/// A problem with the settings file.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum SettingsProblem {
    /// The file cannot be read: its path and the reason.
    File(String),
    /// A line is invalid.
    Line {
        /// The settings file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The invalid name, value or line.
        text: String,
        /// The reason why it is invalid.
        error: SettingError,
    },
}

/// The reason why a setting cannot be set.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum SettingError {
    /// No setting has this name; contains the names of all settings.
    UnknownName(String),
    /// No action with keys has this name; contains similar names, or examples.
    UnknownAction(String),
    /// The setting does not accept this value.
    InvalidValue(ValueProblem),
    /// The line is not `name = value`.
    Syntax,
}

/// The reason why the value of a setting is invalid.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ValueProblem {
    /// It is not one of these.
    Allowed(String),
    /// It is not a game.
    Game(OpenError),
    /// It is not a bot that a file may name.
    Opponent(BotError),
    /// It is a key with another meaning on the same screen.
    Conflict {
        /// The action that it should get.
        action: &'static str,
        /// The action that it already has.
        others: &'static str,
    },
}

impl ValueProblem {
    /// Returns the allowed values, or the message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Allowed(words) => words.clone(),
            Self::Game(error) => texts.message(&error.message()),
            Self::Opponent(error) => texts.message(&error.message()),
            Self::Conflict { action, others } => {
                texts.format("settings.key_conflict", &[("action", action), ("other", others)])
            }
        }
    }
}

impl SettingsProblem {
    /// Returns the message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        let (path, line, text, error) = match self {
            Self::File(problem) => return texts.format("settings.unreadable", &[("problem", problem)]),
            Self::Line { path, line, text, error } => (path.display(), line, text, error),
        };
        match error {
            SettingError::UnknownName(names) => texts.format(
                "settings.bad_name",
                &[("path", &path), ("line", line), ("word", text), ("names", names)],
            ),
            SettingError::UnknownAction(names) => texts.format(
                "settings.bad_action",
                &[("path", &path), ("line", line), ("word", text), ("names", names)],
            ),
            SettingError::InvalidValue(allowed) => texts.format(
                "settings.bad_value",
                &[("path", &path), ("line", line), ("word", text), ("allowed", &allowed.tell(texts))],
            ),
            SettingError::Syntax => {
                texts.format("settings.bad_line", &[("path", &path), ("line", line), ("word", text)])
            }
        }
    }
}

/// One setting.
struct Row {
    name: &'static str,
    get: fn(&Settings) -> String,
    /// Parses and sets it; the error lists the allowed values or describes the problem.
    set: fn(&mut Settings, &str) -> Result<(), ValueProblem>,
}

const ROWS: [Row; 8] = [
    row("language", |s| s.language.word().to_owned(), |s, word| choose(&mut s.language, word)),
    row("theme", |s| s.theme.word().to_owned(), |s, word| choose(&mut s.theme, word)),
    row("mode", |s| s.mode.word().to_owned(), |s, word| choose(&mut s.mode, word)),
    row("ascii", |s| s.ascii.word().to_owned(), |s, word| choose(&mut s.ascii, word)),
    row("cells", |s| s.cells.word().to_owned(), |s, word| choose(&mut s.cells, word)),
    row("speed", |s| s.speed.word().to_owned(), |s, word| choose(&mut s.speed, word)),
    row("game", |s| s.game.clone(), set_game),
    row("opponent", |s| s.opponent.clone(), set_opponent),
];

const fn row(
    name: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Result<(), ValueProblem>,
) -> Row {
    Row { name, get, set }
}

fn choose<C: Choice>(setting: &mut C, word: &str) -> Result<(), ValueProblem> {
    *setting = C::from_word(word).ok_or_else(|| ValueProblem::Allowed(C::words()))?;
    Ok(())
}

fn set_game(settings: &mut Settings, spec: &str) -> Result<(), ValueProblem> {
    if !spec.is_empty() {
        open(spec, None).map_err(ValueProblem::Game)?;
    }
    spec.clone_into(&mut settings.game);
    Ok(())
}

fn set_opponent(settings: &mut Settings, spec: &str) -> Result<(), ValueProblem> {
    BotSpec::from_file(spec).map_err(ValueProblem::Opponent)?;
    spec.clone_into(&mut settings.opponent);
    Ok(())
}

impl Settings {
    /// Returns the name and the text of every setting.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, String)> {
        ROWS.iter().map(|row| (row.name, (row.get)(self)))
    }

    /// Parses and sets the setting of this name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let row = ROWS.iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| SettingError::UnknownName(ROWS.map(|row| row.name).join(", ")))?;
        (row.set)(self, value).map_err(SettingError::InvalidValue)
    }
}
