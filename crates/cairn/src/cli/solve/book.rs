//! The user's book: stores values that took long to prove.

use std::time::Duration;

use cairn_engine::SolvedPosition;
use cairn_engine::book::{Book, BookFile};
use cairn_storage::Storage;

use crate::output::errln;
use crate::printer::Printer;

/// Values that took less are not worth storing.
const MIN_TIME: Duration = Duration::from_secs(1);
/// The name of the file.
const FILE_NAME: &str = "book.txt";

/// The user's book. If it is unavailable, that is reported and the program runs without it.
pub(in crate::cli) struct BookStore {
    printer: Printer,
    file: Option<BookFile>,
}

impl BookStore {
    pub(in crate::cli) fn open(printer: Printer) -> Self {
        let storage = Storage::open().map_err(|error| error.tell(printer.texts()));
        let opened = storage.and_then(|storage| {
            storage.sweep();
            let path = storage.data().join(FILE_NAME);
            BookFile::open(&path).map_err(|error| format!("{}: {error}", path.display()))
        });
        let file = match opened {
            Ok((file, damage)) => {
                if let Some(damage) = damage {
                    errln!("cairn: {damage}");
                }
                Some(file)
            }
            Err(problem) => {
                errln!("cairn: the book cannot be used: {problem}");
                None
            }
        };
        Self { printer, file }
    }

    /// The contents.
    pub(in crate::cli) fn book(&self) -> Book {
        self.file.as_ref().map_or_else(Book::default, |file| file.book().clone())
    }

    /// Stores values whose proof took this time, if that was long.
    pub(super) fn add(&mut self, spec: &str, time: Duration, positions: &[SolvedPosition]) {
        let is_worthwhile = time >= MIN_TIME && !positions.is_empty();
        let Some(file) = self.file.as_mut().filter(|_| is_worthwhile) else { return };
        match file.add(spec, positions) {
            Ok(()) => self.printer.detail(&format!("{} values were added to the book", positions.len())),
            Err(error) => {
                errln!("cairn: the book could not be written: {}: {error}", file.path().display());
                self.file = None;
            }
        }
    }
}
