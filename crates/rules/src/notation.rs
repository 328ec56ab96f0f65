//! Small parsers that the position strings and moves of all games share.

use crate::grid;
use crate::{PositionError, Refusal, Unreadable};

/// A plain number without sign, spaces or needless zeros.
pub fn number(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Splits a position string into exactly the fields that `names` lists.
pub fn fields<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Result<[&'a str; N], PositionError> {
    let mut words = text.split_ascii_whitespace();
    let mut found = [""; N];
    for (place, name) in found.iter_mut().zip(names) {
        *place = words.next().ok_or_else(|| {
            PositionError::new(text, format!("the {name} is missing; a position is {}", names.join(", ")))
        })?;
    }
    match words.next() {
        None => Ok(found),
        Some(extra) => Err(PositionError::new(extra, format!("nothing follows the {}", names[N - 1]))),
    }
}

/// Reads the halfmove clock, the count of plies since progress. A limit of 0 means no limit.
pub fn halfmove_clock(text: &str, limit: u16) -> Result<u16, PositionError> {
    number(text).filter(|&plies| limit == 0 || plies <= limit).ok_or_else(|| {
        let most = if limit == 0 { u16::MAX } else { limit };
        PositionError::new(text, format!("the count of plies since progress is a number from 0 to {most}"))
    })
}

/// Reads the name of a square inside a move, as column and row from 0.
pub fn square(text: &str) -> Result<(u8, u8), Unreadable> {
    grid::read_name(text).ok_or_else(|| {
        Unreadable(Refusal::new("`{word}` is not a square such as c3").with("word", crate::error::clip(text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain() {
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("120"), Some(120));
        for bad in ["", "-1", "+1", "01", " 1", "1.0", "70000", "١"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }

    #[test]
    fn fields_are_counted() {
        assert_eq!(fields("  a   b ", ["rows", "turn"]), Ok(["a", "b"]));
        assert_eq!(fields("a", ["rows", "turn"]).unwrap_err().word, "a");
        assert_eq!(fields("a b c", ["rows", "turn"]).unwrap_err().word, "c");
    }

    #[test]
    fn halfmove_clocks_stay_within_the_limit() {
        assert_eq!(halfmove_clock("7", 7), Ok(7));
        assert!(halfmove_clock("8", 7).is_err());
        assert_eq!(halfmove_clock("800", 0), Ok(800));
    }
}
