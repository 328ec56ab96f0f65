//! No input from files, engines or people causes a panic or a hang.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod invariants;

#[test]
fn bot_specs() {
    cairn_test_support::check_corpus("bot_spec", 2_000, invariants::bot_spec);
}

#[test]
fn books() {
    cairn_test_support::check_corpus("book", 500, invariants::book);
}

#[test]
fn certificates() {
    cairn_test_support::check_corpus("certificate", 500, invariants::certificate);
}

#[test]
#[cfg(unix)]
fn foreign_engines() {
    cairn_test_support::check_corpus("foreign_engine", 100, invariants::foreign_engine);
}
