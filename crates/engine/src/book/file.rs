//! A book file: one line per value, appended, each with its own checksum.
//!
//! A crash while appending damages at most one line. A file with damaged lines is set aside, and a new one
//! is written from the intact lines.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Book;
use super::text::{HEAD, read, write, write_line};
use crate::SolvedPosition;

/// The maximum size of a file.
const MAX_FILE_BYTES: u64 = 1 << 28;

/// A book in a file.
#[derive(Debug)]
pub struct BookFile {
    path: PathBuf,
    book: Book,
}

/// The damage to a book, and its repair.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Damage {
    path: PathBuf,
    set_aside: PathBuf,
    kept: usize,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, set_aside, kept } = self;
        let (path, set_aside) = (path.display(), set_aside.display());
        write!(
            f,
            "{path} was damaged: it is now {set_aside}, and a new book has the {kept} values that are whole"
        )
    }
}

impl BookFile {
    /// Opens a book, which need not exist yet; repairs and reports damage.
    pub fn open(path: &Path) -> io::Result<(Self, Option<Damage>)> {
        let bytes = match fs::metadata(path) {
            Ok(found) if found.len() > MAX_FILE_BYTES => return Err(io::Error::other("too long for a book")),
            Ok(_) => fs::read(path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let (book, is_whole) = read(&bytes);
        let file = Self { path: path.to_owned(), book };
        let damage = if is_whole { None } else { Some(file.repair()?) };
        Ok((file, damage))
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the contents.
    pub const fn book(&self) -> &Book {
        &self.book
    }

    /// Appends the values that the book lacks.
    pub fn add(&mut self, spec: &str, positions: &[SolvedPosition]) -> io::Result<()> {
        let mut lines = String::new();
        for SolvedPosition { position, value } in positions {
            if self.book.insert(spec, position, *value).is_none() {
                lines.push_str(&write_line(spec, position, *value));
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        let length = file.metadata()?.len();
        if length == 0 {
            lines.insert_str(0, HEAD);
        }
        let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        if written.is_err() {
            // A partial line would damage the book, and spoil the next line.
            let _ = file.set_len(length);
        }
        written
    }

    /// Quarantines the file under a new name, and writes a new one from the intact lines.
    fn repair(&self) -> io::Result<Damage> {
        let set_aside =
            crate::files::quarantine(&self.path, &crate::files::with_suffix(&self.path, ".damaged"))?;
        crate::files::replace(&self.path, write(&self.book).as_bytes())?;
        Ok(Damage { path: self.path.clone(), set_aside, kept: self.book.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_rules::Wdl;

    const SPEC: &str = "game:size=4";

    fn positions() -> [SolvedPosition; 3] {
        [("a b", Wdl::Win), ("a c", Wdl::Draw), ("ü", Wdl::Loss)]
            .map(|(position, value)| SolvedPosition { position: position.to_owned(), value })
    }

    /// Creates a folder with a book of three values.
    fn written() -> (tempfile::TempDir, PathBuf, Book) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/book");
        let (mut file, damage) = BookFile::open(&path).unwrap();
        assert!(damage.is_none() && file.book().is_empty() && !path.exists());
        file.add(SPEC, &positions()[..2]).unwrap();
        file.add(SPEC, &positions()).unwrap();
        let book = file.book().clone();
        (folder, path, book)
    }

    #[test]
    fn added_values_are_found_again() {
        let (_folder, path, book) = written();
        let (file, damage) = BookFile::open(&path).unwrap();
        assert_eq!((file.book(), damage, file.book().len()), (&book, None, 3));
        assert_eq!(file.book().values(SPEC).next(), Some(("a b", Wdl::Win)));
        assert_eq!(file.book().values("game").count(), 0);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4, "nothing is written twice");
    }

    #[test]
    fn changed_bytes_are_detected() {
        let (_folder, path, book) = written();
        let whole = fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << (place % 8);
            fs::write(&path, &bytes).unwrap();
            let (file, damage) = BookFile::open(&path).unwrap();
            let damage = damage.unwrap_or_else(|| panic!("byte {place}")).to_string();
            assert!(damage.contains("book was damaged: it is now ") && damage.contains("book.damaged"));
            assert!(file.book().values(SPEC).all(|known| book.values(SPEC).any(|value| value == known)));
            let aside = if place == 0 { String::new() } else { format!("-{}", place + 1) };
            let aside = path.with_file_name(format!("book.damaged{aside}"));
            assert_eq!(fs::read(aside).unwrap(), bytes, "no other damaged book was overwritten");
            let (again, damage) = BookFile::open(&path).unwrap();
            assert_eq!((again.book(), damage), (file.book(), None), "it was repaired");
        }
    }

    #[test]
    fn a_line_that_was_cut_off_loses_itself_alone() {
        let (_folder, path, _) = written();
        let whole = fs::read(&path).unwrap();
        for length in 1..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (file, damage) = BookFile::open(&path).unwrap();
            let lines = whole[..length].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(file.book().len(), lines.saturating_sub(1));
            assert_eq!(damage.is_some(), whole[length - 1] != b'\n');
        }
    }

    #[test]
    fn contradictory_values_are_dropped() {
        let (_folder, path, _) = written();
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str(&write_line(SPEC, "a b", Wdl::Loss));
        fs::write(&path, text).unwrap();
        let (file, damage) = BookFile::open(&path).unwrap();
        assert!(damage.is_some() && file.book().values(SPEC).all(|(position, _)| position != "a b"));
    }

    #[test]
    fn a_contradiction_is_not_outvoted() {
        let lines = [Wdl::Win, Wdl::Loss, Wdl::Win].map(|value| write_line(SPEC, "a b", value)).concat();
        let (book, is_whole) = read(format!("{HEAD}{lines}").as_bytes());
        assert!(!is_whole && book.is_empty() && book == Book::default(), "{book:?}");
    }
}
