//! No content of a user's files causes a panic or is lost.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod invariants;

#[test]
fn settings() {
    cairn_test_support::check_corpus("settings", 500, invariants::settings);
}

#[test]
fn save_files() {
    cairn_test_support::check_corpus("save_file", 500, invariants::save_file);
}

#[test]
fn data_files() {
    cairn_test_support::check_corpus("data_file", 300, invariants::data_files);
}
