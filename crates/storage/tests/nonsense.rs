//! Nothing panics on a user's files, and nothing in them is lost.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod feed;

#[test]
fn settings() {
    cairn_nonsense::feed("settings", 500, feed::settings);
}

#[test]
fn save_files() {
    cairn_nonsense::feed("save_file", 500, feed::save_file);
}
