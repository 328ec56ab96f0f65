//! Nothing panics and nothing hangs on what is read from files, engines and people.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod feed;

#[test]
fn bot_specs() {
    cairn_nonsense::feed("bot_spec", 2_000, feed::bot_spec);
}

#[test]
fn books() {
    cairn_nonsense::feed("book", 500, feed::book);
}

#[test]
fn certificates() {
    cairn_nonsense::feed("certificate", 500, feed::certificate);
}

#[test]
fn puzzle_files() {
    cairn_nonsense::feed("puzzle_file", 2_000, feed::puzzle_file);
}

#[test]
#[cfg(unix)]
fn foreign_engines() {
    cairn_nonsense::feed("foreign_engine", 100, feed::foreign_engine);
}
