//! Reads lines of standard input, of any length and encoding.

use std::io::{self, BufRead, Read};

/// A line of input.
pub(crate) enum InputLine {
    /// The line, trimmed and without a full stop at its end.
    Text(String),
    /// A line that is not valid UTF-8, with replacement characters.
    NotUtf8(String),
    /// A line over the limit, which was skipped.
    TooLong,
    /// The end of input.
    End,
}

/// Reads the next line of at most `max_len` bytes.
pub(crate) fn read(input: &mut impl BufRead, max_len: u64) -> io::Result<InputLine> {
    let mut line = Vec::new();
    if input.by_ref().take(max_len).read_until(b'\n', &mut line)? == 0 {
        return Ok(InputLine::End);
    }
    if line.len() as u64 == max_len && !line.ends_with(b"\n") {
        skip(input, max_len)?;
        return Ok(InputLine::TooLong);
    }
    Ok(match String::from_utf8(line) {
        Ok(line) => InputLine::Text(without_full_stop(line.trim()).to_owned()),
        Err(error) => InputLine::NotUtf8(String::from_utf8_lossy(error.as_bytes()).trim().to_owned()),
    })
}

/// Removes the full stop at the end of a sentence. The dots of `..` and `./` remain.
fn without_full_stop(line: &str) -> &str {
    line.strip_suffix('.').filter(|line| line.ends_with(char::is_alphanumeric)).unwrap_or(line)
}

fn skip(input: &mut impl BufRead, max_len: u64) -> io::Result<()> {
    let mut rest = Vec::new();
    while input.by_ref().take(max_len).read_until(b'\n', &mut rest)? != 0 && !rest.ends_with(b"\n") {
        rest.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_is_recognised() {
        let mut input: &[u8] = b" one. \r\n\n12345678901234567890\n1234567\n\xff\nsay ..\nlast";
        let mut next = || match read(&mut input, 8).unwrap() {
            InputLine::Text(text) => text,
            InputLine::NotUtf8(text) => format!("not {text}"),
            InputLine::TooLong => "long".to_owned(),
            InputLine::End => "end".to_owned(),
        };
        let seen: Vec<String> = (0..8).map(|_| next()).collect();
        assert_eq!(seen, ["one", "", "long", "1234567", "not \u{fffd}", "say ..", "last", "end"]);
    }
}
