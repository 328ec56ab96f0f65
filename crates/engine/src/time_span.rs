//! Spans of time as typed: `100ms`, `2s`, `1m`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cairn_rules::Message;
use cairn_rules::excerpt;
use thiserror::Error;

/// The units, largest first, with their milliseconds.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];
/// The maximum, in milliseconds: a day.
const MAX_MILLIS: u64 = 24 * 3_600_000;

/// A span of time between a millisecond and a day.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Span {
    millis: u64,
}

impl Span {
    /// Creates a span in milliseconds, clamped to the range.
    pub const fn from_millis(millis: u64) -> Self {
        let millis = if millis == 0 { 1 } else { millis };
        Self { millis: if millis > MAX_MILLIS { MAX_MILLIS } else { millis } }
    }

    /// Converts to the type of the standard library.
    pub const fn duration(self) -> Duration {
        Duration::from_millis(self.millis)
    }
}

/// Text that is not a span of time.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub struct ParseSpanError {
    /// The text.
    pub word: String,
}

impl ParseSpanError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("`{word}` is not a span of time such as 100ms, 2s or 1m, at most 24h")
            .with("word", &self.word)
    }
}

impl FromStr for Span {
    type Err = ParseSpanError;

    fn from_str(text: &str) -> Result<Self, ParseSpanError> {
        let read = || {
            let split = text.find(|digit: char| !digit.is_ascii_digit())?;
            let (number, unit) = text.split_at(split);
            let (_, unit_millis) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
            let millis = number.parse::<u64>().ok()?.checked_mul(unit_millis)?;
            (1..=MAX_MILLIS).contains(&millis).then_some(Self { millis })
        };
        read().ok_or_else(|| ParseSpanError { word: excerpt(text) })
    }
}

impl fmt::Display for Span {
    /// Writes the span in the largest unit that fits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = UNITS.into_iter().find(|(_, unit)| self.millis.is_multiple_of(*unit));
        let (name, unit) = fits.unwrap_or(("ms", 1));
        write!(f, "{}{name}", self.millis / unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_round_trip() {
        for (text, millis) in
            [("1ms", 1), ("100ms", 100), ("2s", 2_000), ("90s", 90_000), ("1m", 60_000), ("24h", MAX_MILLIS)]
        {
            let span: Span = text.parse().unwrap();
            assert_eq!((span.duration().as_millis(), span.to_string().as_str()), (millis.into(), text));
        }
        assert_eq!("2000ms".parse::<Span>().unwrap().to_string(), "2s");
        assert_eq!(
            (Span::from_millis(0).to_string(), Span::from_millis(u64::MAX).to_string()),
            ("1ms".into(), "24h".into())
        );
    }

    #[test]
    fn bad_spans_are_named() {
        for text in ["", "5", "s", "0s", "-1s", "1.5s", "2 s", "25h", "99999999999999999999s", "2sec", "é"] {
            let error = text.parse::<Span>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is not a span of time")), "{error}");
        }
    }
}
