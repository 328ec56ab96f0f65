//! The built-in opening books, which tell `perfect` the value of games that would take too long to solve at every move.
//!
//! They have the same format as the user's book. Damaged lines are ignored.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cairn_rules::games::ALL;
use cairn_rules::{Game, GameSpec};

use super::{Book, BookIndex, text};

static OPENINGS: LazyLock<Book> = LazyLock::new(|| {
    let mut all = Book::default();
    for info in ALL {
        let (book, _) = text::read(info.engine.openings.as_bytes());
        all.games.extend(book.games);
    }
    all
});

/// Returns the opening books of all games.
pub(crate) fn book() -> &'static Book {
    &OPENINGS
}

/// The index of each opening book used so far, by game spec. Its type is that of the game's positions.
static INDICES: LazyLock<Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>> = LazyLock::new(Mutex::default);

/// Returns the opening book of a game, built on first use and shared by all engines. A game without a book gets an
/// empty one.
pub(crate) fn index<G: Game>(spec: &GameSpec<G>) -> Arc<BookIndex<G::Position>> {
    let name = spec.to_string();
    if !book().games.contains_key(&name) {
        return Arc::default();
    }
    // Locked while an index is built, so that engines that open at once do not build it twice.
    let mut indices = INDICES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = indices.get(&name).and_then(|index| Arc::clone(index).downcast().ok());
    known.unwrap_or_else(|| {
        let mut index = BookIndex::default();
        index.add(book(), spec);
        let index = Arc::new(index);
        indices.insert(name, Arc::clone(&index) as Arc<dyn Any + Send + Sync>);
        index
    })
}

/// Returns the games, with their options, that have an opening book.
pub fn opening_specs() -> impl Iterator<Item = &'static str> {
    book().games.keys().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::sight::Sight;

    use super::*;

    #[test]
    fn an_index_is_built_once_and_shared() {
        let spec: GameSpec<Sight> = "sight".parse().unwrap();
        let first = index(&spec);
        assert!(Arc::ptr_eq(&first, &index(&spec)));
        let other: GameSpec<Sight> = "sight:size=3".parse().unwrap();
        assert!(!Arc::ptr_eq(&first, &index(&other)));
    }

    #[test]
    fn every_line_is_intact_and_can_be_read() {
        for info in ALL {
            let (book, is_whole) = text::read(info.engine.openings.as_bytes());
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
