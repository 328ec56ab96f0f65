//! Books as text: a header, and a line for each value, such as `9f3a11c2 win staqs:size=4 n,n,n,n/n,b,n,n/n,n,n,n/n,n,n,n w 3/4`.
//!
//! The first word of a line is the CRC-32 of the rest, which detects damaged lines.

use std::collections::BTreeSet;

use cairn_rules::Wdl;

use super::Book;

/// The first line. Its version changes when values of older books may be wrong.
pub(super) const HEAD: &str = "cairn book 1\n";

/// Formats a value as a line, including the line feed.
#[cfg(feature = "files")]
pub(super) fn write_line(spec: &str, position: &str, value: Wdl) -> String {
    let rest = format!("{value} {spec} {position}");
    format!("{:08x} {rest}\n", crc32fast::hash(rest.as_bytes()))
}

/// Parses a line into game, position and value; `None` if it is damaged.
fn read_line(line: &str) -> Option<(&str, &str, Wdl)> {
    let (check, rest) = line.split_once(' ')?;
    if check != format!("{:08x}", crc32fast::hash(rest.as_bytes())) {
        return None;
    }
    let (value, rest) = rest.split_once(' ')?;
    let (spec, position) = rest.split_once(' ')?;
    Some((spec, position, Wdl::named(value)?))
}

/// Returns a book as text.
#[cfg(feature = "files")]
pub(super) fn write(book: &Book) -> String {
    let mut text = HEAD.to_owned();
    for spec in book.games.keys() {
        text.extend(book.values(spec).map(|(position, value)| write_line(spec, position, value)));
    }
    text
}

/// Returns the intact values of a book, and whether all lines are intact. Drops all values that contradict each other.
pub(super) fn read(bytes: &[u8]) -> (Book, bool) {
    let mut book = Book::default();
    let Some(bytes) = bytes.strip_prefix(HEAD.as_bytes()) else { return (book, bytes.is_empty()) };
    let mut is_whole = true;
    let mut contradicted = BTreeSet::new();
    for text in bytes.split_inclusive(|&byte| byte == b'\n') {
        let text = text.strip_suffix(b"\n").and_then(|text| std::str::from_utf8(text).ok());
        let Some((spec, position, value)) = text.and_then(read_line) else {
            is_whole = false;
            continue;
        };
        if book.insert(spec, position, value).is_some_and(|before| before != value) {
            contradicted.insert((spec, position));
        }
    }
    for (spec, position) in &contradicted {
        book.remove(spec, position);
    }
    (book, is_whole && contradicted.is_empty())
}
