//! Support for the tests of all crates: waits for conditions, starts programs, checks parsers with hostile input, and
//! skips tests whose tools are missing.

#![expect(clippy::unwrap_used, clippy::panic, clippy::missing_panics_doc, reason = "tests fail by panicking")]

use std::env;
use std::fs::OpenOptions;
use std::io::{Write, stderr};
use std::thread;
use std::time::{Duration, Instant};

mod command;
mod corpus;
#[cfg(unix)]
mod last_words;
mod small_disk;

pub use command::{command, random_port, variables_to_remove};
pub use corpus::check_corpus;
#[cfg(unix)]
pub use last_words::{LastWords, STUBBORN_ENGINE};
pub use small_disk::SmallDisk;

/// Tests the examples of docs/library.md here, because no library depends on all crates.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod library_page {}

/// The time that a test waits before it fails.
pub const TIMEOUT: Duration = Duration::from_secs(600);

/// The interval between checks of a condition without notifications.
pub const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Waits until `find` returns a value; fails after [`TIMEOUT`].
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

/// The variable that turns a missing tool into a failure.
const REQUIRE_TOOLS: &str = "CAIRN_REQUIRE_TOOLS";

/// The variable that names a file to which each skipped test appends a line.
pub const SKIPPED_TESTS: &str = "CAIRN_SKIPPED_TESTS";

/// Returns whether tests check more cases, which takes hours on an idle machine.
pub fn long_tests() -> bool {
    is_set("CAIRN_LONG_TESTS")
}

fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Reports that the calling test is skipped because a tool is missing; the test should then return. Fails if
/// `CAIRN_REQUIRE_TOOLS` is set.
#[track_caller]
pub fn skip(missing: &str) {
    let thread = thread::current();
    let line = format!("skipped {}: {missing}\n", thread.name().unwrap_or("a test"));
    assert!(!is_set(REQUIRE_TOOLS), "{line}{REQUIRE_TOOLS} is set");
    // Writes directly, because the test runner hides the output of macros when a test passes.
    let _ = stderr().write_all(line.as_bytes());
    if let Some(path) = env::var_os(SKIPPED_TESTS).filter(|path| !path.is_empty()) {
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        assert!(written.is_ok(), "{SKIPPED_TESTS}: cannot write to {}: {written:?}", path.display());
    }
}
