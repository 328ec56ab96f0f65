//! The settings and their file, in TOML.

mod rows;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cairn_engine::bots::BotSpecError;
use cairn_engine::files;
use cairn_session::OpenError;
use cairn_texts::{Language, Texts};
use toml_edit::{Document, DocumentMut, Item, Value};

use crate::{Cells, Choice, Mode, Speed, StorageError, Theme, slot};
use rows::ROWS;

/// Longer files are rejected.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// How much of an invalid value is shown.
const MAX_EXCERPT_LEN: usize = 60;

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
    /// How fast the moves of bots follow each other.
    pub speed: Speed,
    /// The spec of the game that the full-screen app preselects; empty for the first one.
    pub game: String,
    /// The spec of the bot that is offered first as the opponent, and that plays where none is named.
    pub opponent: String,
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
        }
    }
}

/// A problem with the settings file.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum SettingsProblem {
    /// The file cannot be read: its path and why.
    File(String),
    /// A line is invalid.
    Line {
        /// The settings file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The invalid name, value or line.
        text: String,
        /// Why it is invalid.
        error: SettingError,
    },
}

/// Why a setting cannot be set.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum SettingError {
    /// There is no setting of this name; the names of all settings.
    UnknownName(String),
    /// The setting cannot have this value.
    InvalidValue(ValueProblem),
    /// The line is not `name = value`.
    Syntax,
}

/// Why the value of a setting is invalid.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ValueProblem {
    /// It is none of these.
    Allowed(String),
    /// It is not a game.
    Game(OpenError),
    /// It is not a bot that a file may name.
    Opponent(BotSpecError),
}

impl ValueProblem {
    /// The allowed values, or the message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Allowed(words) => words.clone(),
            Self::Game(error) => texts.message(&error.message()),
            Self::Opponent(error) => texts.message(&error.message()),
        }
    }
}

impl SettingsProblem {
    /// The message in a language.
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

/// The settings file, in memory.
pub(crate) struct SettingsFile {
    /// The file that was read, which may be one of an earlier version.
    path: PathBuf,
    /// Its contents as TOML.
    text: String,
    /// Lines of an old file that were no settings.
    bad_lines: Vec<(usize, String)>,
}

impl SettingsFile {
    /// Reads `settings.toml`; the `settings.txt` of earlier versions if there is none, and no file as an empty one.
    pub(crate) fn open(path: &Path) -> Result<Self, StorageError> {
        if let Some(text) = text_of(path)? {
            return Ok(Self { path: path.to_owned(), text, bad_lines: Vec::new() });
        }
        let legacy = legacy::path(path);
        let old = text_of(&legacy)?;
        let path = if old.is_some() { legacy } else { path.to_owned() };
        let (text, bad_lines) = old.map_or_else(Default::default, |old| legacy::to_toml(&old));
        Ok(Self { path, text, bad_lines })
    }

    /// Parses the settings, with every invalid one.
    pub(crate) fn read(&self) -> (Settings, Vec<SettingsProblem>) {
        let mut settings = Settings::default();
        let problem = |line, text: &str, error| {
            let text = text.chars().take(MAX_EXCERPT_LEN).flat_map(char::escape_debug).collect();
            SettingsProblem::Line { path: self.path.clone(), line, text, error }
        };
        let mut problems: Vec<SettingsProblem> =
            self.bad_lines.iter().map(|(line, text)| problem(*line, text, SettingError::Syntax)).collect();
        let line_at =
            |offset: usize| 1 + self.text.bytes().take(offset).filter(|&byte| byte == b'\n').count();
        let document = match Document::parse(self.text.as_str()) {
            Ok(document) => document,
            Err(error) => {
                let line = line_at(error.span().map_or(0, |span| span.start));
                let text = self.text.lines().nth(line - 1).unwrap_or_default().trim();
                problems.push(problem(line, text, SettingError::Syntax));
                return (settings, problems);
            }
        };
        for (name, item) in document.iter() {
            let word = word_of(item);
            if let Err(error) = settings.set(name, &word) {
                let key = document.get_key_value(name).and_then(|(key, _)| key.span());
                let invalid = if matches!(error, SettingError::UnknownName(_)) { name } else { &word };
                problems.push(problem(line_at(key.map_or(0, |span| span.start)), invalid, error));
            }
        }
        (settings, problems)
    }

    /// The text of a file with these settings. Comments, unknown names and settings that have not changed stay as they are.
    pub(crate) fn with(&self, settings: &Settings) -> Result<String, StorageError> {
        let invalid = |error: toml_edit::TomlError| {
            StorageError::file(&self.path, io::Error::new(ErrorKind::InvalidData, error.message().to_owned()))
        };
        let mut document: DocumentMut = self.text.parse().map_err(invalid)?;
        let (before, _) = self.read();
        for row in ROWS {
            let word = (row.get)(settings);
            if word == (row.get)(&before) {
                continue;
            }
            if word.is_empty() {
                document.remove(row.name);
                continue;
            }
            let mut value = value_of(&word);
            match document.get(row.name).and_then(Item::as_value) {
                // A comment behind the value stays.
                Some(old) => *value.decor_mut() = old.decor().clone(),
                None => append_line(&mut document, row.name),
            }
            document[row.name] = Item::Value(value);
        }
        Ok(document.to_string())
    }

    /// Writes the settings to `settings.toml`. A file of an earlier version gets another name.
    pub(crate) fn save(&self, path: &Path, settings: &Settings) -> Result<(), StorageError> {
        let text = self.with(settings)?;
        files::replace(path, text.as_bytes()).map_err(|error| StorageError::file(path, error))?;
        if self.path != path {
            let old = &self.path;
            let retired = files::quarantine(old, &files::with_suffix(old, ".old"));
            retired.and_then(|_| slot::remove(old)).map_err(|error| StorageError::file(old, error))?;
        }
        Ok(())
    }
}

/// Makes a new setting follow the comments at the end of a file.
fn append_line(document: &mut DocumentMut, name: &str) {
    if document.iter().any(|(_, item)| !item.is_value()) {
        return;
    }
    let mut comments = document.trailing().as_str().unwrap_or_default().to_owned();
    if !comments.is_empty() && !comments.ends_with('\n') {
        comments.push('\n');
    }
    document.set_trailing("");
    document.insert(name, Item::Value(false.into()));
    if let Some(mut key) = document.key_mut(name) {
        key.leaf_decor_mut().set_prefix(comments);
    }
}

/// A setting in the file as the word that a user types.
fn word_of(item: &Item) -> String {
    match item.as_value() {
        Some(Value::String(text)) => text.value().clone(),
        Some(Value::Boolean(value)) => value.value().word().to_owned(),
        _ => item.to_string().trim().to_owned(),
    }
}

/// A word as a value in the file.
fn value_of(word: &str) -> Value {
    bool::from_word(word).map_or_else(|| word.into(), Value::from)
}

/// The text of a file; `None` if there is none.
fn text_of(path: &Path) -> Result<Option<String>, StorageError> {
    let read = || {
        let found = fs::metadata(path)?;
        if !found.is_file() {
            // A pipe or a device might never end.
            return Err(io::Error::other("not a file"));
        }
        if found.len() > MAX_FILE_BYTES {
            return Err(io::Error::other("too long for settings"));
        }
        String::from_utf8(fs::read(path)?).map_err(|error| io::Error::other(error.utf8_error()))
    };
    match read() {
        Ok(text) => Ok(Some(text)),
        // A link to nowhere will be written through.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StorageError::file(path, error)),
    }
}

impl Settings {
    /// The name and the text of every setting.
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

/// Settings files of earlier versions: one `name = value` per line, without quotes.
mod legacy {
    use std::path::{Path, PathBuf};

    use toml_edit::{DocumentMut, Item};

    pub(super) fn path(path: &Path) -> PathBuf {
        path.with_extension("txt")
    }

    /// The file as TOML, line by line, and the lines that were no settings, with their numbers.
    pub(super) fn to_toml(text: &str) -> (String, Vec<(usize, String)>) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let setting = |line: &str| {
            let (name, value) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
            Some((name.trim().to_owned(), value.trim().to_owned()))
        };
        let settings: Vec<Option<(String, String)>> = lines.iter().map(|line| setting(line)).collect();
        let mut bad_lines = Vec::new();
        let mut toml = String::new();
        for (index, line) in lines.iter().enumerate() {
            let repeats = |name: &str| settings[index + 1..].iter().flatten().any(|(other, _)| other == name);
            match &settings[index] {
                // If a setting appears twice, the last line counts.
                Some((name, value)) if !repeats(name) => {
                    let mut document = DocumentMut::new();
                    document.insert(name, Item::Value(super::value_of(value)));
                    toml += &document.to_string();
                    continue;
                }
                None if !line.is_empty() && !line.starts_with('#') => {
                    bad_lines.push((index + 1, (*line).to_owned()));
                }
                _ => {}
            }
            let comment = if line.is_empty() || line.starts_with('#') { "" } else { "# " };
            toml += comment;
            // TOML has no control characters in comments.
            toml.extend(line.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }));
            toml.push('\n');
        }
        (toml, bad_lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SettingsFile {
        SettingsFile { path: "settings.toml".into(), text: text.to_owned(), bad_lines: Vec::new() }
    }

    fn read(text: &str) -> (Settings, Vec<String>) {
        let (settings, problems) = file(text).read();
        (settings, problems.iter().map(|problem| problem.tell(Texts::default())).collect())
    }

    #[test]
    fn settings_are_read() {
        let (settings, problems) = read("# mine\n\nlanguage = \"pt\"\ntheme='paper' # dark\n ascii = true\n");
        assert_eq!(problems, Vec::<String>::new());
        let expected = Settings {
            language: Some(Language::Portuguese),
            theme: Theme::Paper,
            ascii: true,
            ..Settings::default()
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn invalid_settings_are_reported_with_their_lines() {
        let (settings, problems) = read(
            "colour = \"red\"\nmode = \"pink\"\nspeed = 3\nopponent = \"nobody\"\ngame=\"go\"\ncells=\"large\"\n",
        );
        assert_eq!(settings, Settings { cells: Cells::Large, ..Settings::default() });
        for (problem, expected) in problems.iter().zip([
            "settings.toml, line 1: there is no setting `colour`; the settings are language, ",
            "settings.toml, line 2: `pink` is not a valid value (auto, light, dark",
            "settings.toml, line 3: `3` is not a valid value (slow, normal",
            "settings.toml, line 4: `nobody` is not a valid value (unknown bot `nobody`",
            "settings.toml, line 5: `go` is not a valid value (unknown game `go`",
        ]) {
            assert!(problem.starts_with(expected), "{problem}");
        }
        assert_eq!(problems.len(), 5);
    }

    #[test]
    fn a_file_that_is_not_toml_is_not_used_and_not_written() {
        let text = "speed = \"slow\"\ntheme = paper\n";
        let (settings, problems) = read(text);
        assert_eq!(settings, Settings::default());
        assert_eq!(problems.len(), 1);
        assert!(problems[0].starts_with("settings.toml, line 2: `theme = paper` is not "), "{problems:?}");
        assert!(file(text).with(&Settings::default()).is_err());
    }

    #[test]
    fn only_what_changed_is_written() {
        let old = "# mine\nmode = \"pink\"\nspeed = \"slow\" # for now\ncolour = \"red\"\n";
        let (mut settings, _) = read(old);
        assert_eq!(file(old).with(&settings).unwrap(), old);
        settings.speed = Speed::Fast;
        settings.cells = Cells::Large;
        let new = file(old).with(&settings).unwrap();
        assert_eq!(
            new,
            "# mine\nmode = \"pink\"\nspeed = \"fast\" # for now\ncolour = \"red\"\ncells = \"large\"\n"
        );
        assert_eq!(read(&new).0, settings);
        settings.mode = Mode::Dark;
        assert!(file(&new).with(&settings).unwrap().starts_with("# mine\nmode = \"dark\"\n"));
        assert_eq!(file("").with(&Settings::default()).unwrap(), "");
    }

    #[test]
    fn every_setting_round_trips() {
        let changed = Settings {
            language: Some(Language::English),
            theme: Theme::Contrast,
            mode: Mode::Light,
            ascii: true,
            cells: Cells::Small,
            speed: Speed::Instant,
            game: cairn_rules::games::ALL[0].id.to_owned(),
            opponent: "greedy".to_owned(),
        };
        let text = file("").with(&changed).unwrap();
        assert!(text.contains("ascii = true\n"), "{text}");
        assert_eq!(read(&text), (changed, Vec::new()));
        assert_eq!(read(&file(&text).with(&Settings::default()).unwrap()).0, Settings::default());
    }

    #[test]
    fn problems_are_translated() {
        let (_, problems) = file("game = \"chess\"\nopponent = \"nobody\"\n").read();
        let told = |language| problems.iter().map(|p| p.tell(Texts::new(language))).collect::<Vec<_>>();
        let (english, portuguese) = (told(Language::English), told(Language::Portuguese));
        assert_eq!(english.len(), 2);
        for (text, word) in
            english.iter().chain(&portuguese).zip(["unknown", "unknown", "desconhecido", "desconhecido"])
        {
            assert!(text.contains(word), "{text}");
        }
        assert!(!portuguese.iter().any(|text| text.contains("unknown")), "{portuguese:?}");
    }

    #[test]
    fn old_files_become_toml_line_by_line() {
        let old = "# mine\nspeed = slow\nhello\u{7}\n\nspeed = fast\nascii=yes\na b = \"\n";
        let (toml, bad_lines) = legacy::to_toml(old);
        assert_eq!(toml.lines().count(), old.lines().count(), "{toml}");
        assert_eq!(bad_lines, [(3, "hello\u{7}".to_owned())]);
        let (settings, problems) = read(&toml);
        assert_eq!((settings.speed, settings.ascii, problems.len()), (Speed::Fast, true, 1), "{toml}");
        assert!(problems[0].contains("line 7: there is no setting `a b`"), "{problems:?}");
    }
}
