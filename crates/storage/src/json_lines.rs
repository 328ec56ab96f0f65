//! Data files in JSON lines: one entry per line, replaced whole under a lock.
//!
//! Lines that cannot be read are reported, and the file with them is quarantined; all other lines stay in use. Objects of
//! an unknown kind, as a later version may write them, stay in the file. Earlier versions wrote text files
//! (`ratings.txt`): these are read as long as there is no `.jsonl` file, and the first change writes one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use cairn_engine::files;
use cairn_texts::safe_line;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::damage::{BadLines, DataKind};
use crate::storage::create_folder;
use crate::{Damaged, StorageError, slot};

/// Longer files are quarantined unread.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// Another process holds the lock while it writes a small file; these attempts suffice even on a busy disk.
const LOCK_ATTEMPTS: u32 = 1_000;
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// A line of a data file.
pub(crate) trait Entry: Serialize + DeserializeOwned {
    /// The file.
    const KIND: DataKind;
    /// Fields that no other kind of entry has: an object with one of them that cannot be read is damaged.
    const KEYS: &'static [&'static str];

    /// Whether the entry can stand after these.
    fn is_valid(&self, earlier: &[Self]) -> bool;

    /// Parses a line of the text file of earlier versions; `None` for a line that is no entry, such as a comment.
    fn from_legacy_line(line: &str) -> Result<Option<Self>, BadLine>;
}

/// A line that cannot be read.
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
    /// Objects of an unknown kind, each as a line.
    unknown: Vec<String>,
    bad: Option<BadLines>,
    /// The file that was read.
    source: Source,
}

enum Source {
    Missing,
    Legacy,
    /// The bytes of the `.jsonl` file.
    JsonLines(Vec<u8>),
}

impl<E: Entry> JsonLines<E> {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        let name = E::KIND.file_stem();
        let path = folder.join(format!("{name}.jsonl"));
        Self { legacy: folder.join(format!("{name}.txt")), path, entry: PhantomData }
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
        let lock = lock(&files::with_suffix(&self.path, ".lock"))?;
        let mut contents = self.load()?;
        let source = if matches!(contents.source, Source::Legacy) { &self.legacy } else { &self.path };
        let failed = |error| StorageError::file(source, error);
        let damaged = match contents.bad.take() {
            None => None,
            Some(problem) => {
                let quarantined = files::quarantine(source, &files::with_suffix(source, ".damaged"));
                Some(Damaged { path: quarantined.map_err(failed)?, problem })
            }
        };
        let result = change(&mut contents.entries);
        self.write(&contents).map_err(|error| StorageError::file(&self.path, error))?;
        if matches!(contents.source, Source::Legacy) {
            if damaged.is_none() {
                files::quarantine(source, &files::with_suffix(source, ".old")).map_err(failed)?;
            }
            slot::remove(source).map_err(failed)?;
        }
        drop(lock);
        Ok(Updated { entries: contents.entries, result, damaged })
    }

    fn load(&self) -> Result<Contents<E>, StorageError> {
        let read = |path: &Path| match read_bytes(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StorageError::file(path, error)),
        };
        if let Some(bytes) = read(&self.path)? {
            let (entries, unknown, bad) = parse(&bytes, parse_line);
            return Ok(Contents { entries, unknown, bad, source: Source::JsonLines(bytes) });
        }
        let Some(bytes) = read(&self.legacy)? else {
            return Ok(Contents {
                entries: Vec::new(),
                unknown: Vec::new(),
                bad: None,
                source: Source::Missing,
            });
        };
        let (entries, _, bad) = parse(&bytes, |line| Ok(E::from_legacy_line(line)?.map(Line::Entry)));
        Ok(Contents { entries, unknown: Vec::new(), bad, source: Source::Legacy })
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
        match &contents.source {
            Source::JsonLines(bytes) if bytes == text.as_bytes() => Ok(()),
            Source::Missing if text.is_empty() => Ok(()),
            _ if E::KIND.is_private() => files::replace_private(&self.path, text.as_bytes()),
            _ => files::replace(&self.path, text.as_bytes()),
        }
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

/// The entries and the unknown objects in a file, and the lines that cannot be read.
fn parse<E: Entry>(
    bytes: &[u8],
    parse_line: impl Fn(&str) -> Result<Option<Line<E>>, BadLine>,
) -> (Vec<E>, Vec<String>, Option<BadLines>) {
    let (mut entries, mut unknown, mut bad) = (Vec::new(), Vec::new(), None::<BadLines>);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match str::from_utf8(line).map_err(|_| BadLine).and_then(&parse_line) {
            Ok(None) => {}
            Ok(Some(Line::Entry(entry))) if entry.is_valid(&entries) => entries.push(entry),
            Ok(Some(Line::Unknown(line))) => unknown.push(line),
            Ok(Some(Line::Entry(_))) | Err(BadLine) => {
                let first = || {
                    let text = String::from_utf8_lossy(line);
                    let text: String = text.chars().take(E::KIND.max_excerpt_len()).collect();
                    BadLines { kind: E::KIND, line: number, count: 0, text: safe_line(&text).into_owned() }
                };
                bad.get_or_insert_with(first).count += 1;
            }
        }
    }
    (entries, unknown, bad)
}

/// Reads a file of ours.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        // A pipe or a device might never end.
        return Err(io::Error::other("not a file"));
    }
    // A file that is too long counts as one damaged line.
    if found.len() > MAX_FILE_BYTES { Ok(b"?".to_vec()) } else { fs::read(path) }
}

/// Takes the lock of a file; the system releases it however the process ends. Succeeds where files cannot be locked.
fn lock(path: &Path) -> Result<File, StorageError> {
    let failed = |error| StorageError::file(path, error);
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(failed)?;
    for _ in 0..LOCK_ATTEMPTS {
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(file);
        }
        thread::sleep(LOCK_RETRY_INTERVAL);
    }
    Err(failed(io::Error::other("locked by another program")))
}
