//! Lines of standard input: whatever comes, however long.

use std::io::{self, BufRead, Read};

/// What was read.
pub(crate) enum Line {
    /// A line without the space around it.
    Text(String),
    /// A line that is not UTF-8, made readable.
    NotText(String),
    /// A line that nobody means; it was skipped.
    TooLong,
    /// There are no more.
    End,
}

/// Reads the next line of at most so many bytes.
pub(crate) fn read(input: &mut impl BufRead, longest: u64) -> io::Result<Line> {
    let mut line = Vec::new();
    if input.by_ref().take(longest).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.len() as u64 == longest && !line.ends_with(b"\n") {
        skip(input, longest)?;
        return Ok(Line::TooLong);
    }
    Ok(match String::from_utf8(line) {
        Ok(line) => Line::Text(line.trim().to_owned()),
        Err(error) => Line::NotText(String::from_utf8_lossy(error.as_bytes()).trim().to_owned()),
    })
}

fn skip(input: &mut impl BufRead, longest: u64) -> io::Result<()> {
    let mut rest = Vec::new();
    while input.by_ref().take(longest).read_until(b'\n', &mut rest)? != 0 && !rest.ends_with(b"\n") {
        rest.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_is_told_apart() {
        let mut input: &[u8] = b"  one \r\n\n12345678901234567890\n1234567\n\xff\nlast";
        let mut next = || match read(&mut input, 8).unwrap() {
            Line::Text(text) => text,
            Line::NotText(text) => format!("not {text}"),
            Line::TooLong => "long".to_owned(),
            Line::End => "end".to_owned(),
        };
        let seen: Vec<String> = (0..7).map(|_| next()).collect();
        assert_eq!(seen, ["one", "", "long", "1234567", "not \u{fffd}", "last", "end"]);
    }
}
