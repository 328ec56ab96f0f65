//! The data folder of a user: its saves, and files that must stay unchanged.

use std::fs;
use std::path::{Path, PathBuf};

use cairn_session::{open, record};
use tempfile::TempDir;

/// A save of another game, which no test plays.
const OTHER_SAVE: &str = "unfinished/1-1-0.game";
/// Its moves.
const OTHER_MOVES: [&str; 2] = ["c3", "d4"];

/// A user's folder, with files that a program must not change.
pub(crate) struct Home {
    folder: TempDir,
    others: Vec<(PathBuf, Vec<u8>)>,
}

impl Home {
    /// Creates a folder with settings, a save and a text. Bots move without a delay.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut home = Self { folder, others: Vec::new() };
        fs::create_dir(home.path().join("unfinished")).unwrap();
        let mut session = open("staqs", None).unwrap();
        for mv in OTHER_MOVES {
            session.play(mv).unwrap();
        }
        let save = format!(
            "# An unfinished game.\nseat = human\nseat = human\nseed = 1\nplies = {}\n\n{}",
            OTHER_MOVES.len(),
            record::write([&session.record()])
        );
        home.add_other(OTHER_SAVE, &save);
        home.add_other("settings.toml", "# mine\nspeed = \"instant\"\n");
        home.add_other("notes.txt", "No test changes this.\n");
        home
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of a file, as an argument.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file that must stay unchanged.
    pub(crate) fn add_other(&mut self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::write(&path, text).unwrap();
        self.others.push((path, text.into()));
    }

    /// Asserts that the other files are unchanged.
    pub(crate) fn assert_others_unchanged(&self) {
        for (path, bytes) in &self.others {
            let found = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(found == *bytes, "{} has changed", path.display());
        }
    }

    /// Returns the moves of the games that a test has saved.
    pub(crate) fn saved_games(&self) -> Vec<Vec<String>> {
        let other = self.path().join(OTHER_SAVE);
        let saves = self.files("unfinished").into_iter();
        let saves = saves.filter(|path| path.extension().is_some_and(|found| found == "game"));
        saves.filter(|path| *path != other).map(|path| moves_in(&path)).collect()
    }

    /// Asserts that interrupted writes have left no files.
    pub(crate) fn assert_no_leftovers(&self, folder: &str) {
        for path in self.files(folder) {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(!name.contains("tmp") && !name.contains(".new"), "{name} is left in `{folder}`");
        }
    }

    fn files(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }
}

/// Returns the moves of a saved game, which must be complete.
fn moves_in(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let (head, body) = text.split_once("\n\n").unwrap_or_else(|| panic!("{}: {text}", path.display()));
    let session = record::read(body).unwrap().pop().unwrap().session().unwrap();
    let moves = session.history();
    assert!(head.lines().any(|line| line == format!("plies = {}", moves.len())), "{text}");
    moves
}
