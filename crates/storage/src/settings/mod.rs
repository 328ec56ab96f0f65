//! The settings and their file: `name = value`, one in a line; `#` begins a comment.

mod rows;

use std::path::{Path, PathBuf};

use cairn_texts::{Language, Texts};

use crate::{Cells, Mode, Speed, Theme};
use rows::ROWS;

/// What a user has chosen for good.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Settings {
    /// The language; `None` is that of the locale.
    pub language: Option<Language>,
    /// The colours of the full screen.
    pub theme: Theme,
    /// Light or dark.
    pub mode: Mode,
    /// Whether boards are drawn with ASCII characters only.
    pub ascii: bool,
    /// How large squares are.
    pub cells: Cells,
    /// How fast bots' moves follow each other.
    pub speed: Speed,
    /// The game that the full screen offers first, with its options; the first of all if it is empty.
    pub game: String,
    /// The bot that the full screen offers first, by its word.
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

/// A line of the file that makes no sense.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Problem {
    /// The file.
    pub path: PathBuf,
    /// The number of the line, from 1.
    pub line: usize,
    /// The offending word.
    pub word: String,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// What is wrong with a line.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Wrong {
    /// There is no such setting: all that there are.
    Name(String),
    /// The setting cannot be that: what it can be, or why not.
    Value(String),
    /// It is not `name = value`.
    Line,
}

impl Problem {
    /// File, line and word, and what would be right.
    pub fn tell(&self, texts: Texts) -> String {
        let (path, line, word) = (self.path.display(), &self.line, &self.word);
        match &self.wrong {
            Wrong::Name(names) => texts.tell(
                "settings.bad_name",
                &[("path", &path), ("line", line), ("word", word), ("names", names)],
            ),
            Wrong::Value(allowed) => texts.tell(
                "settings.bad_value",
                &[("path", &path), ("line", line), ("word", word), ("allowed", allowed)],
            ),
            Wrong::Line => {
                texts.tell("settings.bad_line", &[("path", &path), ("line", line), ("word", word)])
            }
        }
    }
}

/// The name and the value in a line; `None` if it says nothing.
fn parts(line: &str) -> Option<Result<(&str, &str), &str>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    Some(line.split_once('=').map(|(name, value)| (name.trim(), value.trim())).ok_or(line))
}

/// Reads the text of the file at `path`: the settings, and every line that makes no sense.
pub(crate) fn read(path: &Path, text: &str) -> (Settings, Vec<Problem>) {
    let mut settings = Settings::default();
    let mut problems = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let Some(parts) = parts(text) else { continue };
        let problem = |word: &str, wrong| {
            let word = word.chars().take(60).flat_map(char::escape_debug).collect();
            Problem { path: path.to_owned(), line, word, wrong }
        };
        problems.extend(match parts {
            Err(line) => Some(problem(line, Wrong::Line)),
            Ok((name, value)) => settings.set(name, value).err().map(|wrong| {
                let word = if matches!(wrong, Wrong::Name(_)) { name } else { value };
                problem(word, wrong)
            }),
        });
    }
    (settings, problems)
}

impl Settings {
    /// Every setting as it is written, by its name.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, String)> {
        ROWS.iter().map(|row| (row.name, (row.get)(self)))
    }

    /// Sets the setting of this name to what is written.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Wrong> {
        let row = ROWS.iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| Wrong::Name(ROWS.map(|row| row.name).join(", ")))?;
        (row.set)(self, value).map_err(Wrong::Value)
    }

    /// The text of a file that says these settings: `old` with as few lines changed as that takes.
    pub(crate) fn written_into(&self, old: &str) -> String {
        let (before, _) = read(Path::new(""), old);
        let mut lines: Vec<String> = old.lines().map(ToOwned::to_owned).collect();
        for row in ROWS {
            let value = (row.get)(self);
            if value == (row.get)(&before) {
                continue;
            }
            let says = |line: &String| matches!(parts(line), Some(Ok((name, _))) if name == row.name);
            // Where a setting stands twice the last one counts.
            let place = lines.iter().rposition(says);
            if value.is_empty() {
                lines.retain(|line| !says(line));
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
    fn what_makes_no_sense_is_named_with_its_line() {
        let (settings, problems) =
            read_text("colour = red\nmode = pink\nhello\nopponent = nobody\ngame=go\n");
        assert_eq!(settings, Settings::default());
        for (problem, said) in problems.iter().zip([
            "settings.txt, line 1: there is no setting `colour`; the settings are language, ",
            "settings.txt, line 2: `pink` makes no sense here (auto, light, dark",
            "settings.txt, line 3: `hello` is not `name = value`",
            "settings.txt, line 4: `nobody` makes no sense here (unknown bot `nobody`",
            "settings.txt, line 5: `go` makes no sense here (unknown game `go`",
        ]) {
            assert!(problem.starts_with(said), "{problem}");
        }
        assert_eq!(problems.len(), 5);
    }

    #[test]
    fn only_what_changed_is_written() {
        let old = "# mine\nmode = pink\nspeed = slow\ncolour = red";
        let (mut settings, _) = read_text(old);
        assert_eq!(settings.written_into(old), format!("{old}\n"));
        settings.speed = Speed::Fast;
        settings.cells = Cells::Large;
        let new = settings.written_into(old);
        assert_eq!(new, "# mine\nmode = pink\nspeed = fast\ncolour = red\ncells = large\n");
        assert_eq!(read_text(&new).0, settings);
        let (unset, problems) = read_text("game =\n");
        assert_eq!((unset, problems.len()), (Settings::default(), 0));
        settings.mode = Mode::Dark;
        assert!(settings.written_into(&new).contains("\nmode = dark\n"));
        assert_eq!(Settings::default().written_into(""), "");
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
        let (read, problems) = read_text(&changed.written_into(""));
        assert_eq!((read, problems.len()), (changed.clone(), 0));
        assert_eq!(
            read_text(&Settings::default().written_into(&changed.written_into(""))).0,
            Settings::default()
        );
    }
}
