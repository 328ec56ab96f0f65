//! The built-in opening books, with which `perfect` keeps the value of games that take too long to solve
//! again at every move.
//!
//! They have the same format as the user's book; damaged lines are ignored.

use std::sync::LazyLock;

use cairn_rules::games::ALL;

use super::{Book, file};

static OPENINGS: LazyLock<Book> = LazyLock::new(|| {
    let mut all = Book::default();
    for info in ALL {
        let (book, _) = file::read(info.engine.openings.as_bytes());
        all.games.extend(book.games);
    }
    all
});

/// The opening books of all games.
pub(crate) fn book() -> &'static Book {
    &OPENINGS
}

/// The games, with their options, that have an opening book.
pub fn opening_specs() -> impl Iterator<Item = &'static str> {
    book().games.keys().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_intact_and_can_be_read() {
        for info in ALL {
            let (book, is_whole) = file::read(info.engine.openings.as_bytes());
            assert!(is_whole, "{}", info.id);
            for spec in book.games.keys() {
                assert_eq!(cairn_session::open(spec, None).unwrap().info().id, info.id);
                for (position, _) in book.values(spec) {
                    let session = cairn_session::open(spec, Some(position)).unwrap();
                    assert_eq!(session.position(), position);
                }
            }
        }
    }
}
