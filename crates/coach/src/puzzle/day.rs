//! Days of the calendar in UTC, by their number.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Days from 1 March of the year 0 to 1970-01-01. Counted from there, the leap day is the last day of a year, and
/// every era of four centuries has the same number of days.
const EPOCH: u32 = 719_468;
/// The days of four centuries.
const ERA: u32 = 146_097;
/// The last day that is written with four digits for the year.
const LAST: u32 = 2_932_896;

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
pub struct Day(u32);

/// A text that is no day.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("a day is written as 2026-11-15")]
pub struct ParseDayError;

impl Day {
    /// The day so many days after 1970-01-01.
    pub fn after_epoch(days: u64) -> Self {
        Self(u32::try_from(days).map_or(LAST, |days| days.min(LAST)))
    }

    /// The day after it.
    #[must_use]
    pub fn next(self) -> Self {
        Self::after_epoch(u64::from(self.0) + 1)
    }

    /// Its place in the week: 0 is Monday.
    pub const fn weekday(self) -> usize {
        // 1970-01-01 was a Thursday.
        (self.0 as usize + 3) % 7
    }

    /// The number of its week, which begins on a Monday.
    pub const fn week(self) -> usize {
        (self.0 as usize + 3) / 7
    }

    /// Year, month and day.
    const fn civil(self) -> (u32, u32, u32) {
        let days = self.0 + EPOCH;
        let (era, day_of_era) = (days / ERA, days % ERA);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        (era * 400 + year_of_era + (month <= 2) as u32, month, day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Self, ParseDayError> {
        let numbers: Vec<u32> = text.split('-').map_while(|part| part.parse().ok()).collect();
        let &[year @ 1970..=9999, month @ 1..=12, day @ 1..=31] = &numbers[..] else {
            return Err(ParseDayError);
        };
        let year = year - u32::from(month <= 2);
        let from_march = (month + 9) % 12;
        let (era, year_of_era) = (year / 400, year % 400);
        let day_of_year = (153 * from_march + 2) / 5 + day - 1;
        let days = era * ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let found = Self(days.checked_sub(EPOCH).ok_or(ParseDayError)?);
        // 31 April would be another day, and 2026-1-1 is written in another way.
        if found.to_string() == text { Ok(found) } else { Err(ParseDayError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (u64::from(LAST), "9999-12-31", 4),
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
        for days in (0..=u64::from(LAST)).step_by(97) {
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
