//! Days of the calendar in UTC.

use std::fmt;
use std::str::FromStr;

use jiff::Span;
use jiff::civil::{Date, date};
use thiserror::Error;

const EPOCH: Date = date(1970, 1, 1);
/// 1969-12-29, the Monday before the epoch.
const FIRST_MONDAY: Date = date(1969, 12, 29);

/// A day, from 1970-01-01 to 9999-12-31.
///
/// ```
/// use cairn_coach::puzzle::Day;
///
/// let day: Day = "2026-11-15".parse()?;
/// assert_eq!(day, Day::after_epoch(20_772));
/// assert_eq!(day.next().to_string(), "2026-11-16");
/// # Ok::<(), cairn_coach::puzzle::ParseDayError>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Day(Date);

/// Text that is not a day.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("a day is written as 2026-11-15")]
pub struct ParseDayError;

impl Day {
    /// Returns the day this many days after 1970-01-01.
    pub fn after_epoch(days: u64) -> Self {
        let day = i64::try_from(days)
            .ok()
            .and_then(|days| EPOCH.checked_add(Span::new().try_days(days).ok()?).ok());
        Self(day.unwrap_or(Date::MAX))
    }

    /// Returns the next day.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.tomorrow().unwrap_or(Date::MAX))
    }

    /// Returns its index in the week: 0 is Monday.
    pub fn weekday(self) -> usize {
        self.0.weekday().to_monday_zero_offset() as usize
    }

    /// Returns the number of its week, which begins on a Monday.
    pub fn week(self) -> usize {
        (self.0.duration_since(FIRST_MONDAY).as_hours() / (7 * 24)) as usize
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Self, ParseDayError> {
        let day = text.parse::<Date>().map_err(|_| ParseDayError)?;
        // `20261115` is another notation for the same day.
        if day >= EPOCH && day.to_string() == text { Ok(Self(day)) } else { Err(ParseDayError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9999-12-31.
    const LAST: u64 = 2_932_896;

    #[test]
    fn known_days() {
        for (days, date, weekday) in [
            (0, "1970-01-01", 3),
            (59, "1970-03-01", 6),
            (11_016, "2000-02-29", 1),
            (11_017, "2000-03-01", 2),
            (20_772, "2026-11-15", 6),
            (47_540, "2100-02-28", 6),
            (47_541, "2100-03-01", 0),
            (LAST, "9999-12-31", 4),
            (u64::MAX, "9999-12-31", 4),
        ] {
            let day = Day::after_epoch(days);
            assert_eq!((day.to_string().as_str(), day.weekday()), (date, weekday));
            assert_eq!(date.parse(), Ok(day));
        }
        let sunday: Day = "2026-11-15".parse().unwrap();
        assert_eq!(sunday.next().week(), sunday.week() + 1);
    }

    #[test]
    fn every_day_is_read_as_it_is_written() {
        for days in (0..=LAST).step_by(97) {
            let day = Day::after_epoch(days);
            assert_eq!(day.to_string().parse(), Ok(day));
        }
        for text in [
            "",
            "2026",
            "2026-02-30",
            "2100-02-29",
            "1969-12-31",
            "2026-1-1",
            "2026-11-15-1",
            "x",
            "+2026-01-01",
        ] {
            assert_eq!(text.parse::<Day>(), Err(ParseDayError), "{text}");
        }
    }
}
