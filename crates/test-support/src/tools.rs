//! Tests that need another program skip themselves where it is missing, unless every tool is required.

use std::env;
use std::fs::OpenOptions;
use std::io::{Write, stderr};
use std::thread;

/// The variable that turns a missing tool into a failure.
const REQUIRE_TOOLS: &str = "CAIRN_REQUIRE_TOOLS";

/// The variable that names a file to which each skipped test adds a line.
pub const SKIPPED_TESTS: &str = "CAIRN_SKIPPED_TESTS";

/// Whether tests check more cases, for hours of an idle machine instead of every change.
pub fn long_tests() -> bool {
    is_set("CAIRN_LONG_TESTS")
}

fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Reports that the calling test is skipped because a tool is missing; the test returns then. Fails if
/// `CAIRN_REQUIRE_TOOLS` is set.
#[track_caller]
pub fn skip(missing: &str) {
    let thread = thread::current();
    let line = format!("skipped {}: {missing}\n", thread.name().unwrap_or("a test"));
    assert!(!is_set(REQUIRE_TOOLS), "{line}{REQUIRE_TOOLS} is set");
    // Written directly: the test runner hides the output of macros when a test passes.
    let _ = stderr().write_all(line.as_bytes());
    if let Some(path) = env::var_os(SKIPPED_TESTS).filter(|path| !path.is_empty()) {
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        assert!(written.is_ok(), "{SKIPPED_TESTS}: cannot write to {}: {written:?}", path.display());
    }
}
