//! The user's book: what took long to prove is kept, and need not be proven again.

use std::time::Duration;

use cairn_engine::book::{Book, BookFile};
use cairn_engine::{Solution, SolutionLine};
use cairn_storage::Storage;

use crate::printer::Printer;

/// What took less is proven again as easily as it is looked up.
const LONG: Duration = Duration::from_secs(1);
const NAME: &str = "book.txt";

/// The user's book, if it can be had; the program does without, and says so.
pub(super) struct BookStore {
    printer: Printer,
    file: Option<BookFile>,
}

impl BookStore {
    pub(super) fn open(printer: Printer) -> Self {
        let home = Storage::open().map_err(|error| error.tell(printer.texts()));
        let opened = home.and_then(|home| {
            let path = home.data().join(NAME);
            BookFile::open(&path).map_err(|error| format!("{}: {error}", path.display()))
        });
        let file = match opened {
            Ok((file, damage)) => {
                if let Some(damage) = damage {
                    eprintln!("cairn: {damage}");
                }
                Some(file)
            }
            Err(problem) => {
                eprintln!("cairn: the book cannot be used: {problem}");
                None
            }
        };
        Self { printer, file }
    }

    /// What is in it.
    pub(super) fn book(&self) -> Book {
        self.file.as_ref().map_or_else(Book::default, |file| file.book().clone())
    }

    /// Keeps what was proven, if that took long.
    pub(super) fn keep(&mut self, word: &str, solution: &Solution, line: &SolutionLine) {
        let Some(file) = self.file.as_mut().filter(|_| solution.time >= LONG) else { return };
        let findings = [&solution.positions[..], &line.positions].concat();
        match file.add(word, &findings) {
            Ok(()) => self.printer.detail(&format!("{} values were added to the book", findings.len())),
            Err(error) => eprintln!("cairn: the book could not be written: {error}"),
        }
    }
}
