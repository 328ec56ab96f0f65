//! The file of solved puzzles: `puzzle ID STATE WRONG DAY` and `day DAY` in lines, in the order in which results were
//! decided. Lines of other kinds and comments stay where they are.
//!
//! [`PuzzleStore`] keeps what happens. Every change reads the file again under a lock, so that two programs lose
//! nothing of each other; what cannot be written waits for the next change.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use cairn_coach::puzzle::{Day, Note, PuzzleProgress, PuzzleRecord, Standing, all};
use cairn_texts::Texts;

use crate::storage::create_folder;
use crate::{Storage, StorageError};

/// Longer files are none of ours.
const LONGEST: u64 = 1 << 20;
/// Who has the lock writes a small file: this many pauses are enough even for a busy disk.
const PATIENCE: u32 = 200;
const PAUSE: Duration = Duration::from_millis(10);

/// A file of which some lines could not be read: it was kept under another name, and those lines are left out.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct DamagedProgress {
    /// The name under which it was kept.
    pub path: PathBuf,
    /// The first line that could not be read, from 1.
    pub line: usize,
    /// How many there are.
    pub lines: usize,
}

/// What is wrong with the file of solved puzzles.
#[derive(Debug)]
pub enum ProgressProblem {
    /// Some of it could not be read.
    Damaged(DamagedProgress),
    /// It could not be read or written at all.
    Storage(StorageError),
}

impl ProgressProblem {
    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Damaged(DamagedProgress { path, line, lines }) => texts.plural(
                "storage.puzzles_damaged",
                *lines as u64,
                &[("line", line), ("path", &path.display())],
            ),
            Self::Storage(error) => {
                texts.format("storage.puzzles_not_kept", &[("error", &error.tell(texts))])
            }
        }
    }
}

impl From<StorageError> for ProgressProblem {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// Keeps what somebody has solved.
#[derive(Debug)]
pub struct PuzzleStore {
    storage: Option<Storage>,
    progress: PuzzleProgress,
    /// What has not been written yet.
    pending: Vec<(String, Note, Day)>,
    /// Whether somebody knows that the file cannot be written.
    is_reported: bool,
}

impl PuzzleStore {
    /// What the user has solved, and what is wrong with the file. Without a storage nothing is kept.
    pub fn open(storage: Option<&Storage>) -> (Self, Option<ProgressProblem>) {
        let (progress, problem) = match storage.map(read) {
            None => (PuzzleProgress::default(), None),
            Some(Ok((progress, damaged))) => (progress, damaged.map(ProgressProblem::Damaged)),
            Some(Err(error)) => (PuzzleProgress::default(), Some(error.into())),
        };
        let is_reported = matches!(problem, Some(ProgressProblem::Storage(_)));
        (Self { storage: storage.cloned(), progress, pending: Vec::new(), is_reported }, problem)
    }

    /// What the user has solved.
    pub fn progress(&self) -> &PuzzleProgress {
        &self.progress
    }

    /// How far the user has come with a puzzle, in a language.
    pub fn tell_standing(&self, id: &str, texts: Texts) -> String {
        let standing = self.progress.standing(id);
        let attempts = if let Standing::Later { attempts } = standing { attempts } else { 0 };
        texts.standing(standing.name(), attempts)
    }

    /// How a puzzle was solved that has just been solved, in a language; `before` is what it was before.
    pub fn tell_solved(&self, id: &str, before: Standing, texts: Texts) -> String {
        let how = self.tell_standing(id, texts);
        if before.is_solved() { texts.format("puzzles.again", &[("how", &how)]) } else { how }
    }

    /// How many puzzles the user has solved, in a language.
    pub fn tell_summary(&self, texts: Texts) -> String {
        let (solved, first) = self.progress.counts();
        let all = all().len().max(solved);
        texts.format("puzzles.summary", &[("solved", &solved), ("all", &all), ("first", &first)])
    }

    /// What the user has reached in a row, in a language.
    pub fn tell_streak(&self, today: Day, texts: Texts) -> String {
        let streak = self.progress.streak(today);
        texts.format(
            "puzzles.streak",
            &[
                ("n", &streak.first),
                ("best", &streak.best_first),
                ("days", &streak.days),
                ("best_days", &streak.best_days),
            ],
        )
    }

    /// Adds what happened in a puzzle and writes it. A problem is returned once.
    pub fn note(&mut self, id: &str, notes: &[Note], today: Day) -> Option<ProgressProblem> {
        if notes.is_empty() {
            return None;
        }
        for &note in notes {
            self.progress.note(id, note, today);
            self.pending.push((id.to_owned(), note, today));
        }
        let Some(storage) = &self.storage else {
            let is_new = !std::mem::replace(&mut self.is_reported, true);
            return is_new.then_some(StorageError::NoFolder.into());
        };
        match update(storage, &self.pending) {
            Ok((progress, damaged)) => {
                self.progress = progress;
                self.pending.clear();
                self.is_reported = false;
                damaged.map(ProgressProblem::Damaged)
            }
            Err(error) => {
                let is_new = !std::mem::replace(&mut self.is_reported, true);
                is_new.then_some(error.into())
            }
        }
    }
}

/// Reads the file. A damaged one is set aside, and what could be read takes its place.
fn read(storage: &Storage) -> Result<(PuzzleProgress, Option<DamagedProgress>), StorageError> {
    let path = storage.puzzles_file();
    let contents = Contents::read(&path)?;
    if contents.damaged.is_empty() { Ok((contents.progress, None)) } else { update(storage, &[]) }
}

/// Adds notes to the file as it is now.
fn update(
    storage: &Storage,
    notes: &[(String, Note, Day)],
) -> Result<(PuzzleProgress, Option<DamagedProgress>), StorageError> {
    let path = storage.puzzles_file();
    create_folder(storage.data())?;
    let lock = lock(&cairn_engine::files::with_suffix(&path, ".lock"))?;
    let mut contents = Contents::read(&path)?;
    let damaged = match contents.damaged.first() {
        None => None,
        Some(&line) => {
            let aside = cairn_engine::files::with_suffix(&path, ".damaged");
            let kept = cairn_engine::files::quarantine(&path, &aside);
            let kept = kept.map_err(|error| StorageError::file(&path, error))?;
            Some(DamagedProgress { path: kept, line, lines: contents.damaged.len() })
        }
    };
    for (id, note, day) in notes {
        contents.progress.note(id, *note, *day);
    }
    let text = contents.text();
    cairn_engine::files::replace(&path, text.as_bytes()).map_err(|error| StorageError::file(&path, error))?;
    drop(lock);
    Ok((contents.progress, damaged))
}

/// Takes the lock of the file, which is released when it is closed. Where files cannot be locked, nobody waits.
fn lock(path: &Path) -> Result<File, StorageError> {
    let failed = |error| StorageError::file(path, error);
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(failed)?;
    for _ in 0..PATIENCE {
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(file);
        }
        thread::sleep(PAUSE);
    }
    Err(failed(io::Error::other("locked by another program")))
}

/// A line of the file.
enum Line {
    Record(PuzzleRecord),
    Day(Day),
    /// A comment, or something of another version of the program.
    Other,
}

/// The file in memory.
#[derive(Default)]
struct Contents {
    /// What is not ours, each with the number of records before it.
    others: Vec<(usize, String)>,
    progress: PuzzleProgress,
    /// The lines that could not be read, from 1.
    damaged: Vec<usize>,
}

impl Contents {
    /// Reads the file; empty if there is none.
    fn read(path: &Path) -> Result<Self, StorageError> {
        match bytes(path) {
            Ok(bytes) => Ok(Self::parse(&bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(StorageError::file(path, error)),
        }
    }

    fn parse(bytes: &[u8]) -> Self {
        let mut contents = Self::default();
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        if bytes.is_empty() {
            return contents;
        }
        for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            let text = str::from_utf8(line).ok().map(|text| text.strip_suffix('\r').unwrap_or(text));
            match text.and_then(|text| Some((text, parse_line(text)?))) {
                None => contents.damaged.push(number),
                Some((_, Line::Record(record))) => contents.progress.add_record(record),
                Some((_, Line::Day(day))) => contents.progress.add_day(day),
                Some((text, Line::Other)) => {
                    contents.others.push((contents.progress.records().len(), text.to_owned()));
                }
            }
        }
        contents
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut others = self.others.iter().peekable();
        let records = self.progress.records();
        for place in 0..=records.len() {
            while let Some((_, other)) = others.next_if(|(before, _)| *before <= place) {
                lines.push(other.clone());
            }
            lines.extend(records.get(place).map(record_line));
        }
        lines.extend(self.progress.extra_days().map(|day| format!("day {day}")));
        lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        // A pipe or a device might never end.
        return Err(io::Error::other("not a file"));
    }
    if found.len() > LONGEST {
        return Err(io::Error::other("too long for a list of puzzles"));
    }
    fs::read(path)
}

fn record_line(record: &PuzzleRecord) -> String {
    let PuzzleRecord { id, wrong, shown, solved, day } = record;
    let state = match (solved, shown) {
        (true, false) => "solved",
        (true, true) => "solved-shown",
        (false, false) => "tried",
        (false, true) => "tried-shown",
    };
    format!("puzzle {id} {state} {wrong} {day}")
}

/// A line; `None` if it is damaged.
fn parse_line(line: &str) -> Option<Line> {
    if line.trim().is_empty() || line.starts_with('#') {
        return Some(Line::Other);
    }
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["puzzle", id, state, wrong, day] => {
            let (solved, shown) = match state {
                "solved" => (true, false),
                "solved-shown" => (true, true),
                "tried" => (false, false),
                "tried-shown" => (false, true),
                _ => return None,
            };
            let (wrong, day) = (wrong.parse().ok()?, day.parse().ok()?);
            let record = PuzzleRecord { id: id.to_owned(), wrong, shown, solved, day };
            is_id(id).then_some(Line::Record(record))
        }
        ["day", day] => day.parse().ok().map(Line::Day),
        // Another version may keep more: a word of its own, and something after it.
        [word, _, ..] => {
            let is_ours = matches!(word, "puzzle" | "day");
            let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            (is_word && !is_ours && !line.contains(char::is_control)).then_some(Line::Other)
        }
        _ => None,
    }
}

/// Whether a word can be the id of a puzzle, of whatever version.
fn is_id(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# mine\n\
        puzzle staqs-1 solved 0 2026-11-15\n\
        puzzle gone-7 solved-shown 2 2026-11-15\n\
        \n\
        rating stac 1200\n\
        puzzle sight-2 tried 3 2026-11-16\n\
        puzzle sight-3 tried-shown 0 2026-11-16\n\
        # the end\n\
        day 2026-11-17\n";

    #[test]
    fn what_is_written_is_read_and_what_is_not_ours_stays() {
        let contents = Contents::parse(FILE.as_bytes());
        assert_eq!((contents.damaged.len(), contents.text().as_str()), (0, FILE));
        assert_eq!(Contents::parse(FILE.replace('\n', "\r\n").as_bytes()).text(), FILE);
        assert_eq!(Contents::parse(b"").text(), "");
    }

    #[test]
    fn damaged_lines_are_found_one_by_one() {
        for damage in [
            "puzzle staqs-9 solved 0",
            "puzzle staqs-9 solved -1 2026-11-15",
            "puzzle staqs-9 solved 0 2026-11-31",
            "puzzle staqs-9 dreamt 0 2026-11-15",
            "puzzle st\u{7}qs solved 0 2026-11-15",
            "day yesterday",
            "puzz",
            "rating \u{1b}[31m",
            "\u{0}\u{0}\u{0} \u{0}",
        ] {
            let contents = Contents::parse(format!("{damage}\n{FILE}{damage}").as_bytes());
            assert_eq!((&contents.damaged[..], contents.text().as_str()), (&[1, 11][..], FILE), "{damage:?}");
        }
        let mut bytes = FILE.as_bytes().to_vec();
        bytes.extend(b"puzzle sta\xff");
        assert_eq!(Contents::parse(&bytes).damaged, [10]);
    }
}
