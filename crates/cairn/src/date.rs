//! Today's date, for records and puzzles.

use std::time::{SystemTime, UNIX_EPOCH};

use cairn_coach::puzzle::Day;

/// Today in UTC.
pub(crate) fn day() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
    Day::after_epoch(seconds / 86_400)
}

/// Today in UTC, e.g. `2026-11-15`.
pub(crate) fn today() -> String {
    day().to_string()
}

/// The date a number of days after 1970-01-01.
pub(crate) fn of_day(days: u64) -> String {
    Day::after_epoch(days).to_string()
}
