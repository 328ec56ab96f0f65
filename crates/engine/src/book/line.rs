//! A value as a line of a book file: `9f3a11c2 win staqs:size=4 n,n,n,n/n,b,n,n/n,n,n,n/n,n,n,n w 3/4`.
//!
//! The first word is the CRC-32 of the rest, which detects damaged lines.

use cairn_rules::Wdl;

/// Formats a value as a line, including the line feed.
pub(super) fn write(spec: &str, position: &str, value: Wdl) -> String {
    let rest = format!("{value} {spec} {position}");
    format!("{:08x} {rest}\n", crc32fast::hash(rest.as_bytes()))
}

/// Parses a line into game, position and value; `None` if it is damaged.
pub(super) fn read(line: &str) -> Option<(&str, &str, Wdl)> {
    let (check, rest) = line.split_once(' ')?;
    if check != format!("{:08x}", crc32fast::hash(rest.as_bytes())) {
        return None;
    }
    let (value, rest) = rest.split_once(' ')?;
    let (spec, position) = rest.split_once(' ')?;
    Some((spec, position, Wdl::named(value)?))
}
