//! The settings and their file: one `name = value` per line; `#` begins a comment.

mod rows;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cairn_engine::bots::BotSpecError;
use cairn_session::OpenError;
use cairn_texts::{Language, Texts};

use crate::{Cells, Mode, Speed, StorageError, Theme};
use rows::ROWS;

/// Longer files are no settings.
const LONGEST: u64 = 1 << 20;

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

/// What is wrong with the settings file.
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
        /// What is wrong with it.
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

/// What is wrong with the value of a setting.
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

/// The text of the file at `path`; empty if there is none.
pub(crate) fn text_of(path: &Path) -> Result<String, StorageError> {
    let read = || {
        let found = fs::metadata(path)?;
        if !found.is_file() {
            // A pipe or a device might never end.
            return Err(io::Error::other("not a file"));
        }
        if found.len() > LONGEST {
            return Err(io::Error::other("too long for settings"));
        }
        String::from_utf8(fs::read(path)?).map_err(|error| io::Error::other(error.utf8_error()))
    };
    match read() {
        // A link to nowhere will be written through.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| StorageError::file(path, error)),
    }
}

/// The name and the value in a line, or the line if it has none; `None` if it is blank or a comment.
fn parse_line(line: &str) -> Option<Result<(&str, &str), &str>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    Some(line.split_once('=').map(|(name, value)| (name.trim(), value.trim())).ok_or(line))
}

/// Parses the text of the file at `path`: the settings, and every invalid line.
pub(crate) fn read(path: &Path, text: &str) -> (Settings, Vec<SettingsProblem>) {
    let mut settings = Settings::default();
    let mut problems = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let Some(parsed) = parse_line(text) else { continue };
        let problem = |text: &str, error| {
            let text = text.chars().take(60).flat_map(char::escape_debug).collect();
            SettingsProblem::Line { path: path.to_owned(), line, text, error }
        };
        problems.extend(match parsed {
            Err(line) => Some(problem(line, SettingError::Syntax)),
            Ok((name, value)) => settings.set(name, value).err().map(|error| {
                let culprit = if matches!(error, SettingError::UnknownName(_)) { name } else { value };
                problem(culprit, error)
            }),
        });
    }
    (settings, problems)
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

    /// The text of a file with these settings: `old` with as few lines changed as possible.
    pub(crate) fn merged_into(&self, old: &str) -> String {
        let (before, _) = read(Path::new(""), old);
        let mut lines: Vec<String> = old.lines().map(ToOwned::to_owned).collect();
        for row in ROWS {
            let value = (row.get)(self);
            if value == (row.get)(&before) {
                continue;
            }
            let is_set_by =
                |line: &String| matches!(parse_line(line), Some(Ok((name, _))) if name == row.name);
            // If a setting appears twice, the last line counts.
            let place = lines.iter().rposition(is_set_by);
            if value.is_empty() {
                lines.retain(|line| !is_set_by(line));
                continue;
            }
            let line = format!("{} = {value}", row.name);
            match place {
                Some(place) => lines[place] = line,
                None => lines.push(line),
            }
        }
        let mut text = lines.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Settings, Vec<String>) {
        let (settings, problems) = read(Path::new("settings.txt"), text);
        (settings, problems.iter().map(|problem| problem.tell(Texts::default())).collect())
    }

    #[test]
    fn settings_are_read() {
        let (settings, problems) = read_text("# mine\n\nlanguage = pt\ntheme=paper\n ascii = yes\n");
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
    fn invalid_lines_are_reported_with_their_numbers() {
        let (settings, problems) =
            read_text("colour = red\nmode = pink\nhello\nopponent = nobody\ngame=go\n");
        assert_eq!(settings, Settings::default());
        for (problem, expected) in problems.iter().zip([
            "settings.txt, line 1: there is no setting `colour`; the settings are language, ",
            "settings.txt, line 2: `pink` makes no sense here (auto, light, dark",
            "settings.txt, line 3: `hello` is not `name = value`",
            "settings.txt, line 4: `nobody` makes no sense here (unknown bot `nobody`",
            "settings.txt, line 5: `go` makes no sense here (unknown game `go`",
        ]) {
            assert!(problem.starts_with(expected), "{problem}");
        }
        assert_eq!(problems.len(), 5);
    }

    #[test]
    fn only_what_changed_is_written() {
        let old = "# mine\nmode = pink\nspeed = slow\ncolour = red";
        let (mut settings, _) = read_text(old);
        assert_eq!(settings.merged_into(old), format!("{old}\n"));
        settings.speed = Speed::Fast;
        settings.cells = Cells::Large;
        let new = settings.merged_into(old);
        assert_eq!(new, "# mine\nmode = pink\nspeed = fast\ncolour = red\ncells = large\n");
        assert_eq!(read_text(&new).0, settings);
        let (unset, problems) = read_text("game =\n");
        assert_eq!((unset, problems.len()), (Settings::default(), 0));
        settings.mode = Mode::Dark;
        assert!(settings.merged_into(&new).contains("\nmode = dark\n"));
        assert_eq!(Settings::default().merged_into(""), "");
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
        let (read, problems) = read_text(&changed.merged_into(""));
        assert_eq!((read, problems.len()), (changed.clone(), 0));
        assert_eq!(
            read_text(&Settings::default().merged_into(&changed.merged_into(""))).0,
            Settings::default()
        );
    }

    #[test]
    fn what_is_wrong_with_a_value_is_told_in_the_language() {
        let (_, problems) = read(Path::new("settings.txt"), "game = chess\nopponent = nobody\n");
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
}
