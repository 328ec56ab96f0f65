//! Data files in JSON lines: one entry per line, replaced whole under a lock.
//!
//! Lines that cannot be parsed are reported, and a copy of the file with them is quarantined; all other lines remain in
//! use. Objects of an unknown kind, which a later version may write, stay in the file. Earlier versions wrote text
//! files (`ratings.txt`), which are read as long as there is no `.jsonl` file; the first change writes one.

use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use cairn_engine::files;
use cairn_texts::safe_line;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::storage::{create_folder, read_file};
use crate::{BadLines, Damaged, StorageError, slot};

/// The number of attempts to lock a file. Other processes hold the lock only while they write a small file, so these
/// attempts suffice even on a busy disk.
const LOCK_ATTEMPTS: u32 = 1_000;

/// The data files in JSON lines.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum DataKind {
    Puzzles,
    Ratings,
    OnlineSeats,
}

impl DataKind {
    /// Returns the name of the file without its extension.
    const fn file_stem(self) -> &'static str {
        match self {
            Self::Puzzles => "puzzles",
            Self::Ratings => "ratings",
            Self::OnlineSeats => "online",
        }
    }

    /// Returns whether only the user may read the file.
    const fn is_private(self) -> bool {
        matches!(self, Self::OnlineSeats)
    }

    /// Returns how many characters of a damaged line to show. In a private file it may contain a secret.
    const fn max_excerpt_len(self) -> usize {
        if self.is_private() { 30 } else { 60 }
    }
}

/// A line of a data file.
pub(crate) trait Entry: Serialize + DeserializeOwned {
    /// The file.
    const KIND: DataKind;
    /// Fields that no other kind of entry has: an object with one of them that cannot be parsed is damaged.
    const KEYS: &'static [&'static str];

    /// Returns whether the entry is valid after these entries.
    fn is_valid(&self, earlier: &[Self]) -> bool;

    /// Parses the words of a line in the text file of earlier versions; `Ok(None)` ignores the line.
    fn from_legacy_words(words: &[&str]) -> Result<Option<Self>, BadLine>;
}

/// A line that cannot be parsed.
#[derive(Debug)]
pub(crate) struct BadLine;

/// A data file with entries of one type.
pub(crate) struct JsonLines<E> {
    path: PathBuf,
    legacy: PathBuf,
    entry: PhantomData<E>,
}

/// A data file after a change.
pub(crate) struct Updated<E, T> {
    pub(crate) entries: Vec<E>,
    /// The result of the change.
    pub(crate) result: T,
    pub(crate) damaged: Option<Damaged<BadLines>>,
}

/// The contents of a data file.
struct Contents<E> {
    entries: Vec<E>,
    /// Objects of an unknown kind, one per line.
    unknown: Vec<String>,
    bad: Option<BadLines>,
    /// The bytes of the `.jsonl` file.
    bytes: Vec<u8>,
    is_legacy: bool,
}

impl<E: Entry> JsonLines<E> {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        let path = folder.join(E::KIND.file_stem()).with_extension("jsonl");
        Self { legacy: path.with_extension("txt"), path, entry: PhantomData }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the entries. Locks and writes only if lines are damaged.
    pub(crate) fn read(&self) -> Result<(Vec<E>, Option<Damaged<BadLines>>), StorageError> {
        let contents = self.load()?;
        if contents.bad.is_none() {
            return Ok((contents.entries, None));
        }
        let updated = self.update(|_| ())?;
        Ok((updated.entries, updated.damaged))
    }

    /// Changes the entries while holding the lock, and returns them with the result of the change.
    pub(crate) fn update<T>(
        &self,
        change: impl FnOnce(&mut Vec<E>) -> T,
    ) -> Result<Updated<E, T>, StorageError> {
        create_folder(self.path.parent().unwrap_or(Path::new("")))?;
        let lock_path = files::with_suffix(&self.path, ".lock");
        let locked = slot::lock(&lock_path, LOCK_ATTEMPTS)?;
        let is_locked = || StorageError::file(&lock_path, io::Error::other("locked by another program"));
        let lock = locked.ok_or_else(is_locked)?;
        let mut contents = self.load()?;
        let source = if contents.is_legacy { &self.legacy } else { &self.path };
        let failed = |error| StorageError::file(source, error);
        let quarantine = |suffix| files::quarantine(source, &files::with_suffix(source, suffix));
        let damaged = match contents.bad.take() {
            None => None,
            Some(problem) => Some(Damaged { path: quarantine(".damaged").map_err(failed)?, problem }),
        };
        let result = change(&mut contents.entries);
        self.write(&contents).map_err(|error| StorageError::file(&self.path, error))?;
        if contents.is_legacy {
            if damaged.is_none() {
                quarantine(".old").map_err(failed)?;
            }
            slot::remove(source).map_err(failed)?;
        }
        drop(lock);
        Ok(Updated { entries: contents.entries, result, damaged })
    }

    fn load(&self) -> Result<Contents<E>, StorageError> {
        // A file that is too long counts as one damaged line.
        let read = |path: &Path| match read_file(path) {
            Err(StorageError::File { error, .. }) if error.kind() == ErrorKind::FileTooLarge => {
                Ok(Some(b"?".to_vec()))
            }
            read => read,
        };
        let mut contents = Contents {
            entries: Vec::new(),
            unknown: Vec::new(),
            bad: None,
            bytes: Vec::new(),
            is_legacy: false,
        };
        if let Some(bytes) = read(&self.path)? {
            contents.parse(&bytes, parse_line);
            contents.bytes = bytes;
        } else if let Some(bytes) = read(&self.legacy)? {
            contents.parse(&bytes, |line| Ok(parse_legacy_line(line)?.map(Line::Entry)));
            contents.is_legacy = true;
        }
        Ok(contents)
    }

    fn write(&self, contents: &Contents<E>) -> io::Result<()> {
        let mut text = String::new();
        for entry in &contents.entries {
            text += &serde_json::to_string(entry)?;
            text.push('\n');
        }
        for line in &contents.unknown {
            text += line;
            text.push('\n');
        }
        if !contents.is_legacy && contents.bytes == text.as_bytes() {
            return Ok(());
        }
        let replace = if E::KIND.is_private() { files::replace_private } else { files::replace };
        replace(&self.path, text.as_bytes())
    }
}

enum Line<E> {
    Entry(E),
    Unknown(String),
}

fn parse_line<E: Entry>(line: &str) -> Result<Option<Line<E>>, BadLine> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    if let Ok(entry) = serde_json::from_str(line) {
        return Ok(Some(Line::Entry(entry)));
    }
    match serde_json::from_str::<Map<String, Value>>(line) {
        Ok(object) if !E::KEYS.iter().any(|key| object.contains_key(*key)) => {
            Ok(Some(Line::Unknown(line.to_owned())))
        }
        _ => Err(BadLine),
    }
}

/// Parses a line of the text file of earlier versions: words separated by spaces.
pub(crate) fn parse_legacy_line<E: Entry>(line: &str) -> Result<Option<E>, BadLine> {
    if line.trim().is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    if line.contains(char::is_control) {
        return Err(BadLine);
    }
    E::from_legacy_words(&line.split(' ').collect::<Vec<_>>())
}

impl<E: Entry> Contents<E> {
    /// Adds the lines of a file.
    fn parse(&mut self, bytes: &[u8], parse_line: impl Fn(&str) -> Result<Option<Line<E>>, BadLine>) {
        for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            match str::from_utf8(line).map_err(|_| BadLine).and_then(&parse_line) {
                Ok(None) => {}
                Ok(Some(Line::Entry(entry))) if entry.is_valid(&self.entries) => self.entries.push(entry),
                Ok(Some(Line::Unknown(line))) => self.unknown.push(line),
                Ok(Some(Line::Entry(_))) | Err(BadLine) => {
                    let first = || {
                        let text = String::from_utf8_lossy(line);
                        let text: String = text.chars().take(E::KIND.max_excerpt_len()).collect();
                        let text = safe_line(&text).into_owned();
                        BadLines { kind: E::KIND, line: number, count: 0, text }
                    };
                    self.bad.get_or_insert_with(first).count += 1;
                }
            }
        }
    }
}
