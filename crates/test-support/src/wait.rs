//! Tests wait for conditions. The timeout only turns a hang into a failure, so that no load may reach it.

use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits before it fails.
pub const TIMEOUT: Duration = Duration::from_secs(600);

/// How often a test checks a condition of which nothing notifies it.
pub const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Waits until a value is there; fails after [`TIMEOUT`].
#[track_caller]
pub fn wait_for<T>(condition: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(Instant::now() < deadline, "timed out waiting for: {condition}");
        thread::sleep(POLL_INTERVAL);
    }
}

/// Waits until a condition holds; fails after [`TIMEOUT`].
#[track_caller]
pub fn wait_until(condition: &str, mut holds: impl FnMut() -> bool) {
    wait_for(condition, || holds().then_some(()));
}
