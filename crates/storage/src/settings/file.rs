//! The settings file, in TOML. Comments, unknown names and invalid values remain in the file.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cairn_engine::files;
use toml_edit::{Document, DocumentMut, Item, Key, Value};

use super::{Choice, KeySetting, ROWS, SettingError, Settings, SettingsProblem, ValueProblem};
use crate::storage::{create_folder, read_file};
use crate::{Storage, StorageError, slot};

/// The table with the user's own keys.
const KEYS: &str = "keys";
/// Examples of key bindings.
const KEY_EXAMPLES: &str = "\"t\", [\"t\", \"f5\"]";
/// The maximum length of an invalid value in a message.
const MAX_EXCERPT_LEN: usize = 60;

impl Storage {
    /// Returns the settings, and the problems with their file; missing, invalid and unreadable settings get their
    /// defaults.
    pub fn settings(&self) -> (Settings, Vec<SettingsProblem>) {
        match SettingsFile::open(&self.settings_file()) {
            Ok(file) => file.read(),
            Err(error) => (Settings::default(), vec![SettingsProblem::File(error.to_string())]),
        }
    }

    /// Writes the settings. Preserves comments and invalid settings, and leaves an unreadable file unchanged.
    pub fn save_settings(&self, settings: &Settings) -> Result<(), StorageError> {
        let path = self.settings_file();
        let file = SettingsFile::open(&path)?;
        create_folder(&self.config)?;
        file.save(&path, settings)
    }
}

/// The settings file, in memory.
struct SettingsFile {
    /// The file that was read, possibly one of an earlier version.
    path: PathBuf,
    /// Its contents as TOML.
    text: String,
    /// Lines of an old file that are not settings.
    bad_lines: Vec<(usize, String)>,
}

impl SettingsFile {
    /// Reads `settings.toml`, or the `settings.txt` of earlier versions if there is none; a missing file counts as
    /// empty.
    fn open(path: &Path) -> Result<Self, StorageError> {
        if let Some(text) = read_text(path)? {
            return Ok(Self { path: path.to_owned(), text, bad_lines: Vec::new() });
        }
        let legacy = legacy::path(path);
        let old = read_text(&legacy)?;
        let path = if old.is_some() { legacy } else { path.to_owned() };
        let (text, bad_lines) = old.map_or_else(Default::default, |old| legacy::to_toml(&old));
        Ok(Self { path, text, bad_lines })
    }

    /// Parses the settings, and lists every invalid one.
    fn read(&self) -> (Settings, Vec<SettingsProblem>) {
        let mut settings = Settings::default();
        let problem = |line, text: &str, error| SettingsProblem::at(&self.path, line, text, error);
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
        let line_of = |key: Option<(&Key, &Item)>| {
            line_at(key.and_then(|(key, _)| key.span()).map_or(0, |span| span.start))
        };
        for (name, item) in document.iter() {
            let word = word_of(item);
            if let Some(keys) = item.as_table_like().filter(|_| name == KEYS) {
                for (action, item) in keys.iter() {
                    let line = line_of(keys.get_key_value(action));
                    match keys_of(item) {
                        Some(keys) => {
                            settings.keys.push(KeySetting { action: action.to_owned(), keys, line });
                        }
                        None => problems.push(problem(line, &word_of(item), bad_keys())),
                    }
                }
            } else if name == KEYS {
                problems.push(problem(line_of(document.get_key_value(name)), &word, bad_keys()));
            } else if let Err(error) = settings.set(name, &word) {
                let invalid = if matches!(error, SettingError::UnknownName(_)) { name } else { &word };
                problems.push(problem(line_of(document.get_key_value(name)), invalid, error));
            }
        }
        (settings, problems)
    }

    /// Returns the text of a file with these settings. Preserves comments, unknown names and unchanged settings.
    fn with(&self, settings: &Settings) -> Result<String, StorageError> {
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
                // Preserves a comment after the value.
                Some(old) => *value.decor_mut() = old.decor().clone(),
                None => append_line(&mut document, row.name),
            }
            document[row.name] = Item::Value(value);
        }
        Ok(document.to_string())
    }

    /// Writes the settings to `settings.toml`. Renames a file of an earlier version.
    fn save(&self, path: &Path, settings: &Settings) -> Result<(), StorageError> {
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

impl SettingsProblem {
    /// Returns the problem of a line, with its invalid name or value.
    pub fn at(path: &Path, line: usize, text: &str, error: SettingError) -> Self {
        let text = text.chars().take(MAX_EXCERPT_LEN).flat_map(char::escape_debug).collect();
        Self::Line { path: path.to_owned(), line, text, error }
    }
}

/// Returns the names of the keys of an action; `None` if the item is neither a string nor a list of strings.
fn keys_of(item: &Item) -> Option<Vec<String>> {
    match item.as_value()? {
        Value::String(key) => Some(vec![key.value().clone()]),
        Value::Array(keys) => keys.iter().map(|key| key.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

fn bad_keys() -> SettingError {
    SettingError::InvalidValue(ValueProblem::Allowed(KEY_EXAMPLES.to_owned()))
}

/// Places a new setting after the comments at the end of a file.
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

/// Converts a setting in the file to the word that users type.
fn word_of(item: &Item) -> String {
    match item.as_value() {
        Some(Value::String(text)) => text.value().clone(),
        Some(Value::Boolean(value)) => value.value().word().to_owned(),
        _ => item.to_string().trim().to_owned(),
    }
}

/// Converts a word to a value in the file.
fn value_of(word: &str) -> Value {
    bool::from_word(word).map_or_else(|| word.into(), Value::from)
}

/// Reads the text of a file; `None` if there is none. Saving writes through a dangling link.
fn read_text(path: &Path) -> Result<Option<String>, StorageError> {
    let text = |bytes| {
        String::from_utf8(bytes)
            .map_err(|error| StorageError::file(path, io::Error::other(error.utf8_error())))
    };
    read_file(path)?.map(text).transpose()
}

/// Settings files of earlier versions: one `name = value` per line, without quotes.
mod legacy {
    use std::path::{Path, PathBuf};

    use toml_edit::{DocumentMut, Item};

    pub(super) fn path(path: &Path) -> PathBuf {
        path.with_extension("txt")
    }

    /// Converts the file to TOML, line by line; also returns the lines that are not settings, with their numbers.
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
    use cairn_texts::{Language, Texts};

    use super::super::{Cells, Mode, Speed, Theme};
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
            keys: Vec::new(),
        };
        let text = file("").with(&changed).unwrap();
        assert!(text.contains("ascii = true\n"), "{text}");
        assert_eq!(read(&text), (changed, Vec::new()));
        assert_eq!(read(&file(&text).with(&Settings::default()).unwrap()).0, Settings::default());
    }

    #[test]
    fn keys_are_read_and_stay_as_they_are_written() {
        let old =
            "speed = \"slow\"\n\n[keys] # mine\nhint = \"f5\"\nundo = [\"x\", \"delete\"] # two\nflip = 3\n";
        let (mut settings, problems) = read(old);
        let keys = |action: &str, keys: &[&str], line| KeySetting {
            action: action.to_owned(),
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
            line,
        };
        assert_eq!(settings.keys, [keys("hint", &["f5"], 4), keys("undo", &["x", "delete"], 5)]);
        assert_eq!(problems.len(), 1);
        assert!(
            problems[0].contains("line 6: `3` is not a valid value (\"t\", [\"t\", \"f5\"]"),
            "{problems:?}"
        );
        settings.theme = Theme::Paper;
        let new = file(old).with(&settings).unwrap();
        assert_eq!(new, old.replace("\n\n[keys]", "\ntheme = \"paper\"\n\n[keys]"));
        settings.keys.iter_mut().for_each(|keys| keys.line += 1);
        assert_eq!(read(&new).0, settings);
        assert!(read("keys = \"t\"\n").1[0].contains("line 1: `t` is not a valid value"));
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
