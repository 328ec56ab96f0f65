//! The book of openings that comes with the program: replies with which `perfect` holds the value
//! of games that are too long to be solved anew for every move.
//!
//! It is written as the books of users are, and a line that is not whole is not believed.

use std::sync::LazyLock;

use cairn_rules::games::ALL;

use super::{Book, file};

static OPENINGS: LazyLock<Book> = LazyLock::new(|| {
    let mut all = Book::default();
    for info in ALL {
        let (book, _) = file::read(info.openings.as_bytes());
        all.games.extend(book.games);
    }
    all
});

/// What is known of openings.
pub(crate) fn book() -> &'static Book {
    &OPENINGS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole_and_can_be_read() {
        for info in ALL {
            let (book, is_whole) = file::read(info.openings.as_bytes());
            assert!(is_whole, "{}", info.id);
            for word in book.games.keys() {
                assert_eq!(crate::open(word, None).unwrap().info().id, info.id);
                for (position, _) in book.values(word) {
                    let session = crate::open(word, Some(position)).unwrap();
                    assert_eq!(session.position(), position);
                }
            }
        }
    }
}
