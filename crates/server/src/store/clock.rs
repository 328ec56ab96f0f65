//! Time that never goes backwards within a process.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Millis;

/// The system's clock, adjusted to that of the database.
#[derive(Debug, Default)]
pub(super) struct Clock {
    /// How far the database is ahead of the system.
    offset: AtomicI64,
    /// The latest time that was returned.
    latest: AtomicI64,
}

impl Clock {
    /// The time; never earlier than the last one returned.
    pub(super) fn now(&self) -> Millis {
        let time = system_time().saturating_add(self.offset.load(Ordering::Relaxed));
        self.latest.fetch_max(time, Ordering::Relaxed).max(time)
    }

    /// Adjusts the clock: the time of the database was `theirs` between `before` and `after` here.
    #[cfg(any(test, feature = "postgres"))]
    pub(super) fn set(&self, theirs: Millis, before: Millis, after: Millis) {
        self.offset.store(theirs - before.midpoint(after), Ordering::Relaxed);
    }
}

/// The system's time.
pub(super) fn system_time() -> Millis {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_millis() as Millis,
        Err(before) => -(before.duration().as_millis() as Millis),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_follows_the_database_and_never_goes_backwards() {
        let clock = Clock::default();
        let start = clock.now();
        assert!(start > 1_700_000_000_000);
        let here = system_time();
        clock.set(here + 1_000_000, here, here);
        let ahead = clock.now();
        assert!(ahead >= start + 1_000_000);
        clock.set(here - 1_000_000, here, here);
        assert_eq!(clock.now(), ahead);
    }
}
