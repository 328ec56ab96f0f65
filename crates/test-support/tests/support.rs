//! Tests of the support: each test starts its own program again, as a shell would.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::env;
use std::fs;
use std::process::{Command, Output};

use cairn_test_support::{SKIPPED_TESTS, command, skip};

/// The variable that marks the inner run.
const INNER: &str = "TEST_SUPPORT_INNER";

/// Runs one test of this program again, after a line of shell script.
fn run_again(test: &str, before: &str) -> Output {
    Command::new("sh")
        .args(["-c", &format!("{before}\nexec \"$@\""), "sh"])
        .arg(env::current_exe().unwrap())
        .args(["--exact", test])
        .env(INNER, "1")
        .output()
        .unwrap()
}

#[test]
fn programs_start_with_default_signals() {
    if env::var_os(INNER).is_some() {
        let home = env::temp_dir();
        for signal in ["HUP", "INT", "QUIT", "TERM"] {
            let script = format!("kill -{signal} $$; echo survived");
            let output = command("sh", &home).args(["-c", &script]).output().unwrap();
            assert_eq!((output.status.code(), output.stdout), (None, Vec::new()), "{signal}");
        }
        return;
    }
    for before in ["", "trap '' HUP", "trap '' HUP INT QUIT TERM"] {
        let output = run_again("programs_start_with_default_signals", before);
        assert!(output.status.success(), "{before}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn a_missing_tool_is_listed_or_fails_the_test() {
    const NAME: &str = "a_missing_tool_is_listed_or_fails_the_test";
    if env::var_os(INNER).is_some() {
        return skip("no such tool");
    }
    let folder = env::temp_dir().join(format!("cairn-test-support-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let list = folder.join("skipped");
    let listing = format!("unset CAIRN_REQUIRE_TOOLS; export {SKIPPED_TESTS}='{}'", list.display());
    let output = run_again(NAME, &listing);
    assert!(output.status.success());
    let listed = fs::read_to_string(&list).unwrap();
    assert!(listed.starts_with("skipped ") && listed.ends_with(": no such tool\n"), "{listed}");
    assert!(String::from_utf8_lossy(&output.stderr).contains(&listed), "it is shown");
    fs::remove_dir_all(folder).unwrap();

    let output = run_again(NAME, &format!("unset {SKIPPED_TESTS}; export CAIRN_REQUIRE_TOOLS=1"));
    assert!(!output.status.success());
}
